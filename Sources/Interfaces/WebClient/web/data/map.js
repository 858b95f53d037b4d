// What a map is drawn from: its style, and heights along lines.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** A style of MapLibre. @typedef {{layers: {id: string, 'source-layer'?: string}[]}} MapStyle */

/** @param {'light' | 'dark'} theme @returns {Promise<MapStyle>} */
export const readMapStyle = (theme) => get(address('/v1/map/style.json', { theme }));

/**
 * Metres above the sea; null where none are known. It only asks, though it is too long for an address.
 *
 * @param {number[][]} positions longitude, latitude @returns {Promise<(number | null)[]>}
 */
export const listHeights = async (positions) =>
  (await send('POST', '/v1/heights', { body: { positions }, match: null, changes: [] })).heights;
