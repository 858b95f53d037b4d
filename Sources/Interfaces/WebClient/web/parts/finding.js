// What a search finds: places of the imported maps, tours, places of one's calendar, one's groups;
// and what was chosen lately, kept on the device.

import { metresBetween } from '../map/measure.js';
import { readGroups } from '../data/groups.js';
import { listPlaces, listStops } from '../data/places.js';
import { session } from '../shell/session.js';
import * as store from '../shell/store.js';
import { t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';

/**
 * @typedef {Object} Found
 * @property {string} [id]
 * @property {string} title
 * @property {string} [text] a line below
 * @property {string} [icon]
 * @property {number} [distance] metres
 * @property {Group} [group] the heading it stands under
 * @property {number} [lat]
 * @property {number} [lon]
 * @property {string} [href] of its own page, where it is more than a place
 */

/** @typedef {'position' | 'address' | 'place' | 'stop' | 'tour' | 'calendar' | 'appointment' | 'object' | 'group'} Group */

/** By the kind of a place. @type {Record<string, {group: Group, icon: string}>} */
const kinds = {
  coordinates: { group: 'position', icon: 'crosshair' },
  address: { group: 'address', icon: 'house' },
  street: { group: 'address', icon: 'map-pin' },
  area: { group: 'place', icon: 'map' },
  poi: { group: 'place', icon: 'map-pin' },
  stop: { group: 'stop', icon: 'bus' },
  tour: { group: 'tour', icon: 'route' },
  calendar: { group: 'calendar', icon: 'calendar' },
};

/**
 * Coordinates as people type them: "47.14, 9.52", "47°8'24\"N 9°31'12\"E".
 *
 * @param {string} text @returns {{lat: number, lon: number} | null}
 */
export function coordinates(text) {
  const plain = text.match(/^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/);
  if (plain) return valid(Number(plain[1]), Number(plain[2]));
  const degrees = [
    ...text.matchAll(
      /(\d{1,3})\s*°\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″]\s*)?([NSEWO])/gi,
    ),
  ];
  if (degrees.length !== 2) return null;
  const [lat, lon] = degrees.map(([, d, m, s, side]) =>
    (Number(d) + Number(m ?? 0) / 60 + Number(s ?? 0) / 3600) * (/[SW]/i.test(side) ? -1 : 1)
  );
  return valid(lat, lon);
}

/** @param {number} lat @param {number} lon */
const valid = (lat, lon) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;

/**
 * Places of the imported maps, those near to a place first, with their distance from it; tours and
 * places of one's calendar among them.
 *
 * @param {string} text @param {AbortSignal} signal
 * @param {{lat: number, lon: number} | null} [near]
 * @returns {Promise<Found[]>}
 */
export async function findPlaces(text, signal, near) {
  const point = coordinates(text);
  /** @type {Found[]} */
  const own = point ? [{ title: text, ...kinds.coordinates, ...point }] : [];
  try {
    const items = await listPlaces(text, near, signal);
    const others = items.filter((item) => !point || item.kind !== 'coordinates');
    return [...own, ...others.map(entry)];
  } catch (error) {
    if (own.length > 0) return own;
    throw error;
  }
}

/**
 * What is said of a place: its name; of a point of interest without one what it is, in the reader's
 * words instead of the map's. @param {{title: string, kind: string, category: string}} place
 */
export function titleOf({ title, kind, category }) {
  if (kind !== 'poi' || title !== category.replaceAll('_', ' ')) return title;
  const key = `shell.poi-${category}`;
  const words = t(key);
  return words === key ? title : words;
}

/** @param {import('api-types').Place} item @returns {Found} */
const entry = (item) => ({
  title: titleOf(item),
  text: item.context,
  lat: item.lat,
  lon: item.lon,
  distance: item.distance,
  ...kinds[item.kind] ?? kinds.poi,
  ...(item.tour ? { id: item.tour, href: `/t/${item.tour}` } : {}),
});

/** The page of a stop's departures. @param {string} id */
export const stopPage = (id) => `/stops/${encodeURIComponent(id)}`;

/**
 * Stops of the imported timetables, which lead to what leaves from them.
 *
 * @param {string} text @param {AbortSignal} [signal]
 * @param {{lat: number, lon: number} | null} [near]
 * @returns {Promise<Found[]>}
 */
export async function findStops(text, signal, near) {
  return (await listStops(text, near, signal)).map((stop) => ({
    id: stop.id,
    title: stop.name,
    text: t('shell.departures'),
    lat: stop.lat,
    lon: stop.lon,
    distance: stop.distance,
    ...kinds.stop,
    href: stopPage(stop.id),
  }));
}

/** Metres within which a stop of the map is one of a timetable. */
const sameStop = 150;

/**
 * What the map knows, without the stops that a timetable knows, too: those have departures.
 *
 * @template {{lat?: number, lon?: number}} Somewhere
 * @param {Somewhere[]} places @param {(place: Somewhere) => boolean} isStop
 * @param {{lat?: number, lon?: number}[]} stops
 */
export const besideStops = (places, isStop, stops) =>
  places.filter((place) => !isStop(place) || !stops.some((stop) => isNear(place, stop)));

/** @param {{lat?: number, lon?: number}} place @param {{lat?: number, lon?: number}} stop */
const isNear = ({ lat = NaN, lon = NaN }, stop) =>
  metresBetween({ lat, lon }, { lat: stop.lat ?? NaN, lon: stop.lon ?? NaN }) < sameStop;

/**
 * Finds places, and with them one's groups and what the page itself has.
 *
 * @param {() => Found[]} ofPage all that could be found on the page, by its title
 * @param {{stops?: boolean}} [options] whether stops lead to their departures
 * @returns {typeof findPlaces}
 */
export function findAll(ofPage, { stops = false } = {}) {
  /** @type {Promise<Found[]> | undefined} */
  let groups;
  return async (text, signal, near) => {
    groups ??= ownGroups();
    const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const more = [...ofPage(), ...await groups].filter(({ title }) =>
      words.every((word) => title.toLocaleLowerCase().includes(word))
    ).slice(0, 8);
    try {
      // Without a timetable, or asked too often: the rest is found all the same.
      const [places, board] = await Promise.all([
        findPlaces(text, signal, near),
        stops ? findStops(text, signal, near).catch(() => []) : [],
      ]);
      return [...besideStops(places, ({ group }) => group === 'stop', board), ...board, ...more];
    } catch (error) {
      if (more.length > 0) return more;
      throw error;
    }
  };
}

/** The groups one belongs to; none without an account, or if they cannot be read. @returns {Promise<Found[]>} */
async function ownGroups() {
  if (session.role !== 'general' && session.role !== 'organization') return [];
  try {
    return (await readGroups()).items.map((realm) => ({
      id: realm.id,
      title: realm.name,
      icon: 'users',
      group: 'group',
      href: `/people/${realm.id}`,
    }));
  } catch {
    return [];
  }
}

/**
 * What was found by its groups, each where its first member was; the order within stays.
 *
 * @param {Found[]} found @returns {{group: Group, members: Found[]}[]}
 */
export function grouped(found) {
  /** @type {Map<Group, Found[]>} */
  const groups = new Map();
  for (const item of found) {
    const group = item.group ?? 'place';
    groups.set(group, [...groups.get(group) ?? [], item]);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

// What was chosen lately. It lies beside what else is kept for an account: whoever logs out, or
// logs in as somebody else, leaves nothing of it behind; without an account nothing is kept.

const key = 'searches';
const mostRecent = 6;

/** @returns {Promise<Found[]>} the last one first */
export const recentSearches = async () =>
  session.account ? (await store.read('kept', key))?.found ?? [] : [];

/** @param {Found} chosen */
export async function rememberSearch({ title, text, icon, group, lat, lon, href }) {
  if (!session.account || trial.isOn) return;
  const others = (await recentSearches()).filter((item) =>
    item.title !== title || item.href !== href || item.text !== text
  );
  // Where one is now is not kept: distances would be wrong the next time.
  const found = [{ title, text, icon, group, lat, lon, href }, ...others].slice(0, mostRecent);
  await store.write('kept', { key, found });
}

export const forgetSearches = () => store.remove('kept', key);
