// A walk as the device counts it, where the server does not: in the tutorial, or without a network.

import { isInside } from '../map/areas.js';
import { metresBetween } from '../map/measure.js';

/** @typedef {{lat: number, lon: number}} Place */
/** @typedef {import('api-types').Tour['stops'][number]} Stop */
/** @typedef {Stop & {stop: string, at: string}} Arrival */
/** A walk as the device counts it. @typedef {ReturnType<typeof setOut>} DeviceRun */
/**
 * What is counted of a walk.
 *
 * @typedef {Pick<DeviceRun, 'startedAt' | 'state' | 'trial' | 'reached' | 'metrics' | 'completed' | 'stops'>
 *   & {arrived: Arrival[], target: Stop | null, last: Place | null, arrivalMetres?: number}} Counted
 */

/** Metres within which a stop without a trigger is reached where the server has not said, as there. */
const nearStop = 15;

/** Under which a walk is kept on the device. @param {string} id of the tour */
export const walkKey = (id) => `walk:${id}`;

/**
 * A walk begins.
 *
 * @param {import('api-types').Tour} tour @param {string} id @param {string} at
 * @param {boolean} [isTrial] in the drawn world: it counts nowhere
 */
export const setOut = (tour, id, at, isTrial = false) => ({
  id,
  tour: tour.id,
  name: tour.name,
  state: /** @type {import('api-types').Run['state']} */ ('active'),
  trial: isTrial,
  startedAt: at,
  reached: 0,
  stopCount: tour.stops.length,
  metrics: { distance: 0, seconds: 0 },
  arrived: /** @type {Arrival[]} */ ([]),
  target: /** @type {Stop | null} */ (tour.stops[0] ?? null),
  stops: tour.stops,
  arrivalMetres: tour.arrivalMetres,
  completed: false,
  last: /** @type {Place | null} */ (null),
});

/**
 * Goes on: distance, stops that are reached, the end.
 *
 * @template {Counted} T
 * @param {T} before stays as it is
 * @param {(Place & {at: string, simulated?: boolean})[]} points in the order of time
 * @returns {T}
 */
export function walkOn(before, points) {
  const run = structuredClone(before);
  for (const point of points) {
    if (run.last) run.metrics.distance += metresBetween(run.last, point);
    run.last = { lat: point.lat, lon: point.lon };
    const { target } = run;
    if (!target || !isAt(point, target, run.arrivalMetres ?? nearStop)) continue;
    // Whose first stop is reached in the drawn world tries it out, as the server says.
    if (run.arrived.length === 0 && point.simulated) run.trial = true;
    run.arrived.push({ ...target, stop: target.id ?? String(target.order), at: point.at });
    run.reached = run.arrived.length;
    run.target = run.stops[run.reached] ?? null;
  }
  run.metrics.seconds = Math.round((Date.now() - Date.parse(run.startedAt)) / 1000);
  run.completed = run.target === null;
  if (run.completed) run.state = 'completed';
  return run;
}

/** Whether a place counts as being at a stop. @param {Place} place @param {Stop} stop @param {number} radius */
function isAt(place, { position, trigger }, radius) {
  if (trigger && 'polygon' in trigger) {
    return isInside({ coordinates: [trigger.polygon.coordinates] }, [place.lon, place.lat]);
  }
  return metresBetween(place, position) <= (trigger?.radius ?? radius);
}
