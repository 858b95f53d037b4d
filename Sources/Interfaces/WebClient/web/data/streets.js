// Streets of the map by place.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Place} Place */

/** The address of the street at a place, for the device to keep. @param {number[]} at longitude, latitude */
export const streetAddress = ([lon, lat]) =>
  address('/v1/places/reverse', { lat: lat.toFixed(6), lon: lon.toFixed(6), kinds: 'street' });

/** @param {number[]} at longitude, latitude @param {AbortSignal} [signal] @returns {Promise<Place[]>} streets, the nearest first */
export const readStreets = async (at, signal) => (await get(streetAddress(at), signal)).items;
