// In which order tours are listed.

import { metresBetween } from '../map/measure.js';

/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {'near' | 'name' | 'length' | 'time'} Order */

/** @type {Order[]} */
export const orders = ['near', 'name', 'length', 'time'];

/** @type {Record<Order, (a: TourSummary, b: TourSummary) => number>} */
const compare = {
  near: (a, b) => (a.distanceToStart ?? Infinity) - (b.distanceToStart ?? Infinity),
  name: (a, b) => a.name.localeCompare(b.name),
  length: (a, b) => a.distance - b.distance,
  time: (a, b) => a.duration - b.duration,
};

/**
 * The order that is asked for, as far as it can be had: without a place nothing is near.
 *
 * @param {string} asked empty for the usual one @param {boolean} hasPlace @returns {Order}
 */
export function orderOf(asked, hasPlace) {
  const order = orders.find((one) => one === asked) ?? 'near';
  return order === 'near' && !hasPlace ? 'name' : order;
}

/**
 * Tours in an order; how far away they start is from `here`, where that is known.
 *
 * @param {TourSummary[]} tours @param {Order} order @param {{lat: number, lon: number} | null} here
 */
export const inOrder = (tours, order, here) =>
  tours
    .map((tour) => here ? { ...tour, distanceToStart: metresBetween(here, tour.start) } : tour)
    .sort((a, b) => compare[order](a, b) || a.name.localeCompare(b.name));
