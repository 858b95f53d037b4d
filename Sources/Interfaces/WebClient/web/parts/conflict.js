// Changing what others may have changed since a form was made of it.

import * as api from '../shell/api.js';
import { openConflict } from './dialog.js';

/**
 * Sends a change of what a form was made of, not of what has become of it since. Where somebody else has changed
 * what the form holds meanwhile, both are shown, and one of them is kept.
 *
 * @template {{version: number}} T
 * @param {T} before what the form was made of
 * @param {{
 *   path: string,
 *   send: (match: string) => Promise<any>,
 *   isSame: (now: T) => boolean,
 *   words: (thing: T) => unknown,
 *   yours: () => unknown,
 *   rebase: (now: T) => void,
 *   again: (now: T) => void,
 * }} change `isSame`: whether it holds for the form what it did; `words` and `yours` draw both; `rebase`: what
 *   is entered is a change of this from now on; `again` makes the form anew
 * @returns {Promise<any>} the answer; undefined where nothing was sent
 */
export async function sendChange(before, change) {
  try {
    return await change.send(`"${before.version}"`);
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.slug !== 'stale-version') throw error;
  }
  /** @type {T} */
  const now = await api.get(change.path);
  // Its picture, for instance, or who comes, is not what the form changes.
  const side = change.isSame(now) ? 'yours' : await openConflict({
    theirs: change.words(now),
    yours: change.yours(),
  });
  if (side === 'theirs') change.again(now);
  if (side !== 'yours') return;
  change.rebase(now);
  return await sendChange(now, change);
}
