// Lines and rings of a tour: lengths, places along them, and files that hold them. Nothing here
// draws or asks the server.

import { earth, metres } from '../map/measure.js';

export { metres };

const radians = Math.PI / 180;

/**
 * A point: longitude, latitude, and 1 if it only follows a path between two points that somebody
 * has set.
 *
 * @typedef {[number, number] | [number, number, number]} Point
 */

/** The length of a line in metres. @param {Point[]} line */
export function lengthOf(line) {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += metres(line[i - 1], line[i]);
  return sum;
}

/**
 * The place so many metres along a line, and the index of the point before it.
 *
 * @param {Point[]} line of at least one point @param {number} distance
 * @returns {{at: Point, index: number}}
 */
export function along(line, distance) {
  let left = Math.max(0, distance);
  for (let i = 1; i < line.length; i++) {
    const step = metres(line[i - 1], line[i]);
    if (left <= step && step > 0) {
      const part = left / step;
      const [from, to] = [line[i - 1], line[i]];
      return {
        at: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
        index: i - 1,
      };
    }
    left -= step;
  }
  const last = line[line.length - 1];
  return { at: [last[0], last[1]], index: line.length - 1 };
}

/** A point as the server keeps it. @param {Point} point @returns {[number, number]} */
export const rounded = ([lon, lat]) => [Math.round(lon * 1e7) / 1e7, Math.round(lat * 1e7) / 1e7];

/** The line without points that stand on the one before. @param {Point[]} line @returns {Point[]} */
export const cleaned = (line) =>
  line.filter((point, index) =>
    index === 0 || point[0] !== line[index - 1][0] || point[1] !== line[index - 1][1]
  );

/**
 * The line with a part of it put in the place of what lies between two points.
 *
 * @param {Point[]} line @param {number} from index of the first @param {number} to of the last
 * @param {Point[]} between
 */
export const spliced = (line, from, to, between) => [
  ...line.slice(0, from + 1),
  ...between,
  ...line.slice(to),
];

/**
 * The index of the next point on either side that somebody has set; -1 beyond the ends.
 *
 * @param {Point[]} line @param {number} index @param {1 | -1} step
 */
export function neighbour(line, index, step) {
  let at = index + step;
  while (at >= 0 && at < line.length && line[at][2]) at += step;
  return at >= 0 && at < line.length ? at : -1;
}

/** A ring around a place. @param {Point} at @param {number} radius metres @returns {Point[]} closed */
export function circle([lon, lat], radius) {
  const north = radius / earth / radians;
  const east = north / Math.max(0.01, Math.cos(lat * radians));
  return Array.from({ length: 49 }, (_, i) => {
    const turn = (i / 48) * 2 * Math.PI;
    return [lon + east * Math.sin(turn), lat + north * Math.cos(turn)];
  });
}

/** A file that holds no line. */
export class NoLineError extends Error {}

/**
 * The longest line of a GPX, KML or GeoJSON file, and its named points.
 *
 * @param {string} text @returns {{line: Point[], places: {name: string, at: Point}[]}}
 * @throws {NoLineError}
 */
export function readFile(text) {
  const found = text.trimStart().startsWith('{') ? readGeoJSON(text) : readXML(text);
  const lines = found.lines.map(cleaned).filter((line) => line.length >= 2);
  if (lines.length === 0) throw new NoLineError();
  const line = lines.reduce((best, one) => lengthOf(one) > lengthOf(best) ? one : best);
  return { line, places: found.places };
}

/** @param {unknown} position @returns {Point | null} */
function point(position) {
  const [lon, lat] = Array.isArray(position) ? position : [];
  const isPlace = Number.isFinite(lon) && Number.isFinite(lat) && Math.abs(lon) <= 180 &&
    Math.abs(lat) <= 90;
  return isPlace ? rounded([lon, lat]) : null;
}

/** A list that a file should hold. @param {unknown} value @returns {unknown[]} */
const listOf = (value) => Array.isArray(value) ? value : [];

/** @param {unknown} positions @returns {Point[]} */
const points = (positions) =>
  listOf(positions).map(point).filter((one) => one !== null).map((
    one,
  ) => /** @type {Point} */ (one));

/** @typedef {{lines: Point[][], places: {name: string, at: Point}[]}} Content */

/** @param {string} text @returns {Content} */
function readGeoJSON(text) {
  /** @type {Content} */
  const found = { lines: [], places: [] };
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoLineError();
  }
  /** @param {any} one any: whatever the file holds @param {string} name @param {number} depth */
  const read = (one, name, depth) => {
    if (!one || typeof one !== 'object' || depth > 8) return;
    const called = String(one.properties?.name ?? one.properties?.title ?? name);
    if (one.type === 'LineString') found.lines.push(points(one.coordinates));
    else if (one.type === 'MultiLineString') {
      for (const line of listOf(one.coordinates)) found.lines.push(points(line));
    } else if (one.type === 'Point') {
      const at = point(one.coordinates);
      if (at) found.places.push({ name: called, at });
    } else if (one.type === 'Feature') read(one.geometry, called, depth + 1);
    for (const inner of listOf(one.features ?? one.geometries)) read(inner, called, depth + 1);
  };
  read(value, '', 0);
  return found;
}

/** GPX and KML. @param {string} text @returns {Content} */
function readXML(text) {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) throw new NoLineError();
  const all = (/** @type {Document | Element} */ from, /** @type {string} */ name) => [
    ...from.getElementsByTagNameNS('*', name),
  ];
  const text1 = (/** @type {Element} */ from, /** @type {string} */ name) =>
    all(from, name)[0]?.textContent?.trim() ?? '';
  const gpx = (/** @type {Element} */ one) => [
    Number(one.getAttribute('lon') ?? NaN),
    Number(one.getAttribute('lat') ?? NaN),
  ];
  const kml = (/** @type {Element} */ one) =>
    (one.textContent ?? '').trim().split(/\s+/).map((part) => part.split(',').map(Number));
  /** @type {Content} */
  const found = { lines: [], places: [] };
  for (const track of all(document, 'trk')) found.lines.push(points(all(track, 'trkpt').map(gpx)));
  for (const route of all(document, 'rte')) found.lines.push(points(all(route, 'rtept').map(gpx)));
  for (const place of all(document, 'wpt')) {
    const at = point(gpx(place));
    if (at) found.places.push({ name: text1(place, 'name'), at });
  }
  for (const line of all(document, 'LineString')) {
    for (const one of all(line, 'coordinates')) found.lines.push(points(kml(one)));
  }
  for (const mark of all(document, 'Placemark')) {
    const where = all(mark, 'Point').flatMap((one) => all(one, 'coordinates'))[0];
    const at = where ? point(kml(where)[0]) : null;
    if (at) found.places.push({ name: text1(mark, 'name'), at });
  }
  return found;
}
