// What maps are imported.

import { get } from '../shell/api.js';

/** @typedef {[west: number, south: number, east: number, north: number]} Bounds */

/** The boxes of the imported maps, in the order of their names. @returns {Promise<Bounds[]>} */
export async function readMapBounds() {
  /** @type {import('api-types').Geodata} */
  const { maps } = await get('/v1/geodata');
  return maps.map(({ bounds }) => /** @type {Bounds} */ (bounds));
}
