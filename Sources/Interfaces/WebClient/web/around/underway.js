// What goes on where the device is: whoever is there, and has not said so yet, is shown the way to
// checking in.

import { readAttendance } from '../data/attendance.js';
import { readEvent } from '../data/events.js';
import { metresBetween } from '../map/measure.js';
import { lastPosition } from '../map/position.js';
import { session } from '../shell/session.js';

/** @typedef {import('api-types').NearbyEvent} NearEvent */
/** @typedef {import('api-types').AttendanceLine} AttendanceLine */

/** Kinds of which is kept who was there. */
const kinds = ['event', 'practice'];

/**
 * The event or practice under way at whose place the device is, unless one is marked present.
 *
 * Position and places are compared on the device; without a position in this visit nothing is found,
 * and none is asked for.
 *
 * @param {NearEvent[]} events
 * @returns {Promise<NearEvent | null>}
 */
export async function underway(events) {
  const here = lastPosition();
  if (!here) return null;
  const now = new Date();
  for (const event of events) {
    const { kind, startsAt, endsAt, place: { lat, lon } } = event;
    if (!kinds.includes(kind) || lat === undefined || lon === undefined) continue;
    if (new Date(startsAt) > now || new Date(endsAt) < now) continue;
    const which = event.repeats ? { at: startsAt } : undefined;
    // The server says how near is near enough, while it goes on.
    const { placeMetres } = await readEvent(event.id, which);
    if (placeMetres === undefined || metresBetween(here, { lat, lon }) > placeMetres) continue;
    const { items } = await readAttendance(event.id, which);
    const own = items.find((line) => line.account.id === session.account?.id);
    if (own && own.own !== 'present') return event;
  }
  return null;
}
