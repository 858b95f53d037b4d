// When somebody is busy on a day, as spans of milliseconds, which begin but do not end at their second value.

import { dayOf, wallTime } from '../../parts/days.js';

/** @typedef {[from: number, to: number]} Span */

/**
 * When an entry takes place; whole days by the reader's own days.
 *
 * @param {{startsAt: string, endsAt: string, zone: string, allDay: boolean}} entry @returns {Span}
 */
export function spanOf({ startsAt, endsAt, zone, allDay }) {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  if (!allDay) return [start.getTime(), Math.max(end.getTime(), start.getTime() + 1)];
  const midnight = (/** @type {Date} */ at) =>
    (dayOf(wallTime(at, zone).slice(0, 10)) ?? at).getTime();
  return [midnight(start), midnight(end)];
}

/** @param {Span} a @param {Span} b */
export const overlap = (a, b) => a[0] < b[1] && b[0] < a[1];

/** @param {Span} span @param {Span} day @returns {Span} */
export const clip = (span, day) => [Math.max(span[0], day[0]), Math.min(span[1], day[1])];

/** What is left of times without others. @param {Span[]} spans @param {Span[]} others @returns {Span[]} */
export function without(spans, others) {
  let left = spans;
  for (const other of others) {
    left = left.flatMap((span) =>
      overlap(span, other)
        ? /** @type {Span[]} */ ([[span[0], other[0]], [other[1], span[1]]])
        : [span]
    );
  }
  return left.filter(([from, to]) => from < to);
}
