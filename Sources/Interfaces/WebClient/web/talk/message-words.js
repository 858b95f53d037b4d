// What a message is called in one line.

import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Message} Message */

/** Minutes and seconds, as on a clock: 1:05. @param {number} seconds */
export function clockOf(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Who said it. @param {Message} message */
export const whose = ({ author, isOwn }) =>
  isOwn ? t('talk.you') : author?.name ?? t('talk.somebodyGone');

/** Who said what, in one line. @param {Message} message */
export const said = (message) => {
  const name = whose(message);
  if (message.isFolded) return t('talk.saidFolded', { name });
  if (message.kind === 'text') return `${name}: ${message.words ?? ''}`;
  return message.seconds === undefined
    ? t('talk.saidVoice', { name })
    : t('talk.saidVoiceOf', { name, time: clockOf(message.seconds) });
};
