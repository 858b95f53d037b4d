// Where the device is and how it is turned, from sensors that each err in their own way: the gyro
// is right for seconds and drifts, the compass errs by 10 to 20 degrees and does not drift, the
// receiver is right to some metres. Pure values; times are milliseconds.

import { about, degreeLengths, multiply, wrap } from './frames.js';

/** @typedef {import('./frames.js').Quaternion} Quaternion */

/**
 * The camera's turn in the scene from a DeviceOrientation event.
 *
 * @param {number} alpha degrees counter-clockwise from north, corrected
 * @param {number} beta
 * @param {number} gamma
 * @param {number} screen degrees that the page is turned against the device
 * @returns {Quaternion}
 */
export function deviceTurn(alpha, beta, gamma, screen) {
  const device = multiply(multiply(about('z', alpha), about('x', beta)), about('y', gamma));
  return multiply(multiply(about('x', -90), device), about('z', -screen));
}

/**
 * @typedef {Object} HeadingState
 * @property {number} offset degrees to add to the gyro's alpha
 * @property {number} at
 * @property {number} readings
 */

/** Seconds after which two thirds of a difference between gyro and compass are made up. */
const settling = 6;
/** What the compass says at once, until it has been averaged. */
const first = 12;

/**
 * The offset between an alpha that starts anywhere and the compass.
 *
 * @param {HeadingState | undefined} state
 * @param {number} alpha of the gyro, degrees counter-clockwise
 * @param {number} truth the same angle by the compass
 * @param {number} at
 * @returns {HeadingState}
 */
export function fuseHeading(state, alpha, truth, at) {
  if (!state) return { offset: wrap(truth - alpha), at, readings: 1 };
  const error = wrap(truth - (alpha + state.offset));
  const seconds = Math.min(Math.max((at - state.at) / 1000, 0), 2);
  const average = state.readings < first ? 1 / (state.readings + 1) : 0;
  const part = Math.max(average, 1 - Math.exp(-seconds / settling));
  return { offset: wrap(state.offset + error * part), at, readings: state.readings + 1 };
}

/**
 * @typedef {Object} Fix
 * @property {number} lat
 * @property {number} lon
 * @property {number} accuracy metres
 * @property {number} at
 */

/** Metres per second that somebody on foot may go. */
const pace = 1.6;
/** Beyond so many times the accuracies, one has been moved (a lift, a tunnel, a train). */
const jump = 4;

/**
 * A position from the one before and a new reading, each counted by its accuracy.
 *
 * @param {Fix | undefined} state
 * @param {Fix} reading
 * @returns {Fix}
 */
export function fusePosition(state, reading) {
  if (!(reading.accuracy > 0)) reading = { ...reading, accuracy: 1 };
  if (!state || reading.at - state.at > 30_000) return reading;
  const lengths = degreeLengths(state.lat);
  const east = wrap(reading.lon - state.lon) * lengths.lon;
  const north = (reading.lat - state.lat) * lengths.lat;
  const seconds = Math.max((reading.at - state.at) / 1000, 0);
  const grown = Math.hypot(state.accuracy, pace * seconds);
  const allowed = Math.hypot(grown, reading.accuracy) * jump;
  if (Math.hypot(east, north) > allowed && reading.accuracy < 100) return reading;
  const part = (grown * grown) / (grown * grown + reading.accuracy * reading.accuracy);
  return {
    lat: state.lat + (north / lengths.lat) * part,
    lon: wrap(state.lon + (east / lengths.lon) * part),
    accuracy: Math.sqrt(1 - part) * grown,
    at: reading.at,
  };
}

/**
 * @typedef {Object} Gait
 * @property {boolean} isUp whether the push of a step is being felt
 * @property {number} at when the last push began
 * @property {number} steps since one began to walk
 */

/** Metres of a step of somebody who looks through a camera. */
export const stepLength = 0.65;
/** Metres per second squared beside gravity: a step pushes more, between two there is less. */
const push = 2;
const rest = 1;
/** Milliseconds between two steps, at least and at most. */
const quickest = 280;
const slowest = 1500;

/**
 * Whether somebody has taken a step, from the acceleration of the device; a single shake is none.
 *
 * @param {Gait | undefined} gait
 * @param {number} force metres per second squared, without gravity
 * @param {number} at
 * @returns {{gait: Gait, isStep: boolean}}
 */
export function feelStep(gait, force, at) {
  gait ??= { isUp: false, at: -Infinity, steps: 0 };
  if (gait.isUp) return { gait: { ...gait, isUp: force > rest }, isStep: false };
  if (force < push || at - gait.at < quickest) return { gait, isStep: false };
  const steps = at - gait.at > slowest ? 1 : gait.steps + 1;
  return { gait: { isUp: true, at, steps }, isStep: steps > 1 };
}

/** A position so many metres on. @param {Fix} fix @param {number} heading degrees @param {number} metres @returns {Fix} */
export function goneOn(fix, heading, metres) {
  const lengths = degreeLengths(fix.lat);
  const turn = heading * Math.PI / 180;
  return {
    ...fix,
    lat: fix.lat + metres * Math.cos(turn) / lengths.lat,
    lon: wrap(fix.lon + metres * Math.sin(turn) / lengths.lon),
  };
}

/**
 * Where a tracked space begins in the scene when a point of it lies on the eye.
 *
 * @param {{x: number, z: number}} tracked the point, in the tracked space
 * @param {number} degrees clockwise that the tracked space is turned
 * @param {{x: number, z: number}} eye
 */
export function anchor(tracked, degrees, eye) {
  const turn = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return {
    x: eye.x - (tracked.x * cosine - tracked.z * sine),
    z: eye.z - (tracked.x * sine + tracked.z * cosine),
  };
}

/** @typedef {{lat: number, lon: number, east: number, north: number, at: number}} Bias metres that a receiver errs */

/**
 * What a receiver errs by, once outlines had to be moved onto their houses.
 *
 * @param {{lat: number, lon: number}} spot where one really stands
 * @param {{x: number, z: number}} said where one stood by the readings, in metres to the east and south
 * @param {{x: number, z: number}} eye where one really stands, there
 * @param {Bias | undefined} before by which those readings had been corrected already
 * @returns {Bias}
 */
export const biasAt = ({ lat, lon }, said, eye, before) => ({
  lat,
  lon,
  east: (before?.east ?? 0) + said.x - eye.x,
  north: (before?.north ?? 0) - (said.z - eye.z),
  at: Date.now(),
});

/** Milliseconds for which a receiver errs alike. */
const errsAlike = 600_000;

/**
 * A reading without what the receiver was found to err by, near there and for some minutes.
 *
 * @template {{lat: number, lon: number}} Reading
 * @param {Reading} reading @param {Bias | undefined} bias @param {number} now @returns {Reading}
 */
export function unbiased(reading, bias, now) {
  if (!bias || now - bias.at > errsAlike) return reading;
  const lengths = degreeLengths(reading.lat);
  const [east, north] = [
    wrap(reading.lon - bias.lon) * lengths.lon,
    (reading.lat - bias.lat) * lengths.lat,
  ];
  if (Math.hypot(east, north) > holds + Math.hypot(bias.east, bias.north)) return reading;
  return {
    ...reading,
    lat: reading.lat - bias.north / lengths.lat,
    lon: wrap(reading.lon - bias.east / lengths.lon),
  };
}

/** @typedef {{lat: number, lon: number, heading: number, at: number}} Alignment degrees to add */

/** Metres around the spot of an alignment in which it holds. */
const holds = 60;

/** The alignment kept for this spot: the nearest one. @param {Alignment[]} kept */
export function alignmentAt(kept, /** @type {{lat: number, lon: number}} */ spot) {
  let [best, least] = [0, holds];
  for (const one of kept) {
    const lengths = degreeLengths(spot.lat);
    const away = Math.hypot(
      wrap(one.lon - spot.lon) * lengths.lon,
      (one.lat - spot.lat) * lengths.lat,
    );
    if (away <= least) [best, least] = [one.heading, away];
  }
  return best;
}

/** The alignments with one more; the oldest go. @param {Alignment[]} kept @param {Alignment} one */
export function keepAlignment(kept, one) {
  const lengths = degreeLengths(one.lat);
  const others = kept.filter((other) =>
    Math.hypot(wrap(other.lon - one.lon) * lengths.lon, (other.lat - one.lat) * lengths.lat) >
      holds / 2
  );
  return [one, ...others].slice(0, 50);
}
