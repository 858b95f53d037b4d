// When to leave for an appointment, and how one gets there.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').TravelPlan} TravelPlan */
/** @typedef {import('../shell/view.js').View} View */

/** @param {string} id @param {string} [occurrence] @param {Record<string, import('./address.js').QueryValue>} [query] */
const path = (id, occurrence, query) =>
  address(`/v1/appointments/${id}/plan`, { occurrence, ...query });

/**
 * @param {View} view @param {string} id of the appointment @param {string} [occurrence] when the one of a series begins
 * @param {(resource: import('../shell/api.js').Resource<TravelPlan>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<TravelPlan>}
 */
export const watchTravelPlan = (view, id, occurrence, call) =>
  view.watch(path(id, occurrence), call);

/**
 * A plan by other wishes than the usual ones.
 *
 * @param {string} id @param {string | undefined} occurrence
 * @param {{from?: {lat: number, lon: number}, relax?: boolean}} wishes from where, and whether without limits
 * @param {AbortSignal} signal @returns {Promise<TravelPlan>}
 */
export const readTravelPlan = (id, occurrence, { from, relax }, signal) =>
  get(
    path(id, occurrence, {
      from: from && `${from.lat.toFixed(6)},${from.lon.toFixed(6)}`,
      relax,
    }),
    signal,
  );
