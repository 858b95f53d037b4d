import assert from 'node:assert/strict';
import {
  dayKey, dayOf, dayWords, instant, monday, monthWords, shift, spanWords, untilOf, wallTime,
} from '../../../../Sources/Interfaces/WebClient/web/parts/days.js';

const vaduz = 'Europe/Vaduz';

Deno.test('a day is midnight by the own clocks, and what is none is no day', () => {
  const date = /** @type {Date} */ (dayOf('2026-05-04'));
  assert.deepEqual([date.getFullYear(), date.getMonth(), date.getDate(), date.getHours()], [2026, 4, 4, 0]);
  assert.equal(dayKey(date), '2026-05-04');
  for (const wrong of [null, '', '2026-5-4', '2026-02-30', '2026-13-01', 'today', '2026-05-04T10:00']) {
    assert.equal(dayOf(wrong), null, String(wrong));
  }
});

Deno.test('days are counted over the ends of months and years', () => {
  const key = (/** @type {string} */ from, /** @type {number} */ days) =>
    dayKey(shift(/** @type {Date} */ (dayOf(from)), days));
  assert.equal(key('2026-12-31', 1), '2027-01-01');
  assert.equal(key('2026-01-01', -1), '2025-12-31');
  assert.equal(key('2026-02-27', 2), '2026-03-01');
  assert.equal(key('2028-03-01', -1), '2028-02-29');
  assert.equal(key('2026-03-28', 2), '2026-03-30');
});

Deno.test('a week begins on Monday', () => {
  for (const day of ['2026-05-04', '2026-05-05', '2026-05-10']) {
    assert.equal(dayKey(monday(/** @type {Date} */ (dayOf(day)))), '2026-05-04', day);
  }
});

Deno.test('what the clocks of a zone show, in summer and in winter, and across the date line', () => {
  assert.equal(wallTime(new Date('2026-07-01T10:05:00Z'), vaduz), '2026-07-01T12:05');
  assert.equal(wallTime(new Date('2026-01-01T10:05:00Z'), vaduz), '2026-01-01T11:05');
  assert.equal(wallTime(new Date('2026-07-01T10:05:00Z'), 'Pacific/Auckland'), '2026-07-01T22:05');
  assert.equal(wallTime(new Date('2026-07-01T10:05:00Z'), 'Pacific/Pago_Pago'), '2026-06-30T23:05');
  assert.equal(wallTime(new Date('2026-07-01T22:00:00Z'), vaduz), '2026-07-02T00:00');
});

Deno.test('when the clocks of a zone show a time, also about a change of the clocks', () => {
  const at = (/** @type {string} */ wall, zone = vaduz) => instant(wall, zone)?.toISOString();
  assert.equal(at('2026-07-01T12:05'), '2026-07-01T10:05:00.000Z');
  assert.equal(at('2026-03-29T01:59'), '2026-03-29T00:59:00.000Z');
  assert.equal(at('2026-03-29T03:00'), '2026-03-29T01:00:00.000Z');
  assert.equal(at('2026-10-25T00:30'), '2026-10-24T22:30:00.000Z');
  assert.equal(at('2026-10-25T04:00'), '2026-10-25T03:00:00.000Z');
  assert.equal(at('2026-07-01T12:05:59'), '2026-07-01T10:05:00.000Z');
  assert.equal(at('2026-07-01T12:05', 'Asia/Kathmandu'), '2026-07-01T06:20:00.000Z');
  assert.equal(instant('soon', vaduz), null);
});

Deno.test('a time that is shown is found again, every hour of a year', () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
    const wall = wallTime(new Date(at), vaduz);
    const found = /** @type {Date} */ (instant(wall, vaduz));
    // Of the hour that comes twice either is right.
    assert.equal(wallTime(found, vaduz), wall);
    assert.ok(Math.abs(found.getTime() - at) <= 3_600_000, wall);
  }
});

Deno.test('the last minute of a day, as a rule has it', () => {
  assert.equal(untilOf('2026-12-04', vaduz), '20261204T225900Z');
  assert.equal(untilOf('2026-06-04', vaduz), '20260604T215900Z');
});

Deno.test('days, months and spans in words', () => {
  const from = /** @type {Date} */ (dayOf('2026-05-04'));
  assert.match(dayWords(from), /Monday/);
  assert.match(dayWords(from), /May/);
  assert.equal(monthWords(from), 'May 2026');
  assert.match(spanWords(from, shift(from, 6)), /4.*10.*2026/);
});
