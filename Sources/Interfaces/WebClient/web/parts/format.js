// Numbers as a person would say them, in the reader's language, units and zone.

import { settings } from '../shell/settings.js';
import { locale, t } from '../shell/texts.js';
import { wallTime } from './days.js';

const imperialRegions = ['US', 'LR', 'MM'];

/** Whether distances are in feet and miles. */
export const isImperial = () =>
  settings.units
    ? settings.units === 'imperial'
    : imperialRegions.includes(new Intl.Locale(locale).region ?? '');

/** @param {number} value @param {string} unit @param {number} digits */
const measure = (value, unit, digits) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    value,
  );

/** A distance, rounded as one says it: 80 m, 350 m, 1.2 km, 14 km. @param {number} metres */
export function distance(metres) {
  if (isImperial()) {
    const feet = metres * 3.28084;
    if (feet < 1000) {
      return measure(feet < 100 ? Math.round(feet / 5) * 5 : Math.round(feet / 50) * 50, 'foot', 0);
    }
    const miles = metres / 1609.344;
    return measure(miles, 'mile', miles < 10 ? 1 : 0);
  }
  if (metres < 20) return measure(Math.round(metres), 'meter', 0);
  if (metres < 100) return measure(Math.round(metres / 5) * 5, 'meter', 0);
  if (metres < 995) return measure(Math.round(metres / 10) * 10, 'meter', 0);
  return measure(metres / 1000, 'kilometer', metres < 10_000 ? 1 : 0);
}

/** A height, to the metre or foot. @param {number} metres */
export const height = (metres) =>
  isImperial()
    ? measure(Math.round(metres * 3.28084), 'foot', 0)
    : measure(Math.round(metres), 'meter', 0);

/** A duration: 4 min, 1 h 20 min. @param {number} seconds */
export function duration(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t('shell.minutes', { count: minutes });
  if (rest === 0 || hours >= 10) return t('shell.hours', { count: hours });
  return `${t('shell.hours', { count: hours })} ${t('shell.minutes', { count: rest })}`;
}

/** A price: Free is the caller's word. @param {number} minor units @param {string} currency */
export const money = (minor, currency) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(minor / 100);

/** A number. @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);

/** What writes days and times: making one takes far longer than using it. @type {Map<string, Intl.DateTimeFormat>} */
const writers = new Map();

/** What tells the device's zone from others, and costs less than its name: its offsets in winter and summer. */
const ownClocks = () => [0, 6].map((month) => new Date(2026, month, 1).getTimezoneOffset()).join();

/**
 * @param {string} name of what is written @param {Intl.DateTimeFormatOptions} options
 * @param {string} [zone] the device's own unless given, which may become another one on a journey
 */
function writer(name, options, zone) {
  const key = `${name} ${zone ?? ownClocks()}`;
  let found = writers.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    writers.set(key, found);
  }
  return found;
}

/** @param {string | Date} at */
const instant = (at) => at instanceof Date ? at : new Date(at);

/** A day without its weekday, for tables: 3 Mar 2027. @param {string | Date} at */
export const date = (at) => writer('date', { dateStyle: 'medium' }).format(instant(at));

/** A day: Mon, 3 Mar 2027. @param {string | Date} at @param {string} [zone] */
export const day = (at, zone) =>
  writer('day', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, zone)
    .format(instant(at));

/** A month: March 2027. @param {string} text such as 2027-03 */
export const monthOf = (text) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${text}-01T00:00:00Z`),
  );

/** A time of day. @param {string | Date} at @param {string} [zone] */
export const time = (at, zone) =>
  writer('time', { hour: 'numeric', minute: '2-digit' }, zone).format(instant(at));

/** A day and time. @param {string | Date} at @param {string} [zone] */
export const moment = (at, zone) => `${day(at, zone)}, ${time(at, zone)}`;

/** When it ends, said behind when it begins: with its day if that is another one. @param {string | Date} start @param {string | Date} end */
export const endOf = (start, end) => day(start) === day(end) ? time(end) : moment(end);

/** Whole days, by the clocks of their place: the first, and the last if that is another one. @param {{startsAt: string, endsAt: string, zone: string}} span */
export function daysOf({ startsAt, endsAt, zone }) {
  const first = day(startsAt, zone);
  const last = day(new Date(Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1)), zone);
  return first === last ? first : `${first} – ${last}`;
}

/**
 * The day and time by the clocks of another place, where those show something else than the
 * reader's; nothing where they agree. @param {string | Date} at @param {string} zone
 */
export function there(at, zone) {
  const clocks = moment(at, zone);
  return clocks === moment(at)
    ? undefined
    : t('shell.there', { zone: zone.replaceAll('_', ' '), time: clocks });
}

/**
 * Until when something may be done: a deadline at midnight ends the day before, and is said so.
 * @param {string | Date} at @param {string} zone whose clocks count
 */
export function deadline(at, zone) {
  const midnight = wallTime(instant(at), zone).endsWith('T00:00');
  return midnight
    ? t('shell.endOf', { day: day(new Date(instant(at).getTime() - 1), zone) })
    : moment(at);
}

/** How long ago or ahead, as one says it: 5 minutes ago, tomorrow. @param {string | Date} at */
export function ago(at) {
  const seconds = (instant(at).getTime() - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return words.format(0, 'second');
  if (size < 3600) return words.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return words.format(Math.round(seconds / 3600), 'hour');
  if (size < 7 * 86_400) return words.format(Math.round(seconds / 86_400), 'day');
  return day(at);
}

/** Names in a row: A, B and C. @param {string[]} names */
export const list = (names) => new Intl.ListFormat(locale).format(names);

/** Names to choose from: A, B or C. @param {string[]} names */
export const choice = (names) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);

/** Bytes as people say them: "3.4 MB". @param {number} bytes */
export const fileSize = (bytes) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: bytes < 1e6 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 1e6 ? 0 : 1,
  }).format(bytes / (bytes < 1e6 ? 1e3 : 1e6));

/** A place by its words, else by where it lies. @param {{label?: string, address?: string, lat?: number, lon?: number}} [place] */
export function placeText(place) {
  if (!place) return '';
  const words = [place.label, place.address].filter(Boolean).join(', ');
  if (words || place.lat === undefined || place.lon === undefined) return words;
  return `${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}`;
}
