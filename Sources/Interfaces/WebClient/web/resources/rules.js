// The rules for booking something: in words, and whether a time breaks one.

import { duration } from '../parts/format.js';
import { dayKey } from '../parts/days.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Resource['rules']} Rules */

/** Hours as people say them: 2 days, 36 h. @param {number} hours */
const spanOf = (hours) =>
  hours >= 48 && hours % 24 === 0
    ? t('resources.dayCount', { count: hours / 24 })
    : duration(hours * 3600);

/** The rules in words. @param {Rules} rules @returns {string[]} */
export const ruleWords = (rules) => [
  t('resources.rule-longest', { span: spanOf(rules.longestMinutes / 60) }),
  ...(rules.noticeHours > 0
    ? [t('resources.rule-notice', { span: spanOf(rules.noticeHours) })]
    : []),
  ...(rules.sameDay ? [] : [t('resources.rule-tomorrow')]),
  ...(rules.perWeek === undefined ? [] : [t('resources.rule-perWeek', { count: rules.perWeek })]),
];

/**
 * The rule that a time breaks, at the field that is to be changed. Bookings in a week are counted by the server alone.
 *
 * @param {Rules} rules @param {{start: string, end: string}} times as fields have them
 * @returns {Record<string, string>}
 */
export function brokenRules(rules, { start, end }) {
  const from = new Date(start);
  const hours = (new Date(end).getTime() - from.getTime()) / 3_600_000;
  if (hours > rules.longestMinutes / 60) {
    return { end: t('resources.rule-longest', { span: spanOf(rules.longestMinutes / 60) }) };
  }
  if (from.getTime() < Date.now() + rules.noticeHours * 3_600_000 && rules.noticeHours > 0) {
    return { start: t('resources.rule-notice', { span: spanOf(rules.noticeHours) }) };
  }
  if (!rules.sameDay && dayKey(from) <= dayKey(new Date())) {
    return { start: t('resources.rule-tomorrow') };
  }
  return {};
}
