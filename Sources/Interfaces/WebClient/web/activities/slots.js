// The question for a common time: its values, which of them can be asked, and what is chosen.

import { dayKey } from '../parts/days.js';
import { timeText } from '../parts/people/times.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {{start: string, end: string}} Slot */
/** @typedef {'morning' | 'afternoon' | 'evening' | 'night'} Part */
/** @typedef {ReturnType<typeof valuesOf>} Values */

/** @type {Part[]} */
export const parts = ['morning', 'afternoon', 'evening', 'night'];
/** The hours at which the parts of a day end; a night lasts until six. @type {Record<Part, number>} */
const ends = { morning: 12, afternoon: 17, evening: 21, night: 30 };

/** The parts of a day that something of so many hours lies in. @param {Date} start @param {number} hours */
export function partsWith(start, hours) {
  const begin = start.getHours() + start.getMinutes() / 60;
  const from = begin < 6 ? begin + 24 : begin;
  return parts.filter((part, index) => {
    const begins = index === 0 ? 6 : ends[parts[index - 1]];
    return from < ends[part] && from + hours > begins;
  });
}

/** @param {Slot} slot @param {Slot | null} other */
export const isSame = (slot, other) =>
  other !== null && Date.parse(slot.start) === Date.parse(other.start) &&
  Date.parse(slot.end) === Date.parse(other.end);

/** The time of the activity, on which entered values rest. @param {string} [start] @param {string} [end] */
export const base = (start, end) => [start, end].map((time) => time && Date.parse(time));

/** Seconds that it lasts; two hours as long as nobody has said so. @param {Activity} activity */
export const lengthOf = ({ start, end }) =>
  start && end ? (Date.parse(end) - Date.parse(start)) / 1000 : 7200;

/** Hours as a field has them. @param {number} seconds */
export const hoursOf = (seconds) => Math.round(100 * seconds / 3600) / 100;

/** The day before, of what begins before six: that belongs to its night. @param {Date} date */
function nightOf(date) {
  const day = new Date(date);
  if (day.getHours() < 6) day.setDate(day.getDate() - 1);
  return day;
}

/** The values of the form: what the activity has, else a week from tomorrow. @param {Activity} activity */
export function valuesOf(activity) {
  const { start, end } = activity;
  const from = start ? new Date(start) : new Date(Date.now() + 86_400_000);
  if (!start) from.setHours(9, 0, 0, 0);
  const seconds = lengthOf(activity);
  // A time that was chosen, or a poll's, is among those that are looked at.
  const preset = start ? partsWith(from, seconds / 3600) : [];
  const first = start ? nightOf(from) : from;
  const last = end && start ? nightOf(new Date(Date.parse(end) - 1)) : new Date(first);
  if (!start) last.setDate(last.getDate() + 6);
  return {
    service: true,
    from: dayKey(first),
    to: dayKey(last),
    hours: hoursOf(seconds),
    morning: true,
    afternoon: true,
    evening: preset.includes('evening'),
    night: preset.includes('night'),
    at: timeText(from),
  };
}

/**
 * The question for common times; null as long as something is missing.
 *
 * @param {Values} values @param {Activity} activity @param {number} seconds that it is to last
 * @returns {import('../data/meetings.js').SlotQuestion | null}
 */
export function questionOf(values, activity, seconds) {
  const { service, from, to, hours } = values;
  const chosen = parts.filter((part) => values[part]);
  if (!service || !from || !(to >= from) || !(hours > 0) || chosen.length === 0) return null;
  return {
    participants: activity.invitees.map(({ id }) => id),
    from,
    to,
    duration: Math.round(seconds / 60),
    parts: chosen,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(activity.place?.lat === undefined ? {} : { place: activity.place }),
  };
}
