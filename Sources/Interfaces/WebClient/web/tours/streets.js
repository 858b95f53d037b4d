// The names of the streets that a route leads along, asked of the map once; without them guidance has no names.

import * as api from '../shell/api.js';
import { metres } from '../map/measure.js';
import { Course } from './course.js';

/** Metres from a street within which the route goes along it. */
const beside = 15;
/** Questions under way at a time. */
const lanes = 3;

/** @param {number[]} at longitude, latitude */
const address = ([lon, lat]) =>
  `/v1/places/reverse?lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}&kinds=street`;

/** Where a name is wanted: at the start, and behind each turn. @param {Course} course */
const spots = (course) => [course.place(10), ...course.turns.map(({ after }) => after)];

/** What is asked for the guidance of a tour, to be kept for a walk without a network. @param {{route: {coordinates: number[][]}}} tour */
export const streetAddresses = ({ route }) =>
  route.coordinates.length > 1 ? spots(new Course(route.coordinates)).map(address) : [];

/**
 * Learns the streets of a course.
 *
 * @param {Course} course @param {AbortSignal} signal @param {(index: number, street: string) => void} found
 *   0: at the start; from 1 on: behind the turns
 */
export async function learnStreets(course, signal, found) {
  const wanted = spots(course);
  let next = 0;
  const lane = async () => {
    while (next < wanted.length && !signal.aborted) {
      const index = next++;
      try {
        const { items } = await api.get(address(wanted[index]), signal);
        const street = items.find((/** @type {any} */ one) =>
          one.kind === 'street' && nearBy(one, wanted[index])
        );
        if (street) found(index, street.name ?? street.title);
      } catch {
        // A turn without a name is a turn still.
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** @param {{lat: number, lon: number, distance?: number}} street @param {number[]} at */
const nearBy = (street, at) => (street.distance ?? metres([street.lon, street.lat], at)) <= beside;
