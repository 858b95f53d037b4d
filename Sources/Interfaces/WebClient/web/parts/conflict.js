// Changing what others may have changed since a form was made of it.

import { ApiError } from '../shell/api.js';
import { openConflict } from './dialog.js';

/**
 * Sends a change of what a form was made of, not of what has become of it since. Where somebody else has changed
 * what the form holds meanwhile, both are shown, and one of them is kept.
 *
 * @template {{version: number}} T
 * @template Answer
 * @param {T} before what the form was made of
 * @param {{
 *   read: () => Promise<T>,
 *   send: (match: string) => Promise<Answer>,
 *   isSame: (now: T) => boolean,
 *   words: (thing: T) => unknown,
 *   yours: () => unknown,
 *   rebase: (now: T) => void,
 *   again: (now: T) => void,
 * }} change `read` answers what it is now; `isSame`: whether it holds for the form what it did; `words` and `yours`
 *   draw both; `rebase`: what is entered is a change of this from now on; `again` makes the form anew
 * @returns {Promise<Answer | undefined>} the answer; undefined where nothing was sent
 */
export async function sendChange(before, change) {
  try {
    return await change.send(`"${before.version}"`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.slug !== 'stale-version') throw error;
  }
  const now = await change.read();
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
