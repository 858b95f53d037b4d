// What the view asks of the server.

import { listHeights } from '../data/map.js';
import { readObject } from '../data/objects.js';

/** @typedef {import('./stage.js').Thing} Thing */
/** @typedef {import('./frames.js').Quaternion} Quaternion */
/** @typedef {{min: number[], max: number[]}} BoundingBox */

/** A file of the server. @param {string} path @returns {Promise<ArrayBuffer>} */
export async function load(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

/** @type {Map<string, Promise<import('../data/objects.js').ARObject>>} */
const objects = new Map();

/** What is known of an object: name, alternative text, size. @param {string} id */
export function objectOf(id) {
  let object = objects.get(id);
  if (!object) {
    object = readObject(id);
    objects.set(id, object);
    object.catch(() => objects.delete(id));
  }
  return object;
}

/** Steps along a side of the square whose ground is asked for. */
const groundSteps = 40;

/**
 * The ground around a spot where heights are imported: a square of points, row by row from the
 * north-west.
 *
 * @param {import('./frames.js').LocalFrame} frame its origin is the middle
 * @param {number} reach metres to each side
 * @returns {Promise<number[] | null>} metres above the ellipsoid; null where not all are known
 */
export async function groundAround(frame, reach) {
  const positions = [];
  for (let row = 0; row <= groundSteps; row++) {
    for (let column = 0; column <= groundSteps; column++) {
      const { lat, lon } = frame.place({
        x: (column / groundSteps * 2 - 1) * reach,
        y: 0,
        z: (row / groundSteps * 2 - 1) * reach,
      });
      positions.push([Number(lon.toFixed(6)), Number(lat.toFixed(6))]);
    }
  }
  try {
    // One point tells whether the others are worth their way.
    const middle = positions[(positions.length - 1) / 2];
    if ((await listHeights([middle], 'ellipsoid'))[0] === null) return null;
    const heights = await listHeights(positions, 'ellipsoid');
    return heights.includes(null) ? null : /** @type {number[]} */ (heights);
  } catch {
    return null;
  }
}
