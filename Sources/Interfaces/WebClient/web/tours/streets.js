// The names of the streets that a route leads along, asked of the map once; without them guidance has no names.

import { readStreets, streetAddress } from '../data/streets.js';
import { metres } from '../map/measure.js';
import { Course } from './course.js';

/** Metres from a street within which the route goes along it. */
const beside = 15;
/** Questions under way at a time. */
const lanes = 3;

/** Where a name is wanted: at the start, and behind each turn. @param {Course} course */
const spots = (course) => [course.place(10), ...course.turns.map(({ after }) => after)];

/** What is asked for the guidance of a tour, to be kept for a walk without a network. @param {{route: {coordinates: number[][]}}} tour */
export const streetAddresses = ({ route }) =>
  route.coordinates.length > 1 ? spots(new Course(route.coordinates)).map(streetAddress) : [];

/**
 * Learns the streets of a course.
 *
 * @param {Course} course @param {AbortSignal} signal @param {(index: number, street: string) => void} tell
 *   0: at the start; from 1 on: behind the turns
 */
export async function learnStreets(course, signal, tell) {
  const wanted = spots(course);
  let next = 0;
  const lane = async () => {
    while (next < wanted.length && !signal.aborted) {
      const index = next++;
      try {
        const found = await readStreets(wanted[index], signal);
        const street = found.find((one) => one.kind === 'street' && nearBy(one, wanted[index]));
        if (street) tell(index, street.name ?? street.title);
      } catch {
        // A turn without a name is a turn still.
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** @param {{lat: number, lon: number, distance?: number}} street @param {number[]} at */
const nearBy = (street, at) => (street.distance ?? metres([street.lon, street.lat], at)) <= beside;
