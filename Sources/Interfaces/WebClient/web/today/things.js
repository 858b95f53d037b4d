// What stands on Today, of what the server answers: what comes next, what waits, what is in use, what is new.

import { dayKey } from '../parts/days.js';
import { isAsked } from '../parts/journey/appointment-words.js';
import { isOpen } from '../parts/waiting/words.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Notification} Notification */
/** @typedef {import('api-types').OverrideRequest} OverrideRequest */

/** So many things are shown at once; in simple mode fewer. */
export const most = 7;
export const mostSimple = 3;

/** Whether one goes to it: bookings stand among what is in use. @param {CalendarLine} line @param {Date} now */
const isAhead = (line, now) =>
  line.status !== 'cancelled' && line.kind !== 'booking' && !isAsked(line) &&
  (line.own || line.answer === 'accepted' || line.answer === 'tentative') &&
  new Date(line.endsAt) > now;

/**
 * What one goes to next: what begins next at a time of day, else what is under way, else a whole day.
 *
 * @param {CalendarLine[]} lines in order of time @param {Date} now
 */
export function nextOf(lines, now) {
  const ahead = lines.filter((line) => isAhead(line, now));
  const timed = ahead.filter(({ allDay }) => !allDay);
  return timed.find(({ startsAt }) => new Date(startsAt) > now) ?? timed[0] ?? ahead[0];
}

/** What else is on this day, under way or later. @param {CalendarLine[]} lines @param {CalendarLine | undefined} next @param {Date} now */
export const alsoToday = (lines, next, now) =>
  lines.filter((line) =>
    line !== next && isAhead(line, now) &&
    (new Date(line.startsAt) <= now || dayKey(new Date(line.startsAt)) === dayKey(now))
  );

/** What teams ask, of each series what comes first. @param {CalendarLine[]} lines in order of time @param {Date} now */
export function askedOf(lines, now) {
  const seen = new Set();
  return lines.filter((line) => {
    if (!isAsked(line) || line.status === 'cancelled' || new Date(line.startsAt) <= now) {
      return false;
    }
    if (seen.has(line.id)) return false;
    seen.add(line.id);
    return true;
  });
}

/** What is in use, or will be on this day: what is now before what comes. @param {Booking[]} bookings @param {Date} now */
export const usedOf = (bookings, now) =>
  bookings.filter(({ state, start, end }) =>
    state === 'confirmed' && new Date(end) > now &&
    (new Date(start) <= now || dayKey(new Date(start)) === dayKey(now))
  ).toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));

/** Bookings that wait for one's word. @param {Booking[]} bookings @param {string} own identifier of one's account */
export const unacknowledgedOf = (bookings, own) =>
  bookings.filter(({ state, missing }) =>
    state === 'pending' && (missing ?? []).some(({ id }) => id === own)
  );

/** Requests for a time that one has. @param {OverrideRequest[]} requests @param {string} own @param {Date} now */
export const askedFor = (requests, own, now) =>
  requests.filter(({ state, booking, expiresAt }) =>
    state === 'open' && booking.holder.id === own && new Date(expiresAt) > now
  );

/** Polls in which one has not voted. @param {Activity[]} activities */
export const unvotedOf = (activities) =>
  activities.filter(({ hosted, poll }) =>
    !hosted && poll !== undefined && isOpen(poll) && poll.ballot.length === 0
  );

/** Own polls that have ended, or in which all have voted: their host goes on. @param {Activity[]} activities */
export const endedOf = (activities) =>
  activities.filter(({ hosted, step, poll }) =>
    hosted && step === 'polling' && poll !== undefined &&
    (!isOpen(poll) || poll.voters > 0 && poll.voted === poll.voters)
  );

/** News that one has not opened. @param {Notification[]} notifications */
export const unreadNews = (notifications) =>
  notifications.filter(({ seen, subject }) => !seen && subject.kind === 'news');

/**
 * How many of each sort are shown, of at most so many: one of each as far as there is room, then more of the
 * first.
 *
 * @param {number[]} counts @param {number} room @returns {number[]}
 */
export function shares(counts, room) {
  let left = room;
  const shown = counts.map((count) => {
    if (count === 0 || left === 0) return 0;
    left--;
    return 1;
  });
  return counts.map((count, sort) => {
    const more = Math.min(left, count - shown[sort]);
    left -= more;
    return shown[sort] + more;
  });
}
