// Tours as whoever comes for the first time meets them: some, those near by, and one to try.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('../shell/view.js').View} View */

const all = '/v1/tours';

/** @param {View} view @param {number} limit @returns {import('../shell/view.js').Watched<{items: TourSummary[]}>} */
export const watchSomeTours = (view, limit) => view.watch(address(all, { limit }));

/** Those near a spot, the nearest first. @param {{lat: number, lon: number}} spot @param {number} radius metres @param {number} limit @returns {Promise<TourSummary[]>} */
export const listToursNearby = async ({ lat, lon }, radius, limit) =>
  (await get(address(all, { limit, near: `${lat.toFixed(5)},${lon.toFixed(5)}`, radius }))).items;

/** Begins a walk in the drawn world, which counts nowhere. @param {string} tour @returns {Promise<import('api-types').Run>} */
export const startTrialRun = (tour) =>
  send('POST', `${all}/${tour}/runs`, {
    body: { trial: true },
    match: null,
    changes: ['/v1/runs'],
  });
