// Ways from one place to another, and how far one comes.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Routes} Routes */
/** @typedef {import('api-types').Isochrone} Isochrone */
/** @typedef {{lat?: number, lon?: number}} Spot */

/** @param {Spot | undefined} spot */
const at = (spot) => spot && `${spot.lat},${spot.lon}`;

/**
 * What is asked for; without `to` a round over `via`.
 *
 * @typedef {Object} WayQuery
 * @property {Spot} from
 * @property {Spot} [to]
 * @property {Spot[]} [via] places on the way
 * @property {number[]} [stay] minutes at each of them
 * @property {boolean} [optimize] whether they may be called at in another order
 * @property {string | readonly string[]} mode
 * @property {Spot} [carAt] where the own car stands
 * @property {string} [order] what is best
 * @property {string | readonly string[]} [avoid]
 * @property {number} [maxWalk] metres
 * @property {number} [changeTime] seconds
 * @property {number} [boardingTime] seconds
 * @property {string} [departAt]
 * @property {string} [arriveBy]
 * @property {number} limit
 */

/** @param {WayQuery} query @param {AbortSignal} [signal] @returns {Promise<Routes>} */
export const findWays = ({ from, to, via, stay, carAt, optimize, ...wishes }, signal) =>
  get(
    address('/v1/routes', {
      from: at(from),
      to: at(to),
      via: via?.map(at).join(';'),
      stay,
      optimize: optimize ? true : undefined,
      carAt: at(carAt),
      ...wishes,
    }),
    signal,
  );

/**
 * The area that is reached, and the stops in it.
 *
 * @param {{at: Spot, mode: string, minutes?: number, arriveBy?: string, departAt?: string, changeTime?: number}} query
 * @param {AbortSignal} [signal] @returns {Promise<Isochrone>}
 */
export const findReach = ({ at: start, ...wishes }, signal) =>
  get(address('/v1/isochrone', { at: at(start), ...wishes }), signal);
