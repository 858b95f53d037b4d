// A tour kept on the device: its text, its recordings and models, and the map around it. The service
// worker answers from here when there is no network.

import { readMapFiles } from '../data/map-files.js';
import { modelAddresses, tourAddress } from '../data/tours.js';
import * as api from '../shell/api.js';
import * as store from '../shell/store.js';
import { loadMapLibre } from '../map/map.js';
import { sizeOf } from '../parts/photo.js';
import { streetAddresses } from './streets.js';
import { recordings } from './telling.js';
import { extent } from './tour-map.js';

/** @typedef {import('api-types').Tour} Tour */

const cacheName = 'downloads';
/** From the whole town to single houses. */
const zooms = [12, 13, 14, 15, 16];
/** Most tiles of one tour: a long one is kept with fewer details. */
const mostTiles = 160;
/** Tiles around the tour on each side: what a screen shows beside it. */
const margin = 1;

const key = (/** @type {string} */ id) => `tour:${id}`;

/** How much of a tour is on the device. @param {string} id @returns {Promise<number | null>} bytes; null if it is not */
export const keptBytes = async (id) => (await store.read('kept', key(id)))?.bytes ?? null;

/** Column and row of the tile of a place. @param {number} lon @param {number} lat @param {number} zoom */
function tile(lon, lat, zoom) {
  const count = 2 ** zoom;
  const radians = lat * Math.PI / 180;
  const clamp = (/** @type {number} */ n) => Math.min(count - 1, Math.max(0, Math.floor(n)));
  return [
    clamp((lon + 180) / 360 * count),
    clamp((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 * count),
  ];
}

/**
 * The addresses of the tiles around a tour.
 *
 * @param {Tour} tour @param {(x: number, y: number, zoom: number) => string} address of one
 */
function tiles(tour, address) {
  const points = extent(tour);
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  /** @type {string[]} */
  const found = [];
  for (const zoom of zooms) {
    const last = 2 ** zoom - 1;
    const [left, top] = tile(Math.min(...lons), Math.max(...lats), zoom);
    const [right, bottom] = tile(Math.max(...lons), Math.min(...lats), zoom);
    const [west, east] = [Math.max(0, left - margin), Math.min(last, right + margin)];
    const [north, south] = [Math.max(0, top - margin), Math.min(last, bottom + margin)];
    if (found.length + (east - west + 1) * (south - north + 1) > mostTiles) break;
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) found.push(address(x, y, zoom));
    }
  }
  return found;
}

/**
 * The addresses of everything that a walk needs without a network, the tour itself first.
 *
 * @param {Tour} tour @returns {Promise<string[]>} each once
 */
async function needed(tour) {
  const addresses = [tourAddress(tour.id)];
  const pictures = tour.stops.flatMap((stop) => stop.pictures ?? []);
  for (const picture of tour.picture ? [tour.picture, ...pictures] : pictures) {
    // As large as a phone shows them; the list shows the cover smaller.
    for (const width of [160, 1280]) addresses.push(sizeOf(picture, width));
  }
  for (const stop of tour.stops) addresses.push(...recordings(tour, stop));
  addresses.push(...modelAddresses(tour), ...streetAddresses(tour));
  try {
    const map = await readMapFiles();
    addresses.push(...map.files, ...tiles(tour, map.tile));
  } catch (error) {
    // Without a map the tour can be walked by its list.
    if (!(error instanceof api.ApiError)) throw error;
  }
  return [...new Set(addresses)];
}

/** Requests under way at a time. */
const lanes = 6;

/**
 * Does something with each of some addresses, a few at a time.
 *
 * @param {string[]} addresses @param {(address: string) => Promise<number>} visit
 * @param {(part: number) => void} progress 0 to 1
 * @returns {Promise<number>} the sum of what was answered
 */
async function each(addresses, visit, progress) {
  let [next, done, sum] = [0, 0, 0];
  const lane = async () => {
    while (next < addresses.length) {
      const size = await visit(addresses[next++]);
      sum += size;
      progress(++done / addresses.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sum;
}

/**
 * How much would be downloaded.
 *
 * @param {Tour} tour @param {AbortSignal} signal @returns {Promise<number>} bytes
 */
export async function sizeOfTour(tour, signal) {
  return await each(await needed(tour), async (address) => {
    const answer = await fetch(address, { method: 'HEAD', signal });
    return answer.ok ? Number(answer.headers.get('Content-Length') ?? 0) : 0;
  }, () => {});
}

/**
 * Downloads everything that a walk needs without a network. What is broken off leaves nothing.
 *
 * @param {Tour} tour @param {(part: number) => void} progress 0 to 1 @param {AbortSignal} signal
 * @returns {Promise<number>} bytes
 */
export async function keepTour(tour, progress, signal) {
  const path = tourAddress(tour.id);
  const cache = await caches.open(cacheName);
  const addresses = await needed(tour);
  // The service worker keeps the page of the walk and the map's own parts once they have been fetched.
  await Promise.allSettled([import('./walk.js'), loadMapLibre()]);
  try {
    const bytes = await each(addresses, async (address) => {
      const response = await fetch(address, { signal });
      if (!response.ok) {
        if (address === path) throw new Error(String(response.status));
        return 0;
      }
      const size = (await response.clone().arrayBuffer()).byteLength;
      await cache.put(address, response);
      return size;
    }, progress);
    await store.write('kept', { key: key(tour.id), name: tour.name, addresses, bytes });
    return bytes;
  } catch (error) {
    await drop(addresses, tour.id);
    throw error;
  }
}

/** Removes a tour from the device, but what other kept tours need. @param {string} id */
export async function letGo(id) {
  const mine = await store.read('kept', key(id));
  await drop(mine?.addresses ?? [], id);
  await store.remove('kept', key(id));
}

/** @param {string[]} addresses @param {string} id of the tour that no longer needs them */
async function drop(addresses, id) {
  const others = (await store.all('kept')).filter((entry) => entry.key !== key(id));
  const wanted = new Set(others.flatMap((entry) => entry.addresses ?? []));
  const cache = await caches.open(cacheName);
  for (const address of addresses) {
    if (!wanted.has(address)) await cache.delete(address);
  }
}
