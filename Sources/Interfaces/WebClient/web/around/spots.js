// What can be said of a spot by comparing places: why it is shown, whether a map has it, its name.

import { metresBetween } from '../map/measure.js';

/** @typedef {{lat: number, lon: number}} Spot */
/** @typedef {[west: number, south: number, east: number, north: number]} Bounds */

/** Metres within which the middle of the map is where one is. */
const sameSpot = 30;

/**
 * Why a spot is shown; only a position that is known makes it the place where one is.
 *
 * @param {Spot} spot @param {Spot | null} position of the device @param {Spot | undefined} sample
 * @returns {'here' | 'sample' | 'chosen'}
 */
export function reasonFor(spot, position, sample) {
  if (position && metresBetween(spot, position) <= sameSpot) return 'here';
  return sample && metresBetween(spot, sample) <= sameSpot ? 'sample' : 'chosen';
}

/** Whether a spot lies within one of the imported maps. @param {Spot} spot @param {Bounds[]} maps */
export const isMapped = ({ lat, lon }, maps) =>
  maps.some(([west, south, east, north]) =>
    lat >= south && lat <= north && lon >= west && lon <= east
  );

const settlements = ['city', 'town', 'village', 'municipality', 'hamlet'];

/**
 * What a place is called, of what the map knows around it: the settlement before its parts.
 *
 * @param {{category?: string, title?: string}[]} areas the nearest first
 */
export function settlementOf(areas) {
  const named = areas.filter(({ title }) => title);
  const settlement = named.find(({ category }) => settlements.includes(category ?? ''));
  return (settlement ?? named[0])?.title ?? '';
}
