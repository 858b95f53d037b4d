// What the view asks of the server.

import * as api from '../shell/api.js';

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

/**
 * What a camera sees.
 *
 * @param {Object} request see ViewRequest of the API
 * @param {AbortSignal} signal
 * @returns {Promise<import('api-types').View>}
 */
export async function ask(request, signal) {
  const response = await fetch('/v1/view', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
  const answer = await response.json();
  if (response.ok) return answer;
  throw new api.ApiError(
    { type: 'about:blank', title: String(response.status), ...answer, status: response.status },
    Number(response.headers.get('Retry-After')) || undefined,
  );
}
