// Places and stops by their names.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Place} Place */
/** @typedef {import('api-types').Stop} Stop */
/** @typedef {{lat: number, lon: number}} Spot */

/** @param {Spot | null | undefined} spot */
const near = (spot) => spot ? `${spot.lat.toFixed(5)},${spot.lon.toFixed(5)}` : undefined;

/**
 * Places of the imported maps, tours and one's calendar, those near to a spot first.
 *
 * @param {string} q @param {Spot | null} [spot] @param {AbortSignal} [signal] @returns {Promise<Place[]>}
 */
export const listPlaces = async (q, spot, signal) =>
  (await get(address('/v1/places', { limit: 8, q, near: near(spot) }), signal)).items;

/** Stops of the timetables. @param {string} q @param {Spot | null} [spot] @param {AbortSignal} [signal] @returns {Promise<Stop[]>} */
export const listStops = async (q, spot, signal) =>
  (await get(address('/v1/stops', { limit: 6, q, near: near(spot) }), signal)).items;

/** What the imported maps cover: west, south, east, north. @returns {Promise<import('api-types').TileDescription>} */
export const readMapDescription = () => get('/v1/map/tiles.json');

/** @param {import('../shell/view.js').View} view @returns {import('../shell/view.js').Watched<import('api-types').TileDescription>} */
export const watchMapDescription = (view) => view.watch('/v1/map/tiles.json');
