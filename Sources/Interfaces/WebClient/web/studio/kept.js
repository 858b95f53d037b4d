// Unsaved work, kept on this device until it is saved: it survives a reload, a lost network and a
// lost session.

import * as store from '../shell/store.js';
import { untold } from './document.js';

/** @typedef {import('./document.js').Doc} Doc */
/**
 * @typedef {Object} Kept
 * @property {Doc} doc
 * @property {Doc} base what the server had when the work began
 * @property {number} version of the server then; 0 for a tour that it does not have yet
 * @property {[string, string][]} ids the server's ids of stops, by key
 * @property {number} at when it was kept
 */

const key = (/** @type {string} */ id) => `studio:${id}`;

/**
 * A document with what it tells by language, also if it was kept when a tour had one name and a stop one
 * recording.
 *
 * @param {any} doc any: as an earlier version has kept it @returns {Doc}
 */
export function byLanguage(doc) {
  if (doc.names) return doc;
  const { name, description, ...rest } = doc;
  const [first = untold] = doc.languages;
  return {
    ...rest,
    names: { [first]: name },
    descriptions: { [first]: description },
    stops: doc.stops.map((/** @type {any} any: as above */ { narration, ...stop }) => ({
      ...stop,
      recordings: narration?.kind === 'recording' ? { [first]: narration } : {},
    })),
  };
}

/** @param {Kept} kept @returns {Kept} */
const upToDate = (kept) => ({ ...kept, doc: byLanguage(kept.doc), base: byLanguage(kept.base) });

/** @param {string} id of the tour, or `new` @returns {Promise<Kept | undefined>} */
export async function readKept(id) {
  const kept = await store.read('kept', key(id));
  return kept && upToDate(kept);
}

/** @param {string} id @param {Kept} kept */
export const writeKept = (id, kept) => store.write('kept', { key: key(id), ...kept });

/** @param {string} id */
export const dropKept = (id) => store.remove('kept', key(id));

/** The tours of which there is unsaved work. @returns {Promise<Map<string, Kept>>} */
export async function allKept() {
  const all = await store.all('kept');
  return new Map(
    all.filter((one) => String(one.key).startsWith('studio:')).map((
      one,
    ) => [one.key.slice('studio:'.length), upToDate(one)]),
  );
}
