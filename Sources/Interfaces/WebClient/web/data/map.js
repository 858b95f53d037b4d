// What a map is drawn from: its style and tiles, and how high the ground is.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** A style of MapLibre. @typedef {{layers: {id: string, 'source-layer'?: string}[]}} MapStyle */

/** @param {'light' | 'dark'} theme @returns {Promise<MapStyle>} */
export const readMapStyle = (theme) => get(address('/v1/map/style.json', { theme }));

/** The address of a tile. @param {number} zoom @param {number} x @param {number} y */
export const tileAddress = (zoom, x, y) => `/v1/map/${zoom}/${x}/${y}.mvt`;

/**
 * Metres above the sea, or above the ellipsoid; null where none are known. It only asks, though it is too long for
 * an address.
 *
 * @param {number[][]} positions longitude, latitude @param {'geoid' | 'ellipsoid'} [datum]
 * @returns {Promise<(number | null)[]>}
 */
export const listHeights = async (positions, datum) =>
  (await send('POST', '/v1/heights', { body: { positions, datum }, match: null, changes: [] }))
    .heights;
