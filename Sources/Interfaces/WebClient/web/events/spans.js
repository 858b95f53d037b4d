// The days that a calendar of a team shows at once.

import { dayOf, monday, shift } from '../parts/days.js';

export const modes = /** @type {const} */ (['month', 'week', 'day']);
/** @typedef {typeof modes[number]} Mode */

/** The first day of a month, or of one so many months on. @param {Date} at @param {number} [months] */
const firstOf = (at, months = 0) => new Date(at.getFullYear(), at.getMonth() + months, 1);

/** The days that are shown; `to` is the day after the last. @param {Mode} mode @param {Date} at */
export function spanOf(mode, at) {
  if (mode === 'month') return { from: firstOf(at), to: firstOf(at, 1) };
  const from = mode === 'day' ? at : monday(at);
  return { from, to: shift(from, mode === 'day' ? 1 : 7) };
}

/** The day by which the span so many steps on is found. @param {Mode} mode @param {Date} at @param {number} steps */
export const step = (mode, at, steps) =>
  mode === 'month' ? firstOf(at, steps) : shift(at, steps * (mode === 'week' ? 7 : 1));

/** The last day of a span. @param {{to: Date}} span */
export const lastOf = ({ to }) => shift(to, -1);

/** The day that an address names; today if it names none. @param {string | null} text */
export const dayIn = (text) => dayOf(text) ?? shift(new Date(), 0);
