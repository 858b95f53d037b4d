// What the view asks of the server.

import * as api from '../shell/api.js';
import { ask as waitFor } from '../shell/request.js';

/** @typedef {import('./stage.js').Thing} Thing */
/** @typedef {import('./frames.js').Quaternion} Quaternion */
/** @typedef {{min: number[], max: number[]}} BoundingBox */

/** A file of the server. @param {string} path @returns {Promise<ArrayBuffer>} */
export async function load(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

/** @type {Map<string, Promise<any>>} */
const objects = new Map();

/** What is known of an object: name, alternative text, size. @param {string} id @returns {Promise<any>} */
export function objectOf(id) {
  let object = objects.get(id);
  if (!object) {
    object = api.get(`/v1/objects/${id}`);
    objects.set(id, object);
    object.catch(() => objects.delete(id));
  }
  return object;
}

/**
 * All instances of a sub-realm around a place.
 *
 * @param {{lat: number, lon: number}} place @param {number} radius metres @param {string} realm
 * @returns {Promise<Thing[]>}
 */
export async function instancesAround(place, radius, realm) {
  // A grid of places, so that the answer is found again on the device when there is no network.
  const lat = place.lat.toFixed(3);
  const lon = place.lon.toFixed(3);
  const path = `/v1/view/cell?lat=${lat}&lon=${lon}&radius=${radius}&realm=${realm}`;
  return (await api.get(path)).items;
}

/** Steps along a side of the square whose ground is asked for. */
const groundSteps = 40;

/**
 * The ground around a spot where heights are imported: a square of points, row by row from the
 * north-west.
 *
 * @param {import('./frames.js').LocalFrame} frame its origin is the middle
 * @param {number} reach metres to each side
 * @returns {Promise<number[] | null>} metres above the ellipsoid; null where not all are known
 */
export async function groundAround(frame, reach) {
  const positions = [];
  for (let row = 0; row <= groundSteps; row++) {
    for (let column = 0; column <= groundSteps; column++) {
      const { lat, lon } = frame.place({
        x: (column / groundSteps * 2 - 1) * reach,
        y: 0,
        z: (row / groundSteps * 2 - 1) * reach,
      });
      positions.push([Number(lon.toFixed(6)), Number(lat.toFixed(6))]);
    }
  }
  try {
    // One point tells whether the others are worth their way.
    const middle = positions[(positions.length - 1) / 2];
    if ((await heightsOf([middle]))[0] === null) return null;
    const heights = await heightsOf(positions);
    return heights.includes(null) ? null : /** @type {number[]} */ (heights);
  } catch {
    return null;
  }
}

/**
 * How high the ground is.
 *
 * @param {number[][]} positions longitude and latitude
 * @returns {Promise<(number | null)[]>} metres above the ellipsoid; null where it is not known
 */
export async function heightsOf(positions) {
  const body = { positions, datum: 'ellipsoid' };
  return (await api.send('POST', '/v1/heights', { body, match: null, changes: [] })).heights;
}

/** Milliseconds after which what is known on the device is shown instead. */
const patience = 10_000;

/**
 * What a camera sees.
 *
 * @param {Object} request see ViewRequest of the API
 * @param {AbortSignal} signal
 * @returns {Promise<import('api-types').View>}
 */
export async function ask(request, signal) {
  const { status, ok, headers, text } = await waitFor('/v1/view', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    signal,
  }, patience);
  const answer = JSON.parse(text);
  if (ok) return answer;
  throw new api.ApiError(
    { type: 'about:blank', title: String(status), ...answer, status },
    Number(headers.get('Retry-After')) || undefined,
  );
}
