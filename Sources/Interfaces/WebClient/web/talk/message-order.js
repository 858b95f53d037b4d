// Which message follows, and in which of its types it is heard.

/** @typedef {import('api-types').Message} Message */

/** What a browser says about a type depends on the coding in it. @type {Record<string, string>} */
const codings = {
  'audio/mp4': 'audio/mp4; codecs="mp4a.40.2"',
  'audio/webm': 'audio/webm; codecs="opus"',
  'audio/ogg': 'audio/ogg; codecs="opus"',
};

/**
 * The first of a message's types that a browser plays; the first of all if it says no to each.
 *
 * @param {string[]} types @param {Pick<HTMLAudioElement, 'canPlayType'>} [audio]
 */
export const playableOf = (types, audio = new Audio()) =>
  types.find((type) => audio.canPlayType(codings[type] ?? type) !== '') ?? types[0];

/** What was said after a message and not heard, in order. @param {Message} message @param {Message[]} all newest first */
export const following = ({ sequence }, all) =>
  all.filter((one) =>
    one.kind === 'voice' && one.sequence > sequence && !one.isOwn && !one.isHeard && !one.isFolded
  ).toReversed();
