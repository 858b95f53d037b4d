// Tours, as whoever looks for one sees them.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

/**
 * Tours that begin near a spot.
 *
 * @param {{lat?: number, lon?: number}} spot @param {number} radius metres @param {number} limit
 * @param {AbortSignal} [signal] @returns {Promise<{items: TourSummary[]}>}
 */
export const readToursNear = ({ lat, lon }, radius, limit, signal) =>
  get(address('/v1/tours', { near: `${lat},${lon}`, radius, limit }), signal);

/** Any tours. @param {number} limit @param {AbortSignal} [signal] @returns {Promise<{items: TourSummary[]}>} */
export const readTours = (limit, signal) => get(address('/v1/tours', { limit }), signal);
