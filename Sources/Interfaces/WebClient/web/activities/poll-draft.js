// The draft of a poll: each option's values are named by its place.

import { timeText } from '../parts/people/times.js';
import { t } from '../shell/texts.js';

/** @typedef {import('../data/meetings.js').Place} Place */
/** @typedef {import('../data/polls.js').OptionDraft} OptionDraft */
/** @typedef {Record<string, string> & {deadline: string}} Values */

/** So many options at first, and at most. */
export const optionCount = { first: 2, most: 20 };

/** The values at first: votes are taken until tomorrow evening. @returns {Values} */
export function begun() {
  const tomorrow = new Date(Date.now() + 86_400_000);
  tomorrow.setHours(18, 0);
  return {
    deadline: timeText(tomorrow),
    name0: '',
    text0: '',
    name1: '',
    text1: '',
    options: '',
  };
}

/** Places of the options. @param {number} count */
export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

/** A value of an option. @param {Values} values @param {string} name @param {number} index */
const valueOf = (values, name, index) => (values[`${name}${index}`] ?? '').trim();

/** The start of an option, if it is entered. @param {Values} values @param {number} index */
export function startOf(values, index) {
  const start = valueOf(values, 'start', index);
  return start ? new Date(start).toISOString() : undefined;
}

/** The body of an option. @param {Values} values @param {number} index @param {Place} [place] @returns {OptionDraft} */
export function optionOf(values, index, place) {
  const text = (/** @type {string} */ name) => valueOf(values, name, index);
  const instant = (/** @type {string} */ name) => new Date(text(name)).toISOString();
  return {
    name: text('name'),
    description: text('text'),
    ...(text('start') && text('end') ? { start: instant('start'), end: instant('end') } : {}),
    ...(place ? { place } : {}),
  };
}

/** The errors of a draft. @param {Values} values @param {number} count of options @returns {Record<string, string>} */
export function errorsIn(values, count) {
  const named = numbers(count).filter((index) => valueOf(values, 'name', index));
  const hasOddTimes = (/** @type {number} */ index) => {
    const [start, end] = [valueOf(values, 'start', index), valueOf(values, 'end', index)];
    return (start || end) && !(start && end && start < end);
  };
  return {
    ...(named.length >= 2 ? {} : { name1: t('activities.needsOptions') }),
    ...Object.fromEntries(
      named.filter(hasOddTimes).map((index) => [`end${index}`, t('people.needsEnd')]),
    ),
    ...(values.deadline && new Date(values.deadline) > new Date()
      ? {}
      : { deadline: t('activities.needsDeadline') }),
  };
}
