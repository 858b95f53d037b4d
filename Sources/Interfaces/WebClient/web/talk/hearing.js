// Hearing messages with the one player of the client: what was not heard before follows by itself.

import { markHeard, soundAddress } from '../data/conversations.js';
import { playback } from '../parts/playing.js';
import { t } from '../shell/texts.js';
import { following, playableOf } from './message-order.js';
import { whose } from './message-words.js';

/** @typedef {import('api-types').Message} Message */

/** Messages that are marked once they begin, by the id of their story. @type {Map<string, string>} */
const unheard = new Map();

playback.follow(() => {
  const { current, state } = playback;
  if (!current || state !== 'playing') return;
  const id = unheard.get(current.id);
  if (!id) return;
  unheard.delete(current.id);
  // It is marked when it is heard the next time.
  markHeard(id).catch(() => {});
});

/** @param {Message} message */
export const storyId = ({ id }) => `message-${id}`;

/** @param {Message} message @param {string} conversation what it is called @returns {import('../parts/playback.js').Story} */
function story(message, conversation) {
  const type = playableOf(message.types ?? []);
  if (!message.isOwn && !message.isHeard) unheard.set(storyId(message), message.id);
  return {
    id: storyId(message),
    title: t('talk.voiceOf', { name: whose(message) }),
    by: conversation,
    src: soundAddress(message.id, type),
    href: `/people/chats/${message.conversation}`,
  };
}

/**
 * Plays a message, or stops it where it is being played.
 *
 * @param {Message} message @param {Message[]} all newest first @param {string} conversation what it is called
 */
export function toggle(message, all, conversation) {
  if (playback.isCurrent(storyId(message)) && playback.state === 'playing') return playback.stop();
  playback.stop();
  const follows = message.isOwn || message.isHeard ? [] : following(message, all);
  playback.play(story(message, conversation));
  for (const next of follows) playback.add(story(next, conversation));
}
