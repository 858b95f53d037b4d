// What the map of all tours shows first: tours of one place, as a map of places far from each other shows none.

import { metresBetween } from '../map/measure.js';

/** @typedef {import('../data/geodata.js').Bounds} Bounds */
/** @typedef {{lat: number, lon: number}} Place */

/** Metres within which tours are of one place. */
const reach = 25_000;

/** Degrees around a single place that are shown. */
const margin = 0.004;

/**
 * The corners of what shows some places.
 *
 * @param {Place[]} places @returns {[[number, number], [number, number]]}
 */
export function cornersOf(places) {
  const lons = places.map(({ lon }) => lon);
  const lats = places.map(({ lat }) => lat);
  return [
    [Math.min(...lons) - margin, Math.min(...lats) - margin],
    [Math.max(...lons) + margin, Math.max(...lats) + margin],
  ];
}

/**
 * The places that are shown: the reader's with the tours around it, else the first map's tours, else the first tour's.
 *
 * @param {Place[]} starts of tours, in their order
 * @param {Place | null} reader where the reader is, or the place that was chosen
 * @param {Bounds[]} maps that are imported
 * @returns {Place[]}
 */
export function shownFirst(starts, reader, maps) {
  const near = (/** @type {Place} */ place) =>
    starts.filter((start) => metresBetween(place, start) <= reach);
  if (reader) {
    const around = near(reader);
    if (around.length > 0) return [reader, ...around];
    const [nearest] = [...starts].sort((a, b) =>
      metresBetween(reader, a) - metresBetween(reader, b)
    );
    return nearest ? near(nearest) : [reader];
  }
  const isOn = (
    /** @type {Place} */ { lat, lon },
    /** @type {Bounds} */ [west, south, east, north],
  ) => lon >= west && lon <= east && lat >= south && lat <= north;
  const first = maps.map((map) => starts.find((start) => isOn(start, map))).find(Boolean) ??
    starts[0];
  return first ? near(first) : [];
}
