// Ways on foot along the paths of the map.

import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {[number, number] | [number, number, number]} Point longitude, latitude and, where known, metres */

/** @param {Point} point */
const place = ([lon, lat]) => `${lat.toFixed(7)},${lon.toFixed(7)}`;

/** The line of the way from one point to another. @param {Point} from @param {Point} to @returns {Promise<Point[]>} */
export async function readFootpath(from, to) {
  /** @type {import('api-types').Routes} */
  const { itineraries: [first] } = await get(
    address('/v1/routes', { from: place(from), to: place(to), mode: 'walk', limit: 1 }),
  );
  return first.legs.flatMap(({ geometry }) => /** @type {Point[]} */ (geometry?.coordinates ?? []));
}
