// What goes on where the device is: whoever is there, and has not said so yet, is shown the way to
// checking in.

import { metresBetween } from '../map/measure.js';
import { lastPosition } from '../map/position.js';
import * as api from '../shell/api.js';
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
    const path = `/v1/group-events/${event.id}`;
    const which = event.repeats ? `occurrence=${encodeURIComponent(startsAt)}` : '';
    // The server says how near is near enough, while it goes on.
    const { placeMetres } = await api.get(`${path}?${which}`);
    if (placeMetres === undefined || metresBetween(here, { lat, lon }) > placeMetres) continue;
    const { items } = await api.get(`${path}/attendance?limit=200&${which}`);
    const own = items.find((/** @type {AttendanceLine} */ line) =>
      line.account.id === session.account?.id
    );
    if (own && own.own !== 'present') return event;
  }
  return null;
}
