// How one travels, as forms show it and as the server keeps it.

import { ownZone, wallTime } from '../days.js';

/** @typedef {import('api-types').TravelPreferences} TravelPreferences */
/** @typedef {Pick<TravelPreferences, 'modes' | 'maximumWalk' | 'avoid' | 'order'>} Rules */

/** By their number, as the server calls them. */
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Means of transport, as the server calls them. */
export const modes = [
  'walk',
  'bicycle',
  'car',
  'parkAndRide',
  'bus',
  'tram',
  'metro',
  'rail',
  'ferry',
];
export const path = '/v1/me/travel-preferences';
export const orders = ['fastest', 'fewestTransfers', 'leastEmissions', 'cheapest'];
export const avoidances = ['motorways', 'tolls', 'ferries', 'steps', 'hills', 'unpaved'];

/**
 * What holds on the day on which something begins: the most exact rules.
 *
 * @param {TravelPreferences} data @param {Date} start @param {string} [zone] by whose clocks
 * @returns {Rules}
 */
export function rulesOn(data, start, zone = ownZone) {
  const date = wallTime(start, zone).slice(0, 10);
  const weekday = weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()];
  const days = /** @type {Record<string, Rules>} */ (data.days ?? {});
  return days[date] ?? days[weekday] ?? data;
}

/** The limits of rules, as words of a question for ways. @param {Rules} rules @returns {Record<string, string>} */
export const limitWords = ({ maximumWalk, avoid }) => ({
  ...(maximumWalk === undefined ? {} : { maxWalk: String(maximumWalk) }),
  ...(avoid?.length ? { avoid: avoid.join(',') } : {}),
});

/** The fields of a form. @param {TravelPreferences} data @returns {Record<string, any>} */
export const valuesOf = (data) => ({
  ...Object.fromEntries(
    modes.map((mode) => [`mode-${mode}`, data.modes.some((one) => one === mode)]),
  ),
  ...Object.fromEntries(
    avoidances.map((name) => [`avoid-${name}`, data.avoid?.some((one) => one === name) ?? false]),
  ),
  modes: '',
  home: '',
  maximumWalk: data.maximumWalk ?? '',
  order: data.order ?? 'fastest',
  buffer: data.buffer ? String(data.buffer) : '',
  changeTime: String(data.changeTime / 60),
});

/**
 * What is sent of such fields, with what no field shows.
 *
 * @param {Record<string, any>} values
 * @param {{home?: {lat?: number}, days?: unknown}} rest a home without a position is left out
 */
export const bodyOf = (values, { home, days }) => {
  const limit = String(values.maximumWalk).trim();
  const change = String(values.changeTime).trim();
  return {
    modes: modes.filter((mode) => values[`mode-${mode}`]),
    ...(limit ? { maximumWalk: Number(limit) } : {}),
    avoid: avoidances.filter((name) => values[`avoid-${name}`]),
    ...(values.order ? { order: values.order } : {}),
    buffer: Number(values.buffer) || 0,
    ...(change ? { changeTime: Math.round(Number(change) * 60) } : {}),
    ...(home?.lat === undefined ? {} : { home }),
    ...(days ? { days } : {}),
  };
};
