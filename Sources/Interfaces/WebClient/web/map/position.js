// Where the device is: asked for only after a tap, never stored, with a mark while it is in use.

import { beginUse } from '../shell/in-use.js';

/**
 * @typedef {Object} Position
 * @property {number} lat
 * @property {number} lon
 * @property {number} accuracy metres
 * @property {number | null} heading degrees clockwise from north, where the device moves
 * @property {boolean} [isDrawn] whether it is one in the drawn world
 */

/** @type {Set<(position: Position | null, problem: string | null) => void>} */
const followers = new Set();
/** @type {number | null} */
let watching = null;
/** @type {Position | null} */
let last = null;

/** A position put in the place of the device's, for authors and tests. @type {Position | null} */
let simulated = null;

/** The last position in this visit; null before. */
export const lastPosition = () => simulated ?? last;

/** Whether the position is put in the place of the device's. */
export const isSimulated = () => simulated !== null;

/** `?simulate=lat,lon,heading` @param {URLSearchParams} query */
export function readSimulation(query) {
  const numbers = query.get('simulate')?.split(',').map(Number) ?? [];
  const [lat, lon, heading] = numbers;
  simulate(
    numbers.length >= 2 && numbers.every(Number.isFinite)
      ? { lat, lon, accuracy: 1, heading: heading ?? null }
      : null,
  );
  return simulated;
}

/** The last position of the device itself in this visit; null before. */
export const devicePosition = () => last;

/** @param {Position | null} position */
export function simulate(position) {
  simulated = position;
  if (simulated) tell();
}

/** Says that the position is no longer in use. @type {(() => void) | null} */
let endUse = null;

/** Ends it for all who follow, because somebody wants it: they are told `stopped`. */
function stop() {
  unwatch();
  for (const call of followers) call(null, 'stopped');
}

function unwatch() {
  if (watching !== null) navigator.geolocation.clearWatch(watching);
  watching = null;
  endUse?.();
  endUse = null;
}

const tell = (/** @type {string | null} */ problem = null) => {
  for (const call of followers) call(lastPosition(), problem);
};

/**
 * Follows the device; call it after a tap.
 *
 * @param {(position: Position | null, problem: string | null) => void} call `problem`: 'denied',
 *   'unavailable', 'timeout' or 'stopped'
 * @returns {() => void} ends it
 */
export function followPosition(call) {
  followers.add(call);
  if (simulated) call(simulated, null);
  else if (watching === null && 'geolocation' in navigator) {
    watching = navigator.geolocation.watchPosition(
      ({ coords }) => {
        last = {
          lat: coords.latitude,
          lon: coords.longitude,
          accuracy: coords.accuracy,
          heading: coords.heading,
        };
        // While the browser asks, and where it is refused, it is not in use.
        endUse ??= beginUse('position', stop);
        tell();
      },
      (error) => {
        if (error.code === error.PERMISSION_DENIED) unwatch();
        tell(['', 'denied', 'unavailable', 'timeout'][error.code] ?? 'unavailable');
      },
      { enableHighAccuracy: true, maximumAge: 2000, timeout: 20_000 },
    );
  } else if (!('geolocation' in navigator)) call(null, 'unavailable');
  else call(last, null);
  return () => {
    followers.delete(call);
    if (followers.size > 0 || watching === null) return;
    unwatch();
  };
}

/**
 * Asks once where the device is; call it after a tap.
 *
 * @param {(position: Position | null, problem: string | null) => void} call once, as of
 *   {@link followPosition}
 * @returns {() => void} ends it before
 */
export function askPosition(call) {
  const end = followPosition((position, problem) => {
    if (!position && !problem) return;
    // It may be called before there is something to end.
    queueMicrotask(() => end());
    call(position, problem);
  });
  return end;
}
