// A place as somebody writes it: degrees in any usual form, a plus code, an address.

import { findPlaces } from '../parts/finding.js';

/**
 * Where a text is; null if nobody knows.
 *
 * @param {string} text @param {AbortSignal} [signal]
 * @returns {Promise<{lat: number, lon: number} | null>}
 */
export async function placeOf(text, signal = new AbortController().signal) {
  const [first] = await findPlaces(text.trim(), signal);
  return first?.lat !== undefined && first.lon !== undefined
    ? { lat: first.lat, lon: first.lon }
    : null;
}

/** A place as the server and people write it. @param {{lat: number, lon: number}} position */
export const written = ({ lat, lon }) => `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
