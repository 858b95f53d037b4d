// Stops of the timetables, and what leaves there.

import { get, watch } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Stop} Stop */
/** @typedef {import('api-types').Stops} Stops */
/** @typedef {import('api-types').Departure} Departure */
/** @typedef {{lat: number, lon: number}} Spot */
/** @typedef {import('../shell/view.js').View} View */

/** @param {string} id */
const one = (id) => `/v1/stops/${encodeURIComponent(id)}`;

/** @param {Spot} spot @param {number} radius @param {number} limit */
const near = ({ lat, lon }, radius, limit) =>
  address('/v1/stops', { near: `${lat.toFixed(5)},${lon.toFixed(5)}`, radius, limit });

/**
 * The stops around a spot, nearest first.
 *
 * @param {View} view @param {Spot} spot @param {number} radius metres @param {number} limit
 * @param {(resource: import('../shell/api.js').Resource<Stops>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<Stops>}
 */
export const watchStopsNear = (view, spot, radius, limit, call) =>
  view.watch(near(spot, radius, limit), call);

/** The same, once. @param {Spot} spot @param {number} radius @param {number} limit @param {AbortSignal} [signal] @returns {Promise<Stops>} */
export const readStopsNear = (spot, radius, limit, signal) =>
  get(near(spot, radius, limit), signal);

/**
 * @param {View} view @param {string} id
 * @param {(resource: import('../shell/api.js').Resource<Stop>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<Stop>}
 */
export const watchStop = (view, id, call) => view.watch(one(id), call);

/**
 * Follows what leaves from a stop, with what is cancelled, until it is ended.
 *
 * @param {string} id @param {{minutes: number, limit: number, from?: Date}} span
 * @param {(resource: import('../shell/api.js').Resource<{items: Departure[]}>) => void} call
 */
export const followDepartures = (id, { minutes, limit, from }, call) =>
  watch(
    address(`${one(id)}/departures`, {
      minutes,
      limit,
      cancelled: true,
      from: from?.toISOString(),
    }),
    call,
  );
