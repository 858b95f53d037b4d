// Rules of repetition as people say them.

import { day, list } from '../../parts/format.js';
import { locale, t } from '../../shell/texts.js';
import { untilOf, wallTime } from '../../parts/days.js';

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

/** The rule without its end, and its last day by the zone's clocks. @param {string | undefined} rule @param {string} zone */
export function split(rule, zone) {
  const { UNTIL = '', ...rest } = parts(rule ?? '');
  const [, year, month, date, hour, minute, second] =
    UNTIL.match(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?/) ?? [];
  const base = Object.entries(rest).map(([name, value]) => `${name}=${value}`).join(';');
  const written = `${year}-${month}-${date}`;
  // Many programs write a day's last second in UTC and mean the day itself.
  const isDay = !hour || `${hour}${minute}${second}` === '235959';
  const last = isDay
    ? written
    : wallTime(new Date(`${written}T${hour}:${minute}:${second}Z`), zone).slice(0, 10);
  return { base, until: year ? last : '' };
}

/** @param {string} base @param {string} until a day by the zone's clocks, or empty @param {boolean} isAllDay @param {string} zone */
export function join(base, until, isAllDay, zone) {
  if (!base || !until) return base;
  return `${base.replace(/;?COUNT=\d+/i, '')};UNTIL=${
    isAllDay ? until.replaceAll('-', '') : untilOf(until, zone)
  }`;
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

/** A rule in words: every 2 weeks on Monday and Friday, until 4 Dec 2026. @param {string} rule @param {string} zone */
export function words(rule, zone) {
  const { FREQ = '', INTERVAL = '1', BYDAY = '', BYMONTHDAY = '', UNTIL, COUNT } = parts(rule);
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(FREQ)) return rule;
  const said = [
    FREQ === 'WEEKLY' && BYDAY === 'MO,TU,WE,TH,FR' && INTERVAL === '1'
      ? t('calendar.everyWorkday')
      : t(`calendar.every-${FREQ.toLowerCase()}`, { count: Number(INTERVAL) }) +
        (BYDAY ? ` ${t('calendar.on', { days: list(BYDAY.split(',').map(weekdayName)) })}` : ''),
  ];
  if (BYMONTHDAY) said.push(t('calendar.onDays', { days: list(BYMONTHDAY.split(',')) }));
  const { until } = split(rule, zone);
  if (UNTIL && until) said.push(t('calendar.until', { day: day(`${until}T12:00:00`) }));
  if (COUNT) said.push(t('calendar.times', { count: Number(COUNT) }));
  return said.join(', ');
}
