// Which days a view of the calendar shows, and what stands on which of them.

import {
  dayKey,
  dayOf,
  dayWords,
  monday,
  monthWords,
  shift,
  spanWords,
  wallTime,
} from '../../parts/days.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {'list' | 'day' | 'week' | 'month' | 'year'} Mode */

/** The views in the order in which they are offered. @type {Mode[]} */
export const modes = ['list', 'day', 'week', 'month', 'year'];
/** Days of the list that are shown at once. */
const listDays = 28;

/** Midnight of this day. */
export const today = () => /** @type {Date} */ (dayOf(dayKey(new Date())));

/**
 * The days that a view shows; `to` is the day after the last.
 *
 * @param {Mode} mode @param {Date} at @returns {{from: Date, to: Date}}
 */
export function spanOf(mode, at) {
  switch (mode) {
    case 'list':
      return { from: at, to: shift(at, listDays) };
    case 'day':
      return { from: at, to: shift(at, 1) };
    case 'week':
      return { from: monday(at), to: shift(monday(at), 7) };
    case 'month': {
      // Whole weeks, as many as a month can touch.
      const from = monday(new Date(at.getFullYear(), at.getMonth(), 1));
      return { from, to: shift(from, 42) };
    }
    case 'year':
      return { from: new Date(at.getFullYear(), 0, 1), to: new Date(at.getFullYear() + 1, 0, 1) };
  }
}

/** The day that a view shows some steps on. @param {Mode} mode @param {Date} at @param {number} steps */
export function stepped(mode, at, steps) {
  const months = mode === 'month' ? 1 : mode === 'year' ? 12 : 0;
  if (months) return new Date(at.getFullYear(), at.getMonth() + steps * months, 1);
  return shift(at, steps * (mode === 'week' ? 7 : mode === 'day' ? 1 : listDays));
}

/** The days of a view in words. @param {Mode} mode @param {Date} at */
export function titleOf(mode, at) {
  const { from, to } = spanOf(mode, at);
  if (mode === 'month') return monthWords(at);
  if (mode === 'year') return String(at.getFullYear());
  return mode === 'day' ? dayWords(from) : spanWords(from, shift(to, -1));
}

/** The day on which a line begins: of a whole day by its own clocks. @param {CalendarLine} line */
const beginOf = ({ allDay, startsAt, zone }) =>
  allDay ? wallTime(new Date(startsAt), zone).slice(0, 10) : dayKey(new Date(startsAt));

/**
 * The lines by day, in order; what began before the first day stands on it.
 *
 * @param {CalendarLine[]} lines @param {Date} first @returns {[day: string, lines: CalendarLine[]][]}
 */
export function byDay(lines, first) {
  const least = dayKey(first);
  /** @type {Map<string, CalendarLine[]>} */
  const days = new Map();
  for (const line of lines) {
    const begin = beginOf(line);
    const day = begin < least ? least : begin;
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(line);
    else days.set(day, [line]);
  }
  return [...days].sort(([a], [b]) => a < b ? -1 : 1);
}

/**
 * What of the lines of a day belongs to it: whole days elsewhere reach into days here that are not theirs.
 *
 * @param {CalendarLine[]} lines @param {string} key of the day
 */
export const onDay = (lines, key) =>
  lines.filter(({ allDay, startsAt, endsAt, zone }) =>
    !allDay || (wallTime(new Date(startsAt), zone).slice(0, 10) <= key &&
      wallTime(new Date(Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1)), zone) >= key)
  );

/** Milliseconds before leaving in which it is said above the calendar, and after which it is past. */
const leavesSoon = 6 * 3_600_000;
const justLeft = 900_000;

/** What one has to leave for next, if that is soon. @param {CalendarLine[]} lines @param {number} now */
export const nextToLeaveFor = (lines, now) =>
  lines.find((line) => {
    const leaves = Date.parse(line.leaveAt ?? '');
    return line.status === 'confirmed' && leaves > now - justLeft && leaves < now + leavesSoon &&
      Date.parse(line.startsAt) > now;
  });
