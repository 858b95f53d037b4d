// The state of a poll.

import { isOpen } from '../parts/waiting/words.js';

/** @typedef {import('../data/polls.js').Poll} Poll */
/** @typedef {import('../data/polls.js').Option} Option */

/** Whether nobody is left to vote in a poll that is open. @param {Poll} poll */
export const hasAllVotes = (poll) => isOpen(poll) && poll.voters > 0 && poll.voted === poll.voters;

/** The only leader, so that nobody has to choose. @param {Poll} poll @returns {Option | undefined} */
export const winner = ({ leading, options }) =>
  leading.length === 1 ? options.find(({ id }) => id === leading[0]) : undefined;

/** Those that lead. @param {Poll} poll */
export const leaders = ({ leading, options }) => options.filter(({ id }) => leading.includes(id));
