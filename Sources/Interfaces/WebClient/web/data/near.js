// What is near a spot: objects, events, places of the map.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').NearbyInstance} NearbyInstance */
/** @typedef {import('api-types').NearbyEvent} NearbyEvent */
/** @typedef {import('api-types').Place} Place */
/** @typedef {{lat: number, lon: number}} Spot */

/**
 * A spot in an address, so exact that a few steps ask for the same.
 *
 * @param {Spot} spot @param {number} digits
 */
const at = ({ lat, lon }, digits) => ({ lat: lat.toFixed(digits), lon: lon.toFixed(digits) });

/**
 * Objects of a group around a spot, the nearest first.
 *
 * @param {Spot} spot @param {string} realm @param {{radius: number, limit: number}} within metres
 * @returns {Promise<NearbyInstance[]>}
 */
export const readInstancesNear = async (spot, realm, { radius, limit }) =>
  (await get(address('/v1/nearby', { ...at(spot, 4), radius, limit, realm }))).items;

/** What takes place around a spot soon. @param {Spot} spot @param {number} limit @returns {Promise<NearbyEvent[]>} */
export const readEventsNear = async (spot, limit) =>
  (await get(address('/v1/nearby-events', { ...at(spot, 4), limit }))).items;

/**
 * Places of the map around a spot, of some kinds.
 *
 * @param {Spot} spot @param {('stop' | 'poi' | 'area')[]} kinds @returns {Promise<(Place & {distance: number})[]>}
 */
export const readPlacesAround = async (spot, kinds) =>
  (await get(
    address('/v1/places/reverse', { ...at(spot, kinds.includes('area') ? 3 : 4), kinds }),
  )).items;
