// Align by houses: the outlines of the houses around, over the camera's picture.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import { loadLandscape } from './world/landscape.js';

/**
 * Outlines of the houses within some metres, as lines in the scene.
 *
 * @param {import('./frames.js').LocalFrame} frame @param {number} reach metres
 * @param {(x: number, z: number) => number} ground
 * @param {(path: string) => Promise<ArrayBuffer>} load
 * @returns {Promise<{lines: any, count: number}>} count: how many houses
 */
export async function houseOutlines(frame, reach, ground, load) {
  const land = await loadLandscape(frame, reach, load);
  /** @type {number[]} */
  const points = [];
  let count = 0;
  for (const { rings, base, height } of land.houses) {
    const ring = rings[0];
    let isNear = false;
    for (let i = 0; i < ring.length; i += 2) isNear ||= Math.hypot(ring[i], ring[i + 1]) < reach;
    if (!isNear) continue;
    count++;
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length;
      const [y0, y1] = [ground(ring[i], ring[i + 1]), ground(ring[k], ring[k + 1])];
      points.push(ring[i], y0 + height, ring[i + 1], ring[k], y1 + height, ring[k + 1]);
      points.push(ring[i], y0 + base, ring[i + 1], ring[k], y1 + base, ring[k + 1]);
      points.push(ring[i], y0 + base, ring[i + 1], ring[i], y0 + height, ring[i + 1]);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  const lines = new LineSegments(
    geometry,
    new LineBasicMaterial({ color: '#ffbf66', depthTest: false }),
  );
  lines.renderOrder = 10;
  lines.frustumCulled = false;
  return { lines, count };
}
