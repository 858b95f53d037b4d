// The arithmetic of placing by hand: where on the ground a finger points, what two fingers say, what
// is undone. Plain numbers in the scene's axes (x east, y up, z south) and in pixels.

import { wrap } from './frames.js';

/** @typedef {import('./frames.js').Vector} Vector */
/** @typedef {{x: number, y: number}} Point pixels, y down */
/** @typedef {(x: number, z: number) => number} Ground metres up */
/**
 * @typedef {Object} Reach
 * @property {number} nearest metres from the eye, along the ground
 * @property {number} farthest
 * @property {(x: number, z: number) => boolean} [isBlocked] where nothing can stand, as in a house
 */

/** Metres along a ray within which the ground is looked for. */
const sight = 250;
/** Metres between two looks for a wall, and from a wall to the middle of what stands before it. */
const pace = 0.4;
/** Pixels between two fingers below which their turn and distance say nothing. */
const closest = 24;

/**
 * Where a ray comes to the ground; undefined above the horizon.
 *
 * @param {{origin: Vector, direction: Vector}} ray its direction of length 1
 * @param {Ground} ground @returns {Vector | undefined}
 */
export function groundHit({ origin, direction }, ground) {
  const isBelow = (/** @type {number} */ distance) =>
    origin.y + direction.y * distance <=
      ground(origin.x + direction.x * distance, origin.z + direction.z * distance);
  let before = 0;
  for (let distance = 0.5; distance < sight; distance *= 1.06) {
    if (isBelow(distance)) {
      let [near, far] = [before, distance];
      for (let round = 0; round < 12; round++) {
        const half = (near + far) / 2;
        if (isBelow(half)) far = half;
        else near = half;
      }
      const [x, z] = [origin.x + direction.x * near, origin.z + direction.z * near];
      return { x, y: ground(x, z), z };
    }
    before = distance;
  }
  return undefined;
}

/**
 * Where a thing stands that a finger points to: on the ground, neither at one's feet nor farther than
 * is sensible, and before a wall that is in between; above the horizon as far as is sensible.
 *
 * @param {{origin: Vector, direction: Vector}} ray @param {Ground} ground @param {Reach} reach
 * @returns {Vector | undefined} undefined where the ray goes straight up
 */
export function spotAlong(ray, ground, { nearest, farthest, isBlocked }) {
  const { origin, direction } = ray;
  const hit = groundHit(ray, ground);
  const [dx, dz] = hit ? [hit.x - origin.x, hit.z - origin.z] : [direction.x, direction.z];
  const length = Math.hypot(dx, dz);
  if (length < 1e-6) return undefined;
  const wanted = Math.min(farthest, Math.max(nearest, hit ? length : farthest));
  const at = (/** @type {number} */ metres) => ({
    x: origin.x + (dx / length) * metres,
    z: origin.z + (dz / length) * metres,
  });
  let metres = wanted;
  // Whoever stands within walls sees out of them.
  if (isBlocked && !isBlocked(origin.x, origin.z)) {
    for (let ahead = pace; ahead < wanted + pace; ahead += pace) {
      const { x, z } = at(ahead);
      if (!isBlocked(x, z)) continue;
      metres = Math.min(wanted, Math.max(pace, ahead - 2 * pace));
      break;
    }
  }
  const { x, z } = at(metres);
  return { x, y: ground(x, z), z };
}

/**
 * How near and how far a thing is put sensibly: not around the eye, and not where it is hardly seen.
 *
 * @param {{width: number, depth: number, height: number}} size metres
 * @returns {{nearest: number, farthest: number}}
 */
export function reachOf({ width, depth, height }) {
  const nearest = 0.8 + Math.hypot(width, depth) / 2;
  const farthest = Math.min(150, Math.max(12, 40 * Math.max(width, depth, height)));
  return { nearest, farthest: Math.max(nearest, farthest) };
}

/**
 * What two fingers do between two moments.
 *
 * @param {[Point, Point]} before @param {[Point, Point]} now
 * @returns {{ratio: number, twist: number}} times as far apart; degrees clockwise
 */
export function pinch(before, now) {
  const [from, to] = [before, now].map(([a, b]) => ({
    length: Math.hypot(b.x - a.x, b.y - a.y),
    angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
  }));
  // Fingers that lie on each other have no direction, and any ratio.
  if (from.length < 1) return { ratio: 1, twist: 0 };
  const isClose = Math.min(from.length, to.length) < closest;
  return {
    ratio: Math.max(closest / 2, to.length) / Math.max(closest / 2, from.length),
    twist: isClose ? 0 : wrap(to.angle - from.angle),
  };
}

/**
 * Metres by which something at a depth rises when it is dragged by some pixels.
 *
 * @param {number} pixels upwards @param {number} depth metres @param {number} focal pixels of a metre at a metre
 */
export const risen = (pixels, depth, focal) => (pixels * Math.max(0.3, depth)) / focal;

/** A lift that comes to rest on the ground when it is nearly there. @param {number} lift @param {number} slack metres */
export const settled = (lift, slack) => Math.abs(lift) < slack ? 0 : lift;

/** Milliseconds within which pushes of the same kind are one step. */
const together = 900;
/** Steps that are kept. */
const most = 100;

/** What was before each step, to go back to. @template State */
export class Undo {
  /** @type {State[]} */
  #past = [];
  #kind = '';
  #at = 0;

  get isEmpty() {
    return this.#past.length === 0;
  }

  /**
   * A step is taken. Steps of the same kind that follow at once are one: a key that is held, a number
   * that is typed; those of one gesture are however long it takes.
   *
   * @param {State} before @param {string} kind @param {number} now milliseconds
   */
  step(before, kind, now) {
    const isSame = kind === this.#kind && !this.isEmpty &&
      (kind.startsWith('gesture') || now - this.#at < together);
    this.#kind = kind;
    this.#at = now;
    if (isSame) return;
    this.#past.push(before);
    if (this.#past.length > most) this.#past.shift();
  }

  /** @returns {State | undefined} what was before the last step */
  back() {
    this.#kind = '';
    return this.#past.pop();
  }
}
