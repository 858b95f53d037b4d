// Which hour the drawn world shows.

import { metresBetween } from '../../map/measure.js';

/** Metres from a place within which one stands there. */
const there = 2000;

/**
 * Now, for whoever really stands there: it may be night. For everybody else a forenoon in summer, by
 * which a place is seen.
 *
 * @param {Date} now @param {{lat: number, lon: number}} spot
 * @param {{lat: number, lon: number} | null} position of the device itself
 */
export function worldTime(now, spot, position) {
  if (position && metresBetween(position, spot) <= there) return now;
  const hour = 10 - spot.lon / 15;
  // The summer of the other half of the world.
  const month = spot.lat >= 0 ? 5 : 11;
  return new Date(Date.UTC(now.getUTCFullYear(), month, 21) + hour * 3_600_000);
}
