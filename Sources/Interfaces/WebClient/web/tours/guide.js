// The course of a walk: where the target is from here, what has been reached, what was walked.
// Pure but for the clock that it is given; the page and its tests drive it.

import { metres } from '../map/measure.js';
import { bearing } from './course.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').Run} Run */
/** @typedef {[number, number]} LonLat */
/** @typedef {import('../data/runs.js').RunPoint} Fix */

/** Fixes worse than that are not sent: the server would pass over them. */
export const worstAccuracy = 50;
/** Seconds between sendings while nothing happens. */
const interval = 5;
/** Metres moved after which it is sent earlier. */
const stride = 8;

/** As many points as one request takes. */
const mostPoints = 1000;

/**
 * What is sent when: positions are gathered and leave together, at once after some steps.
 */
export class Reporter {
  /** @type {Fix[]} */
  waiting = [];
  #lastSent = 0;
  /** @type {LonLat | null} */
  #lastPlace = null;

  /** @param {Fix} fix @returns {boolean} whether it is time to send */
  take(fix) {
    if (fix.accuracy > worstAccuracy) return false;
    this.waiting.push(fix);
    if (this.waiting.length > mostPoints) this.waiting.shift();
    const now = Date.parse(fix.at) / 1000;
    const here = /** @type {LonLat} */ ([fix.lon, fix.lat]);
    const moved = this.#lastPlace ? metres(this.#lastPlace, here) : Infinity;
    if (now - this.#lastSent < interval && moved < stride) return false;
    this.#lastSent = now;
    this.#lastPlace = here;
    return true;
  }

  /** What is to be sent now, with what was not taken before. @param {Fix[]} more @returns {Fix[]} */
  batch(...more) {
    const points = [...this.waiting, ...more].slice(-mostPoints);
    this.waiting = [];
    return points;
  }

  /** Takes back what could not be sent. @param {Fix[]} points */
  giveBack(points) {
    this.waiting = [...points, ...this.waiting].slice(-mostPoints);
  }
}

/** Metres from the route within which one walks along it. */
const besideRoute = 60;

/**
 * The way to a stop in the drawn world: along the route where both lie at it, else straight on.
 *
 * @param {LonLat[]} route @param {LonLat} here @param {LonLat} there
 * @returns {LonLat[]} ends there; does not begin here
 */
export function wayTo(route, here, there) {
  const nearest = (/** @type {LonLat} */ to, /** @type {number} */ from) => {
    let best = { at: -1, metres: Infinity };
    for (let at = from; at < route.length; at++) {
      const away = metres(route[at], to);
      if (away < best.metres) best = { at, metres: away };
    }
    return best;
  };
  const first = nearest(here, 0);
  if (first.metres > besideRoute) return [there];
  const last = nearest(there, first.at);
  if (last.metres > besideRoute) return [there];
  return [...route.slice(first.at + 1, last.at + 1), there];
}

/** How far the target is and in which direction. @param {Run | null} run @param {LonLat | null} here */
export function toTarget(run, here) {
  if (!run?.target || !here) return null;
  const there = /** @type {LonLat} */ ([run.target.position.lon, run.target.position.lat]);
  return { metres: metres(here, there), bearing: bearing(here, there) };
}
