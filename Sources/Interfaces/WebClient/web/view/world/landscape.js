// What stands around a spot, from the server's vector tiles: houses, roads, water, green, in metres
// of the scene.

import { tileAddress } from '../../data/map.js';
import { readTile, ringArea } from '../mvt.js';

/** @typedef {import('../frames.js').LocalFrame} LocalFrame */
/** @typedef {import('../mvt.js').Feature} Feature */
/** @typedef {Float64Array} Points x, z, x, z ... metres east and south of the spot */
/**
 * @typedef {Object} House
 * @property {Points[]} rings the outline, then courtyards
 * @property {number} height metres
 * @property {number} base metres above the ground below which one can pass
 * @property {string} use
 * @property {boolean} isCut at the side of a tile
 * @property {number} area square metres
 */
/** @typedef {{points: Points, kind: string, use: string, name: string, width: number}} Road */
/** @typedef {{rings: Points[], kind: string, use: string}} Area */
/**
 * @typedef {Object} Landscape
 * @property {House[]} houses
 * @property {Road[]} roads
 * @property {Area[]} areas green and water
 * @property {Points[]} streams
 * @property {Points[]} routes of tours
 * @property {number} tiles how many tiles it was made of
 * @property {number} missing how many could not be had
 */

const zoom = 15;
// The server marks heights that it does not know by this one where it does not say so.
const unmarked = 8;

/** @type {Record<string, number>} metres from side to side */
const widths = {
  motorway: 14,
  trunk: 11,
  primary: 9,
  secondary: 8,
  tertiary: 7,
  unclassified: 5.5,
  residential: 5.5,
  living_street: 5,
  service: 3.4,
  pedestrian: 4.5,
  track: 2.6,
  cycleway: 2.4,
  footway: 1.8,
  path: 1.4,
  steps: 2,
  platform: 3,
  motorway_link: 6,
  trunk_link: 6,
  primary_link: 6,
  secondary_link: 6,
  tertiary_link: 5.5,
  rail: 3,
  tram: 2.6,
};

/** Column and row of the tile around a place. */
export function tileAt(/** @type {number} */ lat, /** @type {number} */ lon, level = zoom) {
  const count = 2 ** level;
  const sine = Math.asinh(Math.tan((lat * Math.PI) / 180));
  return {
    x: ((lon + 180) / 360) * count,
    y: ((1 - sine / Math.PI) / 2) * count,
  };
}

/** Degrees of a point of a tile's grid. */
function placeOf(/** @type {number} */ x, /** @type {number} */ y) {
  const count = 2 ** zoom;
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / count))) * 180) / Math.PI,
    lon: (x / count) * 360 - 180,
  };
}

/**
 * Loads what is around the frame's origin.
 *
 * @param {LocalFrame} frame
 * @param {number} reach metres to each side
 * @param {(path: string) => Promise<ArrayBuffer>} load
 * @returns {Promise<Landscape>}
 */
export async function loadLandscape(frame, reach, load) {
  const { lat, lon } = frame.origin;
  const middle = tileAt(lat, lon);
  const side = (40_075_016 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;
  const tiles = reach / side;
  const [left, right] = [Math.floor(middle.x - tiles), Math.floor(middle.x + tiles)];
  const [top, bottom] = [Math.floor(middle.y - tiles), Math.floor(middle.y + tiles)];
  /** @type {Landscape} */
  const land = { houses: [], roads: [], areas: [], streams: [], routes: [], tiles: 0, missing: 0 };
  const wanted = [];
  for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) wanted.push([x, y]);
  await Promise.all(wanted.map(async ([x, y]) => {
    try {
      addTile(land, frame, x, y, await load(tileAddress(zoom, x, y)));
      land.tiles++;
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof TypeError || error instanceof Error)) {
        throw error;
      }
      land.missing++;
    }
  }));
  return land;
}

/**
 * @param {Landscape} land @param {LocalFrame} frame @param {number} column @param {number} row
 * @param {ArrayBuffer} data
 */
export function addTile(land, frame, column, row, data) {
  const layers = readTile(data);
  // Within a tile the projection is straight to a centimetre.
  const corner = frame.scene(placeOf(column, row));
  const opposite = frame.scene(placeOf(column + 1, row + 1));
  const [width, depth] = [opposite.x - corner.x, opposite.z - corner.z];
  const metres = (/** @type {Float64Array} */ part) => {
    const points = new Float64Array(part.length);
    for (let i = 0; i < part.length; i += 2) {
      points[i] = corner.x + part[i] * width;
      points[i + 1] = corner.z + part[i + 1] * depth;
    }
    return points;
  };
  const text = (/** @type {unknown} */ value) => typeof value === 'string' ? value : '';
  const number = (/** @type {unknown} */ value) => typeof value === 'number' ? value : 0;
  for (const feature of layers.buildings ?? []) {
    for (const polygon of polygons(feature)) {
      const outline = clip(polygon[0]);
      if (outline.length < 6) continue;
      const rings = [outline, ...polygon.slice(1).map(clip).filter((ring) => ring.length >= 6)].map(
        metres,
      );
      const area = Math.abs(ringArea(rings[0])) / 2;
      if (area < 4) continue;
      const use = text(feature.tags.class);
      const known = number(feature.tags.height);
      const isGuessed = feature.tags.guessed === true || feature.tags.known === false ||
        known <= 0 ||
        (feature.tags.known === undefined && known === unmarked);
      land.houses.push({
        rings,
        use,
        area,
        base: number(feature.tags.base),
        height: isGuessed ? guessHeight(use, area, rings[0]) : known,
        isCut: outline.length !== polygon[0].length,
      });
    }
  }
  for (const feature of layers.roads ?? []) {
    if (feature.tags.tunnel === true) continue;
    const use = text(feature.tags.class);
    for (const part of feature.parts) {
      const points = metres(part);
      const road = {
        points,
        kind: text(feature.tags.kind),
        use,
        name: text(feature.tags.name),
        width: widths[use] ?? 3,
      };
      if (feature.kind === 'polygon') land.areas.push({ rings: [points], kind: 'square', use });
      else if (feature.kind === 'line') land.roads.push(road);
    }
  }
  const layersOfAreas = [['landuse', 'land'], ['green', 'green'], ['water', 'water'], [
    'squares',
    'square',
  ]];
  for (const [name, kind] of layersOfAreas) {
    for (const feature of layers[name] ?? []) {
      const use = text(feature.tags.class);
      if (feature.kind === 'line') land.streams.push(...feature.parts.map(metres));
      for (const polygon of polygons(feature)) {
        land.areas.push({ rings: polygon.map(metres), kind, use });
      }
    }
  }
  for (const feature of layers.tours ?? []) {
    if (feature.kind === 'line') land.routes.push(...feature.parts.map(metres));
  }
}

/** The polygons of a feature: each outline with its courtyards. @param {Feature} feature */
function polygons(feature) {
  /** @type {Float64Array[][]} */
  const all = [];
  if (feature.kind !== 'polygon') return all;
  for (const ring of feature.parts) {
    if (ring.length < 6) continue;
    if (ringArea(ring) > 0 || all.length === 0) all.push([ring]);
    else all[all.length - 1].push(ring);
  }
  return all;
}

/** A ring without what lies in the margin around its tile (Sutherland and Hodgman). */
export function clip(/** @type {Float64Array} */ ring) {
  let points = /** @type {number[]} */ (Array.from(ring));
  let isOutside = false;
  for (const value of points) isOutside ||= value < 0 || value > 1;
  if (!isOutside) return ring;
  for (const [axis, limit, sign] of [[0, 0, 1], [0, 1, -1], [1, 0, 1], [1, 1, -1]]) {
    const kept = [];
    for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
      const here = (points[i + axis] - limit) * sign;
      const before = (points[j + axis] - limit) * sign;
      if ((here < 0) !== (before < 0)) {
        const part = before / (before - here);
        kept.push(
          points[j] + (points[i] - points[j]) * part,
          points[j + 1] + (points[i + 1] - points[j + 1]) * part,
        );
      }
      if (here >= 0) kept.push(points[i], points[i + 1]);
    }
    points = kept;
  }
  return Float64Array.from(points);
}

/** Metres from a spot to the nearest side of an outline. @param {Points} ring @param {number} x @param {number} z */
export function distanceToRing(ring, x, z) {
  let least = Infinity;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [dx, dz] = [ring[i] - ring[j], ring[i + 1] - ring[j + 1]];
    const square = dx * dx + dz * dz;
    const along = square ? ((x - ring[j]) * dx + (z - ring[j + 1]) * dz) / square : 0;
    const part = Math.min(1, Math.max(0, along));
    least = Math.min(least, Math.hypot(ring[j] + part * dx - x, ring[j + 1] + part * dz - z));
  }
  return least;
}

/** A number from 0 to 1 that belongs to a spot, the same at each visit. */
export function chance(/** @type {number} */ x, /** @type {number} */ z, salt = 0) {
  let seed = (Math.imul(Math.round(x * 10), 374761393) + Math.imul(Math.round(z * 10), 668265263) +
    salt * 974711) | 0;
  seed = Math.imul(seed ^ (seed >>> 13), 1274126177);
  return ((seed ^ (seed >>> 16)) >>> 0) / 4294967296;
}

/** How high a house of this use and size is likely to be. */
function guessHeight(
  /** @type {string} */ use,
  /** @type {number} */ area,
  /** @type {Points} */ ring,
) {
  const some = chance(ring[0] - ring[2], ring[1] - ring[3], ring.length);
  if (['garage', 'garages', 'shed', 'hut', 'roof', 'carport'].includes(use) || area < 40) {
    return 2.6 + some;
  }
  if (use === 'church' || use === 'cathedral') return 14 + 4 * some;
  if (use === 'apartments' || use === 'office' || use === 'hotel') return 12 + 5 * some;
  if (area < 260) return 5.6 + 2 * some;
  if (area < 900) return 8.5 + 3 * some;
  return 10 + 4 * some;
}
