// Rules of repetition as people say them.

import { day, list } from '../parts/format.js';
import { locale, t } from '../shell/texts.js';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** The rules that the form offers. */
export const usual = [
  '',
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=MONTHLY',
  'FREQ=YEARLY',
];

/** The parts of a rule. @param {string} rule @returns {Record<string, string>} */
export const parts = (rule) =>
  Object.fromEntries(
    rule.replace(/^RRULE:/i, '').split(';').filter(Boolean).map((part) => {
      const [name, value = ''] = part.split('=');
      return [name.toUpperCase(), value];
    }),
  );

/** The rule without its end, and its last day. @param {string | undefined} rule */
export function split(rule) {
  const { UNTIL = '', ...rest } = parts(rule ?? '');
  const [, year, month, date] = UNTIL.match(/^(\d{4})(\d\d)(\d\d)/) ?? [];
  const base = Object.entries(rest).map(([name, value]) => `${name}=${value}`).join(';');
  return { base, until: year ? `${year}-${month}-${date}` : '' };
}

/** @param {string} base @param {string} until a day, or empty @param {boolean} isAllDay */
export function join(base, until, isAllDay) {
  if (!base || !until) return base;
  const end = until.replaceAll('-', '') + (isAllDay ? '' : 'T235959Z');
  return `${base.replace(/;?COUNT=\d+/i, '')};UNTIL=${end}`;
}

const weekdayName = (/** @type {string} */ code) => {
  const index = weekdays.indexOf(code.slice(-2));
  // 5 January 1970 was a Monday.
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
    .format(new Date(Date.UTC(1970, 0, 5 + Math.max(0, index))));
  const nth = Number(code.slice(0, -2));
  if (!nth) return name;
  return nth === -1
    ? t('calendar.lastWeekday', { day: name })
    : t('calendar.nthWeekday', { count: nth, day: name });
};

/** A rule in words: every 2 weeks on Monday and Friday, until 4 Dec 2026. @param {string} rule */
export function words(rule) {
  const { FREQ = '', INTERVAL = '1', BYDAY = '', BYMONTHDAY = '', UNTIL, COUNT } = parts(rule);
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(FREQ)) return rule;
  const said = [
    FREQ === 'WEEKLY' && BYDAY === 'MO,TU,WE,TH,FR' && INTERVAL === '1'
      ? t('calendar.everyWorkday')
      : t(`calendar.every-${FREQ.toLowerCase()}`, { count: Number(INTERVAL) }) +
        (BYDAY ? ` ${t('calendar.on', { days: list(BYDAY.split(',').map(weekdayName)) })}` : ''),
  ];
  if (BYMONTHDAY) said.push(t('calendar.onDays', { days: list(BYMONTHDAY.split(',')) }));
  const { until } = split(rule);
  if (UNTIL && until) said.push(t('calendar.until', { day: day(`${until}T12:00:00`) }));
  if (COUNT) said.push(t('calendar.times', { count: Number(COUNT) }));
  return said.join(', ');
}
