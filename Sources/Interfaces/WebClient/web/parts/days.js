// Days as `2026-05-04` and wall times as `2026-05-04T08:30`, in any zone.

import { locale } from '../shell/texts.js';

/** The zone of this device. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const two = (/** @type {number} */ value) => String(value).padStart(2, '0');

/** The day of a moment by this device's clock. @param {Date} date */
export const dayKey = (date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Midnight of a day by this device's clock; null for what is none. @param {string | null} key */
export function dayOf(key) {
  const [, year, month, day] = key?.match(/^(\d{4})-(\d\d)-(\d\d)$/) ?? [];
  if (!year) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return dayKey(date) === key ? date : null;
}

/** @param {Date} date @param {number} days */
export const shift = (date, days) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** The full half hour at a moment, or after it. @param {Date} at */
export const halfHour = (at) => new Date(Math.ceil(at.getTime() / 1_800_000) * 1_800_000);

/** The Monday of a day's week. @param {Date} date */
export const monday = (date) => shift(date, -((date.getDay() + 6) % 7));

/** What writes wall times, by zone: making one takes far longer than using it. @type {Map<string, Intl.DateTimeFormat>} */
const writers = new Map();

/** @param {string} zone */
function writerOf(zone) {
  let writer = writers.get(zone);
  if (!writer) {
    writer = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    writers.set(zone, writer);
  }
  return writer;
}

/** What the clocks of a zone show: `2026-05-04T08:30`. @param {Date} date @param {string} zone */
export const wallTime = (date, zone) => writerOf(zone).format(date).replace(' ', 'T');

/** When the clocks of a zone show this; null for what is no time. @param {string} wall `2026-05-04T08:30` @param {string} zone */
export function instant(wall, zone) {
  // Of anything else engines make what they like: of an empty one a moment of the year 2000.
  const [minutes] = wall.match(/^\d{4,}-\d\d-\d\dT\d\d:\d\d/) ?? [];
  const wished = minutes ? Date.parse(`${minutes}:00Z`) : NaN;
  if (!Number.isFinite(wished)) return null;
  let at = wished;
  // Twice: the first step may cross a change of the clocks.
  for (let i = 0; i < 2; i++) at += wished - Date.parse(`${wallTime(new Date(at), zone)}:00Z`);
  return new Date(at);
}

/** The end of a day by a zone's clocks, as UNTIL of a recurrence rule has it: in UTC. @param {string} key @param {string} zone */
export const untilOf = (key, zone) =>
  `${
    (instant(`${key}T23:59`, zone) ?? new Date(`${key}T23:59:00Z`)).toISOString().slice(0, 19)
      .replace(/[-:]/g, '')
  }Z`;

/** From one day to another, in words. @param {Date} from @param {Date} to the last day */
export const spanWords = (from, to) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
    .formatRange(from, to);

/** @param {Date} date */
export const monthWords = (date) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(date);

/** A day with its name: Monday, 4 May. @param {Date} date @param {string} [zone] */
export const dayWords = (date, zone) =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: zone,
  }).format(date);
