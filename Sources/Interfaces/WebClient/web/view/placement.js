// Where and how something is placed: its numbers, their limits, and what keys do to them.

import { compass } from './frames.js';

/**
 * @typedef {Object} Placement
 * @property {number} lat
 * @property {number} lon
 * @property {number} lift metres above the ground
 * @property {number} heading degrees that it faces
 * @property {number} scale
 */

export const limits = { scale: { min: 0.01, max: 100 }, lift: { min: -50, max: 500 } };

/** A placement within its limits. @param {Placement} placement @returns {Placement} */
export function within(placement) {
  const number = (/** @type {number} */ value, /** @type {number} */ otherwise) =>
    Number.isFinite(value) ? value : otherwise;
  return {
    lat: Math.min(90, Math.max(-90, number(placement.lat, 0))),
    lon: Math.min(180, Math.max(-180, number(placement.lon, 0))),
    lift: Math.min(limits.lift.max, Math.max(limits.lift.min, number(placement.lift, 0))),
    heading: compass(number(placement.heading, 0)),
    scale: Math.min(limits.scale.max, Math.max(limits.scale.min, number(placement.scale, 1))),
  };
}

/**
 * What a key does to a placement; undefined if it does nothing.
 *
 * @param {Placement} placement @param {{key: string, shiftKey: boolean}} event
 * @param {number} heading that the person looks at
 * @param {{lat: number, lon: number}} lengths metres of a degree
 */
export function byKey(placement, { key, shiftKey }, heading, lengths) {
  const move = (/** @type {number} */ ahead, /** @type {number} */ side) => {
    const metres = shiftKey ? 1 : 0.1;
    const angle = (heading * Math.PI) / 180;
    const east = (ahead * Math.sin(angle) + side * Math.cos(angle)) * metres;
    const north = (ahead * Math.cos(angle) - side * Math.sin(angle)) * metres;
    return within({
      ...placement,
      lat: placement.lat + north / lengths.lat,
      lon: placement.lon + east / lengths.lon,
    });
  };
  const by = shiftKey ? 15 : 5;
  switch (key) {
    case 'ArrowUp':
      return move(1, 0);
    case 'ArrowDown':
      return move(-1, 0);
    case 'ArrowLeft':
      return move(0, -1);
    case 'ArrowRight':
      return move(0, 1);
    case ',':
    case '<':
      return within({ ...placement, heading: placement.heading - by });
    case '.':
    case '>':
      return within({ ...placement, heading: placement.heading + by });
    case '+':
      return within({ ...placement, scale: placement.scale * 1.1 });
    case '-':
      return within({ ...placement, scale: placement.scale / 1.1 });
    case 'PageUp':
      return within({ ...placement, lift: placement.lift + (shiftKey ? 1 : 0.1) });
    case 'PageDown':
      return within({ ...placement, lift: placement.lift - (shiftKey ? 1 : 0.1) });
    default:
      return undefined;
  }
}
