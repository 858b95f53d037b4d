// How one travels, as forms show it and as the server keeps it.

import { ownZone, wallTime } from '../days.js';

/** @typedef {import('api-types').TravelPreferences} TravelPreferences */
/** @typedef {import('api-types').Journey} Journey */
/** @typedef {Pick<TravelPreferences, 'modes' | 'maximumWalk' | 'avoid' | 'order'>} Rules */

/** By their number, as the server calls them. */
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Means of transport, as the server calls them. @type {TravelPreferences['modes']} */
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
/** @type {NonNullable<TravelPreferences['order']>[]} */
export const orders = ['fastest', 'fewestTransfers', 'leastEmissions', 'cheapest'];
/** @type {NonNullable<TravelPreferences['avoid']>} */
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

/** The limits of rules, as a question for ways has them. @param {Rules} rules */
export const limitsOf = ({ maximumWalk, avoid }) => ({
  maxWalk: maximumWalk,
  avoid: avoid?.length ? avoid : undefined,
});

/**
 * By what a planned journey is found again: by what the plan rests on, else another way would be found.
 *
 * @param {Journey} journey @param {TravelPreferences} preferences
 * @param {{startsAt: string, zone: string}} appointment @param {boolean} isRelaxed without limits
 */
export function wishesOf(journey, preferences, { startsAt, zone }, isRelaxed) {
  const rules = rulesOn(preferences, new Date(startsAt), zone);
  const wished = Date.parse(startsAt) - preferences.buffer * 60_000;
  const isLate = Date.parse(journey.arrival) > wished;
  const isParked = journey.carFetched ||
    journey.legs.some((leg) => leg.mode === 'car') && journey.carStands;
  const modes = journey.legs.map(({ mode }) => mode === 'car' && isParked ? 'parkAndRide' : mode);
  return {
    mode: [...new Set(modes)],
    ...(isLate ? { departAt: journey.departure } : { arriveBy: journey.arrival }),
    ...(isRelaxed ? {} : limitsOf(rules)),
    order: rules.order,
    changeTime: preferences.changeTime,
    boardingTime: preferences.boardingTime,
    carAt: journey.carFetched,
  };
}

/**
 * The fields of a form: a mark for each means of transport and for each of what is avoided, and words.
 *
 * @typedef {Record<`mode-${string}` | `avoid-${string}`, boolean> & {modes: string, home: string,
 *   maximumWalk: number | string, order: NonNullable<TravelPreferences['order']>, buffer: string, changeTime: string,
 *   boardingTime: string}} Values
 */

/** @param {TravelPreferences} data @returns {Values} */
export const valuesOf = (data) => ({
  ...Object.fromEntries(modes.map((mode) => [`mode-${mode}`, data.modes.includes(mode)])),
  ...Object.fromEntries(
    avoidances.map((name) => [`avoid-${name}`, data.avoid?.includes(name) ?? false]),
  ),
  modes: '',
  home: '',
  maximumWalk: data.maximumWalk ?? '',
  order: data.order ?? 'fastest',
  buffer: data.buffer ? String(data.buffer) : '',
  changeTime: String(data.changeTime / 60),
  boardingTime: String(data.boardingTime / 60),
});

/**
 * What is sent of such fields, with what no field shows.
 *
 * @param {Values} values
 * @param {{home?: {lat?: number, lon?: number, label?: string, address?: string}, days?: TravelPreferences['days']}} rest
 *   a home without a position is left out
 * @returns {import('api-types').TravelPreferencesInput}
 */
export const bodyOf = (values, { home, days }) => {
  const limit = String(values.maximumWalk).trim();
  const change = String(values.changeTime).trim();
  const boarding = String(values.boardingTime).trim();
  return {
    modes: modes.filter((mode) => values[`mode-${mode}`]),
    ...(limit ? { maximumWalk: Number(limit) } : {}),
    avoid: avoidances.filter((name) => values[`avoid-${name}`]),
    ...(values.order ? { order: values.order } : {}),
    buffer: Number(values.buffer) || 0,
    ...(change ? { changeTime: Math.round(Number(change) * 60) } : {}),
    ...(boarding ? { boardingTime: Math.round(Number(boarding) * 60) } : {}),
    ...(home?.lat === undefined || home.lon === undefined
      ? {}
      : { home: { ...home, lat: home.lat, lon: home.lon } }),
    ...(days ? { days } : {}),
  };
};
