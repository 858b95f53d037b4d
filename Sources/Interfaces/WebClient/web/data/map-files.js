// The files of which a map is drawn, for the device to keep.

import { get } from '../shell/api.js';
import { address } from './address.js';
import { readMapDescription } from './places.js';

const description = '/v1/map/tiles.json';
const style = (/** @type {string} */ theme) => address('/v1/map/style.json', { theme });

/** The addresses of a style's icons, for screens of any density. @param {{sprite?: string}} look */
function sprites({ sprite }) {
  if (!sprite) return [];
  const { pathname } = new URL(sprite, location.origin);
  return ['.json', '.png', '@2x.json', '@2x.png'].map((ending) => pathname + ending);
}

/**
 * What a map without a network needs beside its tiles, and the pattern of their addresses.
 *
 * @returns {Promise<{files: string[], tile: (x: number, y: number, zoom: number) => string}>}
 */
export async function readMapFiles() {
  const { tiles } = await readMapDescription();
  const pattern = decodeURI(new URL(tiles[0], location.origin).pathname);
  const styles = ['light', 'dark'].map(style);
  const icons = (await Promise.all(styles.map((one) => get(one)))).flatMap(sprites);
  return {
    files: [description, ...styles, ...icons],
    tile: (x, y, zoom) =>
      pattern.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y)),
  };
}
