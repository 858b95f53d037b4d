// Bookings of shared things: what is missing of one, the rules, the days, and what is said of a thing.

import assert from 'node:assert/strict';
import texts from '../../../../Sources/Interfaces/WebClient/web/parts/people/texts.en.js';
import { bookingsOn, daysBetween, stands, takenHours } from '../../../../Sources/Interfaces/WebClient/web/resources/days.js';
import { bodyOf, valuesOf, errorsIn } from '../../../../Sources/Interfaces/WebClient/web/resources/draft.js';
import { brokenRules, ruleWords } from '../../../../Sources/Interfaces/WebClient/web/resources/rules.js';
import resourceTexts from '../../../../Sources/Interfaces/WebClient/web/resources/texts.en.js';
import { bookingErrors } from '../../../../Sources/Interfaces/WebClient/web/resources/words.js';
import { why } from '../../../../Sources/Interfaces/WebClient/web/parts/waiting/words.js';
import { timeText } from '../../../../Sources/Interfaces/WebClient/web/parts/people/times.js';
import shellTexts from '../../../../Sources/Interfaces/WebClient/web/shell/texts.en.js';
import waitingTexts from '../../../../Sources/Interfaces/WebClient/web/parts/waiting/texts.en.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

await loadTexts('shell', { en: async () => ({ default: shellTexts }) });
await loadTexts('waiting', { en: async () => ({ default: waitingTexts }) });
await loadTexts('people', { en: async () => ({ default: texts }) });
await loadTexts('resources', { en: async () => ({ default: resourceTexts }) });

const booking = (/** @type {Date} */ start, /** @type {Date} */ end, state = 'confirmed') =>
  /** @type {any} */ ({ start: start.toISOString(), end: end.toISOString(), state });
const may = (/** @type {number} */ day, hour = 0) => new Date(2026, 4, day, hour);
const rules = { noticeHours: 0, longestMinutes: 120, sameDay: true };
/** A time so many hours from now, as fields have it. */
const fromNow = (/** @type {number} */ hours, /** @type {number} */ length) => {
  const start = new Date(Date.now() + hours * 3_600_000);
  return { start: timeText(start), end: timeText(new Date(start.getTime() + length * 3_600_000)) };
};

Deno.test('a booking needs a time, an end after it, a reason and a priority', () => {
  const whole = { start: '2026-05-04T08:00', end: '2026-05-04T09:00', reason: 'Exam', priority: 'high' };
  assert.deepEqual(bookingErrors(whole), {});
  assert.deepEqual(Object.keys(bookingErrors({ start: '', end: '', reason: ' ', priority: '' })), [
    'start', 'end', 'reason', 'priority',
  ]);
  assert.deepEqual(Object.keys(bookingErrors({ ...whole, end: whole.start })), ['end']);
});

Deno.test('why something is booked is told with how much it matters', () => {
  assert.equal(why({ reason: 'Exam', priority: 'high' }), 'Exam (Priority: High)');
});

Deno.test('what was given up or away holds no time', () => {
  const states = ['pending', 'confirmed', 'cancelled', 'overridden'];
  assert.deepEqual(states.map((state) => stands(booking(may(4), may(5), state))), [true, true, false, false]);
});

Deno.test('the days of a span, each at its midnight, and not more than a month', () => {
  assert.deepEqual(daysBetween('2026-05-30', '2026-06-01'), [may(30), may(31), new Date(2026, 5, 1)]);
  assert.deepEqual(daysBetween('2026-05-04', '2026-05-03'), []);
  assert.equal(daysBetween('2026-05-01', '2026-12-31').length, 31);
});

Deno.test('a booking over midnight is in both days, one that ends there in one', () => {
  const over = booking(may(4, 22), may(5, 2));
  const until = booking(may(4, 20), may(5));
  assert.deepEqual(bookingsOn([over, until], may(4)), [over, until]);
  assert.deepEqual(bookingsOn([over, until], may(5)), [over]);
  assert.deepEqual(bookingsOn([over, until], may(6)), []);
});

Deno.test('hours are taken that a booking touches', () => {
  const taken = takenHours([booking(may(4, 8), new Date(2026, 4, 4, 9, 30))], may(4));
  assert.equal(taken.length, 24);
  assert.deepEqual(taken.flatMap((isTaken, hour) => isTaken ? [hour] : []), [8, 9]);
});

Deno.test('the rules are told as far as there are some', () => {
  assert.deepEqual(ruleWords(rules), ['It is booked for 2 h at most.']);
  assert.deepEqual(ruleWords({ noticeHours: 48, longestMinutes: 20_160, sameDay: false, perWeek: 1 }), [
    'It is booked for 14 days at most.',
    'It is booked at least 2 days before.',
    'It is booked for tomorrow at the earliest.',
    'Everybody may book it once a week.',
  ]);
});

Deno.test('the rule that a time breaks is told at the field that is to be changed', () => {
  assert.deepEqual(brokenRules(rules, fromNow(1, 2)), {});
  assert.deepEqual(Object.keys(brokenRules(rules, fromNow(1, 3))), ['end']);
  assert.deepEqual(Object.keys(brokenRules({ ...rules, noticeHours: 48 }, fromNow(24, 1))), ['start']);
  assert.deepEqual(brokenRules({ ...rules, noticeHours: 48 }, fromNow(50, 1)), {});
  assert.deepEqual(Object.keys(brokenRules({ ...rules, sameDay: false }, fromNow(0, 1))), ['start']);
  assert.deepEqual(brokenRules({ ...rules, sameDay: false }, fromNow(25, 1)), {});
});

Deno.test('what is said of a thing comes back as it was, with its place on the map', () => {
  const thing = /** @type {any} */ ({
    name: 'Car', description: 'Red', place: { lat: 47.2, lon: 9.5, label: 'Garage' },
    rules: { noticeHours: 1, longestMinutes: 90, perWeek: 3, sameDay: true }, calendarAddress: 'https://example.org/c.ics',
  });
  const { name, description, place, rules: kept, calendarAddress } = thing;
  assert.deepEqual(bodyOf(valuesOf(thing), thing), { name, description, place, rules: kept, calendarAddress });
  assert.deepEqual(bodyOf({ ...valuesOf(thing), where: 'Yard' }, thing).place, { label: 'Yard' });
  assert.equal(bodyOf({ ...valuesOf(thing), where: '' }, thing).place, undefined);
  const unnamed = { ...thing, place: { lat: 47.2, lon: 9.5 } };
  assert.deepEqual(bodyOf(valuesOf(unnamed), unnamed).place, unnamed.place);
  assert.deepEqual(bodyOf({ ...valuesOf(), name: ' Car ' }), {
    name: 'Car', description: '', rules: { sameDay: false, noticeHours: 0, longestMinutes: 20_160 },
  });
});

Deno.test('what is wrong with a thing is told at its field', () => {
  const wrong = (/** @type {object} */ values) => Object.keys(errorsIn({ ...valuesOf(), name: 'Car', ...values }));
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ name: ' ' }), ['name']);
  for (const noticeHours of ['', '-1', '1.5', '8761']) assert.deepEqual(wrong({ noticeHours }), ['noticeHours']);
  for (const longestHours of ['', '0.1', '745']) assert.deepEqual(wrong({ longestHours }), ['longestHours']);
  for (const perWeek of ['0', '1.5', '673']) assert.deepEqual(wrong({ perWeek }), ['perWeek']);
});
