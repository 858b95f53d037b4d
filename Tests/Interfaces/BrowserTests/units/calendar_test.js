import assert from 'node:assert/strict';
import { dayKey, dayOf, halfHour } from '../../../../Sources/Interfaces/WebClient/web/parts/days.js';
import {
  AppointmentForm, empty, endAfter, moved, newBody, own, seconds, shared, valuesOf,
} from '../../../../Sources/Interfaces/WebClient/web/calendar/editing/draft.js';
import { laterStart, previousOf } from '../../../../Sources/Interfaces/WebClient/web/calendar/editing/previous.js';
import {
  begins, ends, further, nowhere, shifted, stepOf,
} from '../../../../Sources/Interfaces/WebClient/web/calendar/editing/shifting.js';
import { clip, overlap, spanOf as busySpan, without } from '../../../../Sources/Interfaces/WebClient/web/calendar/views/busy.js';
import {
  byDay, modes, nextToLeaveFor, onDay, spanOf, stepped, titleOf,
} from '../../../../Sources/Interfaces/WebClient/web/calendar/views/span.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Appointment} Appointment */

const vaduz = 'Europe/Vaduz';
const date = (/** @type {string} */ key) => /** @type {Date} */ (dayOf(key));

/** @param {Partial<CalendarLine>} members @returns {CalendarLine} */
const line = (members) => ({
  id: 'a', kind: 'appointment', title: 'Choir', startsAt: '2026-05-04T16:00:00Z', endsAt: '2026-05-04T17:00:00Z',
  zone: vaduz, allDay: false, repeats: false, status: 'confirmed', own: true, answer: 'accepted', ...members,
});

// The days of a view

Deno.test('each view shows its days', () => {
  const days = Object.fromEntries(modes.map((mode) => {
    const { from, to } = spanOf(mode, date('2026-05-06'));
    return [mode, `${dayKey(from)} ${dayKey(to)}`];
  }));
  assert.deepEqual(days, {
    list: '2026-05-06 2026-06-03',
    day: '2026-05-06 2026-05-07',
    week: '2026-05-04 2026-05-11',
    month: '2026-04-27 2026-06-08',
    year: '2026-01-01 2027-01-01',
  });
});

Deno.test('a step on and one back lead to where one was, by days and weeks', () => {
  for (const mode of /** @type {const} */ (['list', 'day', 'week'])) {
    const at = date('2026-03-28');
    assert.equal(dayKey(stepped(mode, stepped(mode, at, 1), -1)), '2026-03-28', mode);
  }
  assert.equal(dayKey(stepped('month', date('2026-01-31'), 1)), '2026-02-01');
  assert.equal(dayKey(stepped('year', date('2026-05-04'), -1)), '2025-05-01');
});

Deno.test('a view says which days it shows', () => {
  assert.equal(titleOf('month', date('2026-05-06')), 'May 2026');
  assert.equal(titleOf('year', date('2026-05-06')), '2026');
  assert.match(titleOf('day', date('2026-05-06')), /Wednesday/);
  assert.match(titleOf('week', date('2026-05-06')), /4.*10/);
});

Deno.test('lines stand on the day on which they begin, what began before on the first', () => {
  const noon = (/** @type {string} */ key) => new Date(`${key}T12:00`).toISOString();
  const lines = [
    line({ id: 'late', startsAt: noon('2026-05-06') }),
    line({ id: 'before', startsAt: noon('2026-05-01') }),
    line({ id: 'first', startsAt: noon('2026-05-04') }),
  ];
  assert.deepEqual(
    byDay(lines, date('2026-05-04')).map(([day, items]) => [day, items.map(({ id }) => id)]),
    [['2026-05-04', ['before', 'first']], ['2026-05-06', ['late']]],
  );
});

Deno.test('a whole day stands on its own day, whatever the own clocks are', () => {
  const whole = line({
    allDay: true, zone: 'Pacific/Auckland', startsAt: '2026-05-03T12:00:00Z', endsAt: '2026-05-04T12:00:00Z',
  });
  assert.equal(byDay([whole], date('2026-05-01'))[0][0], '2026-05-04');
  assert.deepEqual(onDay([whole], '2026-05-04'), [whole]);
  assert.deepEqual(onDay([whole], '2026-05-03'), []);
  assert.deepEqual(onDay([whole], '2026-05-05'), []);
});

Deno.test('one is told to leave for what begins soon, is confirmed and has a way', () => {
  const now = Date.parse('2026-05-04T15:00:00Z');
  const next = (/** @type {Partial<CalendarLine>} */ members) =>
    nextToLeaveFor([line({ leaveAt: '2026-05-04T15:40:00Z', ...members })], now) !== undefined;
  assert.ok(next({}));
  assert.ok(next({ leaveAt: '2026-05-04T14:50:00Z' }), 'a little late');
  assert.ok(!next({ leaveAt: '2026-05-04T14:40:00Z' }), 'too late');
  assert.ok(!next({ leaveAt: '2026-05-04T21:10:00Z', startsAt: '2026-05-04T22:00:00Z' }), 'far ahead');
  assert.ok(!next({ leaveAt: undefined }), 'without a way');
  assert.ok(!next({ status: 'cancelled' }), 'cancelled');
  assert.ok(!next({ startsAt: '2026-05-04T14:59:00Z' }), 'begun');
});

// Moving

Deno.test('an entry is moved by days of its clocks, also over their change', () => {
  assert.equal(shifted('2026-03-28T10:00', vaduz, { days: 1, minutes: 0 }), '2026-03-29T10:00');
  const before = line({ startsAt: '2026-03-28T09:00:00Z', endsAt: '2026-03-28T10:00:00Z' });
  assert.equal(begins(before, { days: 1, minutes: 0 }).toISOString(), '2026-03-29T08:00:00.000Z');
  assert.equal(ends(before, { days: 1, minutes: 0 }).toISOString(), '2026-03-29T09:00:00.000Z');
});

Deno.test('minutes pass, also where the clocks leave out an hour', () => {
  assert.equal(shifted('2026-03-29T01:50', vaduz, { days: 0, minutes: 15 }), '2026-03-29T03:05');
  assert.equal(shifted('2026-05-04T23:50', vaduz, { days: 0, minutes: 15 }), '2026-05-05T00:05');
  assert.equal(shifted('2026-05-04T00:05:00', vaduz, { days: 1, minutes: -15 }), '2026-05-04T23:50');
});

Deno.test('whole days end where they would, though one has an hour less', () => {
  const whole = line({ allDay: true, startsAt: '2026-03-27T23:00:00Z', endsAt: '2026-03-28T23:00:00Z' });
  assert.equal(ends(whole, { days: 1, minutes: 0 }).toISOString(), '2026-03-29T22:00:00.000Z');
});

Deno.test('Alt and an arrow are a step, and steps add up; whole days have no minutes', () => {
  assert.equal(stepOf({ altKey: false, key: 'ArrowUp' }), null);
  assert.equal(stepOf({ altKey: true, key: 'a' }), null);
  const up = stepOf({ altKey: true, key: 'ArrowUp' });
  const right = stepOf({ altKey: true, key: 'ArrowRight' });
  assert.ok(up && right);
  assert.deepEqual(further(further(nowhere, up, false), right, false), { days: 1, minutes: -15 });
  assert.deepEqual(further(further(nowhere, up, true), right, true), { days: 1, minutes: 0 });
});

// Busy and free

Deno.test('what is shared is taken out of when one is busy', () => {
  assert.deepEqual(without([[0, 10]], [[3, 5]]), [[0, 3], [5, 10]]);
  assert.deepEqual(without([[0, 10]], [[0, 10]]), []);
  assert.deepEqual(without([[0, 10]], [[-5, 3], [8, 20]]), [[3, 8]]);
  assert.deepEqual(without([[0, 4], [6, 10]], [[4, 6]]), [[0, 4], [6, 10]]);
  assert.deepEqual(clip([-5, 30], [0, 24]), [0, 24]);
  assert.ok(!overlap([0, 4], [4, 6]) && overlap([0, 5], [4, 6]));
});

Deno.test('an entry takes its time, a moment at least, and a whole day all of it', () => {
  const entry = { zone: vaduz, allDay: false, startsAt: '2026-05-04T16:00:00Z', endsAt: '2026-05-04T16:00:00Z' };
  const [from, to] = busySpan(entry);
  assert.equal(to - from, 1);
  const whole = { ...entry, allDay: true, startsAt: '2026-05-03T22:00:00Z', endsAt: '2026-05-05T22:00:00Z' };
  assert.deepEqual(busySpan(whole), [date('2026-05-04').getTime(), date('2026-05-06').getTime()]);
});

// The form

/** @param {Partial<Appointment>} members @returns {Appointment} */
const appointment = (members) => /** @type {Appointment} */ ({
  title: 'Choir', start: '2026-05-04T18:00:00', startsAt: '2026-05-11T16:00:00Z', zone: vaduz, duration: 5400,
  allDay: false, notes: 'The score', preNotification: 15, recurrence: 'FREQ=WEEKLY;UNTIL=20261204T225900Z', ...members,
});

Deno.test('the form shows a series from its start on, or one of it', () => {
  const all = valuesOf(appointment({}), false);
  assert.deepEqual(
    [all.start, all.end, all.recurrence, all.until, all.preNotification, all.ownModes],
    ['2026-05-04T18:00', '2026-05-04T19:30', 'FREQ=WEEKLY', '2026-12-04', '15', false],
  );
  const one = valuesOf(appointment({ modes: ['walk'] }), true);
  assert.deepEqual(
    [one.start, one.end, one.recurrence, one.modes, one.ownModes],
    ['2026-05-11T18:00', '2026-05-11T19:30', '', ['walk'], true],
  );
});

Deno.test('what is shown of a whole day is its last day, and it lasts to the end of it', () => {
  const values = valuesOf(appointment({ allDay: true, start: '2026-05-04T00:00', duration: 2 * 86_400 }), false);
  assert.deepEqual([values.start, values.end], ['2026-05-04T00:00', '2026-05-05T00:00']);
  assert.equal(seconds(values), 2 * 86_400);
  assert.equal(seconds({ ...values, end: '2026-05-04T00:00' }), 86_400);
  assert.equal(seconds({ ...values, end: '2026-05-03T00:00' }), 0);
});

Deno.test('how long it lasts counts an hour that the clocks leave out, and no times have no length', () => {
  const values = empty('2026-03-29T01:00', '2026-03-29T04:00', vaduz);
  assert.equal(seconds(values), 7200);
  assert.equal(seconds({ ...values, end: '' }), null);
  assert.equal(seconds({ ...values, end: '2026-03-29T00:30' }), -1800);
});

Deno.test('moved to a later start it keeps how long it lasts', () => {
  const values = moved(empty('2026-05-04T18:00', '2026-05-04T19:30', vaduz), new Date('2026-05-04T22:00:00Z'));
  assert.deepEqual([values.start, values.end], ['2026-05-05T00:00', '2026-05-05T01:30']);
});

Deno.test('all that all see of it is sent, of one of a series no rule', () => {
  const values = { ...valuesOf(appointment({}), false), title: ' Choir ' };
  assert.deepEqual(shared(values, { lat: 47, lon: 9 }, false), {
    title: 'Choir', start: '2026-05-04T18:00', zone: vaduz, duration: 5400, allDay: false,
    place: { lat: 47, lon: 9 }, recurrence: 'FREQ=WEEKLY;UNTIL=20261204T225900Z',
  });
  assert.ok(!('recurrence' in shared(values, undefined, true)));
  assert.equal(shared({ ...values, recurrence: '' }, undefined, false).recurrence, null);
  assert.deepEqual(newBody({ title: 'Choir', place: null, modes: null }), { title: 'Choir' });
});

Deno.test('means of transport are sent in their order, and only where they are one’s own', () => {
  const values = empty('2026-05-04T18:00', '2026-05-04T19:30', vaduz);
  assert.equal(own(values).modes, null);
  assert.deepEqual(own({ ...values, ownModes: true, modes: ['bus', 'walk'] }).modes, ['walk', 'bus']);
});

// What would help

Deno.test('the one before is the last with a place that has ended', () => {
  const start = new Date('2026-05-04T18:00:00Z');
  const place = { lat: 47, lon: 9 };
  const lines = [
    line({ id: 'early', place, endsAt: '2026-05-04T15:00:00Z' }),
    line({ id: 'right', place, endsAt: '2026-05-04T18:00:00Z' }),
    line({ id: 'nowhere' }),
    line({ id: 'cancelled', place, status: 'cancelled', endsAt: '2026-05-04T17:30:00Z' }),
    line({ id: 'day', place, allDay: true, endsAt: '2026-05-04T17:45:00Z' }),
    line({ id: 'under way', place, endsAt: '2026-05-04T18:01:00Z' }),
    line({ id: 'itself', place, endsAt: '2026-05-04T17:50:00Z' }),
  ];
  assert.equal(previousOf(lines, start, 'itself')?.id, 'right');
  assert.equal(previousOf([lines[2]], start, ''), undefined);
});

Deno.test('it could begin on the next five minutes after one is there, the same half day', () => {
  const start = new Date('2026-05-04T18:00:00Z');
  assert.equal(laterStart(start, '2026-05-04T18:21:10Z')?.toISOString(), '2026-05-04T18:25:00.000Z');
  assert.equal(laterStart(start, '2026-05-04T18:25:00Z')?.toISOString(), '2026-05-04T18:25:00.000Z');
  assert.equal(laterStart(start, '2026-05-04T17:59:00Z'), undefined);
  assert.equal(laterStart(start, '2026-05-05T06:00:00Z'), undefined);
  assert.equal(laterStart(start, undefined), undefined);
});

// Another start

Deno.test('another start takes the end with it, also while it is typed', () => {
  assert.equal(endAfter({ start: '2026-05-04T09:00', end: '2026-05-04T11:30' }, '2026-05-06T14:15'), '2026-05-06T16:45');
  assert.equal(endAfter({ start: '2026-05-04T00:00', end: '2026-05-05T00:00' }, '2026-06-01T00:00'), '2026-06-02T00:00');
  assert.equal(endAfter({ start: '', end: '2026-05-05T00:00' }, '2026-06-01T00:00'), '2026-05-05T00:00');
  const form = new AppointmentForm(empty('2026-05-04T09:00', '2026-05-04T10:00', vaduz), () => {});
  for (const typed of ['', '0002-05-05T09:00', '2027-05-05T09:00']) form.set('start', typed);
  assert.deepEqual([form.values.start, form.values.end], ['2027-05-05T09:00', '2027-05-05T10:00']);
  form.set('end', '2027-05-05T12:00');
  assert.equal(form.values.start, '2027-05-05T09:00');
});

Deno.test('half hours are full ones', () => {
  const at = (/** @type {string} */ wall) => new Date(`2026-05-04T${wall}Z`);
  assert.deepEqual(halfHour(at('02:24:00')), at('02:30:00'));
  assert.deepEqual(halfHour(at('02:30:00')), at('02:30:00'));
  assert.deepEqual(halfHour(at('02:30:01')), at('03:00:00'));
});
