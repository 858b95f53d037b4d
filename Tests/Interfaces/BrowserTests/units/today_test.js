// What stands on Today, and how much of it.

import assert from 'node:assert/strict';
import {
  alsoToday,
  askedFor,
  askedOf,
  endedOf,
  nextOf,
  shares,
  unacknowledgedOf,
  unreadNews,
  unvotedOf,
  usedOf,
} from '../../../../Sources/Interfaces/WebClient/web/today/things.js';

const now = new Date(2026, 4, 4, 10, 0);
const hour = 3_600_000;
const at = (/** @type {number} */ hours) => new Date(now.getTime() + hours * hour).toISOString();

/** @param {string} id @param {number} begin hours from now @param {object} [more] */
const line = (id, begin, more) =>
  /** @type {import('api-types').CalendarLine} */ ({
    id,
    kind: 'appointment',
    title: id,
    startsAt: at(begin),
    endsAt: at(begin + 1),
    zone: 'UTC',
    allDay: false,
    repeats: false,
    status: 'confirmed',
    own: true,
    answer: 'accepted',
    ...more,
  });
const ids = (/** @type {{id: string}[]} */ items) => items.map(({ id }) => id).join(' ');

Deno.test('next is what begins next, else what is under way, else a whole day', () => {
  const holiday = line('holiday', -10, { allDay: true, endsAt: at(14) });
  const meeting = line('meeting', -0.5);
  const lunch = line('lunch', 2);
  assert.equal(nextOf([holiday, meeting, lunch], now)?.id, 'lunch');
  assert.equal(nextOf([holiday, meeting], now)?.id, 'meeting');
  assert.equal(nextOf([holiday], now)?.id, 'holiday');
  assert.equal(nextOf([line('over', -3)], now), undefined);
});

Deno.test('one does not go to what is cancelled, declined, only asked, or a booking', () => {
  const others = [
    line('cancelled', 1, { status: 'cancelled' }),
    line('declined', 1, { own: false, answer: 'declined' }),
    line('asked', 1, { own: false, answer: 'needsAction', kind: 'event' }),
    line('booked', 1, { kind: 'booking' }),
  ];
  assert.equal(nextOf([...others, line('perhaps', 2, { own: false, answer: 'tentative' })], now)?.id, 'perhaps');
});

Deno.test('what else is on the day is under way or later, and not tomorrow', () => {
  const next = line('next', 1);
  const lines = [line('over', -3), line('now', -0.5), next, line('evening', 8), line('tomorrow', 20)];
  assert.equal(ids(alsoToday(lines, next, now)), 'now evening');
});

Deno.test('of a series that a team asks about only the first one waits, and nothing that has begun', () => {
  const asked = { own: false, answer: 'needsAction', kind: 'practice', repeats: true };
  const lines = [line('rowing', -0.5, asked), line('rowing', 24, asked), line('rowing', 192, asked)];
  assert.deepEqual(askedOf(lines, now).map(({ startsAt }) => startsAt), [at(24)]);
  assert.equal(askedOf([line('own', 1)], now).length, 0);
});

/** @param {string} id @param {number} begin @param {number} end @param {object} [more] */
const booking = (id, begin, end, more) =>
  /** @type {import('api-types').Booking} */ (/** @type {unknown} */ ({
    id,
    state: 'confirmed',
    start: at(begin),
    end: at(end),
    holder: { id: 'ana', name: 'Ana' },
    ...more,
  }));

Deno.test('in use is what somebody has now, and then what is booked for later today', () => {
  const bookings = [
    booking('later', 3, 4),
    booking('now', -1, 1),
    booking('over', -3, -1),
    booking('tomorrow', 20, 21),
    booking('pending', 1, 2, { state: 'pending' }),
  ];
  assert.equal(ids(usedOf(bookings, now)), 'now later');
});

Deno.test('bookings wait for those who have not acknowledged them, requests for the holder', () => {
  const pending = booking('p', 1, 2, { state: 'pending', missing: [{ id: 'ben', name: 'Ben' }] });
  assert.equal(ids(unacknowledgedOf([pending], 'ben')), 'p');
  assert.equal(unacknowledgedOf([pending], 'ana').length, 0);
  const request = /** @type {import('api-types').OverrideRequest} */ (/** @type {unknown} */ ({
    id: 'r',
    state: 'open',
    expiresAt: at(1),
    booking: booking('b', 1, 2),
  }));
  assert.equal(ids(askedFor([request], 'ana', now)), 'r');
  assert.equal(askedFor([request], 'ben', now).length, 0);
  assert.equal(askedFor([{ ...request, state: 'denied' }], 'ana', now).length, 0);
  assert.equal(askedFor([{ ...request, expiresAt: at(-1) }], 'ana', now).length, 0);
});

Deno.test('polls wait for those who have not voted, and at their end for the host', () => {
  const later = new Date(Date.now() + hour).toISOString();
  const activity = (/** @type {object} */ poll, more = {}) =>
    /** @type {import('api-types').Activity} */ (/** @type {unknown} */ ({
      id: 'a',
      hosted: false,
      step: 'polling',
      poll: { state: 'open', deadline: later, ballot: [], voters: 2, voted: 0, ...poll },
      ...more,
    }));
  assert.equal(unvotedOf([activity({})]).length, 1);
  assert.equal(unvotedOf([activity({ ballot: ['x'] })]).length, 0);
  assert.equal(unvotedOf([activity({ state: 'closed' })]).length, 0);
  assert.equal(unvotedOf([activity({}, { hosted: true })]).length, 0);
  assert.equal(endedOf([activity({}, { hosted: true })]).length, 0);
  assert.equal(endedOf([activity({ voted: 2 }, { hosted: true })]).length, 1);
  assert.equal(endedOf([activity({ state: 'closed' }, { hosted: true })]).length, 1);
  assert.equal(endedOf([activity({ state: 'closed' })]).length, 0);
});

Deno.test('news are those that were not opened', () => {
  const told = (/** @type {string} */ id, /** @type {boolean} */ seen, kind = 'news') =>
    /** @type {import('api-types').Notification} */ (/** @type {unknown} */ ({ id, seen, subject: { kind, id } }));
  assert.equal(ids(unreadNews([told('a', false), told('b', true), told('c', false, 'event')])), 'a');
});

Deno.test('one of each sort is shown as far as there is room, then more of the first', () => {
  assert.deepEqual(shares([5, 2, 3], 6), [4, 1, 1]);
  assert.deepEqual(shares([1, 2, 3], 6), [1, 2, 3]);
  assert.deepEqual(shares([0, 2, 3], 2), [0, 1, 1]);
  assert.deepEqual(shares([4, 1, 1], 2), [1, 1, 0]);
  assert.deepEqual(shares([1, 0, 2], 9), [1, 0, 2]);
});
