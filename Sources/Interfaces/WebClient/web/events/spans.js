// The days that a calendar of a team shows at once.

import { dayText } from '../parts/people/times.js';

export const modes = /** @type {const} */ (['month', 'week', 'day']);
/** @typedef {typeof modes[number]} Mode */

/** Midnight of so many months and days on. @param {Date} at @param {{months?: number, days?: number}} by */
const shifted = (at, { months = 0, days = 0 }) =>
  new Date(at.getFullYear(), at.getMonth() + months, months === 0 ? at.getDate() + days : 1);

/** The days that are shown; `to` is the day after the last. @param {Mode} mode @param {Date} at */
export function spanOf(mode, at) {
  if (mode === 'month') {
    const from = new Date(at.getFullYear(), at.getMonth(), 1);
    return { from, to: shifted(from, { months: 1 }) };
  }
  const from = mode === 'day' ? at : shifted(at, { days: -((at.getDay() + 6) % 7) });
  return { from, to: shifted(from, { days: mode === 'day' ? 1 : 7 }) };
}

/** The day by which the span so many steps on is found. @param {Mode} mode @param {Date} at @param {number} steps */
export const step = (mode, at, steps) =>
  mode === 'month'
    ? shifted(at, { months: steps })
    : shifted(at, { days: steps * (mode === 'week' ? 7 : 1) });

/** The last day of a span. @param {{to: Date}} span */
export const lastOf = ({ to }) => shifted(to, { days: -1 });

/** The day that an address names; today if it names none. @param {string | null} text */
export function dayIn(text) {
  const wished = new Date(`${text}T00:00`);
  return Number.isNaN(wished.getTime()) ? new Date(`${dayText(new Date())}T00:00`) : wished;
}
