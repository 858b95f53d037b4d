// By how far an entry of the calendar is moved, and to when that leads.

import { instant, wallTime } from '../../parts/days.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {{days: number, minutes: number}} By by how far, first the days by the clocks of its zone */

const day = 86_400_000;
const minute = 60_000;

/** Not moved at all. @type {By} */
export const nowhere = { days: 0, minutes: 0 };

/**
 * A wall time moved on: days by the zone's clocks, minutes as they pass.
 *
 * @param {string} wall @param {string} zone @param {By} by
 */
export function shifted(wall, zone, { days, minutes }) {
  const moved = new Date(Date.parse(`${wall.slice(0, 16)}:00Z`) + days * day);
  const at = moved.toISOString().slice(0, 16);
  const start = instant(at, zone);
  return minutes === 0 || !start
    ? at
    : wallTime(new Date(start.getTime() + minutes * minute), zone);
}

/** When it would begin. @param {CalendarLine} line @param {By} by */
export function begins(line, by) {
  const wall = shifted(wallTime(new Date(line.startsAt), line.zone), line.zone, by);
  return instant(wall, line.zone) ?? new Date(line.startsAt);
}

/** When it would end. @param {CalendarLine} line @param {By} by */
export const ends = (line, by) =>
  line.allDay
    ? begins({ ...line, startsAt: line.endsAt }, by)
    : new Date(begins(line, by).getTime() + Date.parse(line.endsAt) - Date.parse(line.startsAt));

/** One step more; whole days have no minutes. @param {By} by @param {By} step @param {boolean} allDay @returns {By} */
export const further = (by, step, allDay) => ({
  days: by.days + step.days,
  minutes: allDay ? 0 : by.minutes + step.minutes,
});

/** What Alt and an arrow mean. @type {Record<string, By>} */
const steps = {
  ArrowUp: { days: 0, minutes: -15 },
  ArrowDown: { days: 0, minutes: 15 },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

/** Which step the keys mean. @param {{altKey: boolean, key: string}} event @returns {By | null} */
export const stepOf = ({ altKey, key }) => altKey ? steps[key] ?? null : null;
