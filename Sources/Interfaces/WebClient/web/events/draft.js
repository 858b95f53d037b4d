// The draft of an event: values of its form, their errors, and the body to send.

import { instant, ownZone, untilOf, wallTime } from '../parts/days.js';
import { hostOf } from '../parts/people/event-words.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {GroupEvent['place']} Place */
/** @typedef {'one' | 'following' | 'series'} Scope */

export const weekdays = /** @type {const} */ (['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']);
/** @typedef {typeof weekdays[number]} Weekday */
/** @typedef {ReturnType<typeof firstValues>} Values */

/**
 * The subject of the form.
 *
 * @typedef {Object} Subject
 * @property {GroupEvent} [event] that is changed, as it is now; none where one is planned
 * @property {boolean} isOneOfSeries whether one of a series was opened, so that the change may be of it alone
 * @property {string} [zone] of the group
 * @property {Place} [place] that is entered
 */

/** The last day on which answers are wanted, by the clocks of the group. @param {GroupEvent} [event] */
const deadlineDay = (event) =>
  event?.responseDeadline
    ? new Intl.DateTimeFormat('sv-SE', { timeZone: event.zone, dateStyle: 'short' })
      .format(new Date(Date.parse(event.responseDeadline) - 1))
    : '';

/** The values of an event. @param {GroupEvent} [event] */
export const valuesOf = (event) => ({
  title: event?.title ?? '',
  description: event?.description ?? '',
  day: event?.start.slice(0, 10) ?? '',
  start: event?.start.slice(11, 16) || '18:00',
  duration: String((event?.duration ?? 5400) / 60),
  responseDeadline: deadlineDay(event),
  capacity: event?.capacity === undefined ? '' : String(event.capacity),
  minimumAge: event?.minimumAge === undefined ? '' : String(event.minimumAge),
  link: event?.link ?? '',
});

/** The values of the form at first. @param {GroupEvent} [event] that is changed */
export const firstValues = (event) => ({
  kind: 'event',
  scope: /** @type {Scope} */ ('one'),
  ...valuesOf(event),
  placeIsSafe: false,
  repeats: false,
  until: '',
  MO: false,
  TU: false,
  WE: false,
  TH: false,
  FR: false,
  SA: false,
  SU: false,
});

/** Whether what is changed is the series, if it is one. @param {Values} values @param {Subject} subject */
export const isSeries = ({ scope }, { isOneOfSeries }) => !isOneOfSeries || scope === 'series';

/** Whether all that follow the opened one are changed with it. @param {Values} values @param {Subject} subject */
export const follows = ({ scope }, { isOneOfSeries }) => isOneOfSeries && scope === 'following';

/** Whether all of a series is changed: its days stay, its clock time may change. @param {Values} values @param {Subject} subject */
const isWholeSeries = (values, subject) =>
  subject.event?.firstStart !== undefined && isSeries(values, subject);

/** Whether the day stays, because a rule names it or all of a series is changed. @param {Values} values @param {Subject} subject */
export const keepsDay = (values, subject) =>
  isWholeSeries(values, subject) ||
  (follows(values, subject) && (subject.event?.recurrence ?? '').includes(';BY'));

/** @param {Subject} subject */
export const hasNewPlace = ({ event, place }) =>
  JSON.stringify(place) !== JSON.stringify(event?.place);

/** The zone whose clocks the form's times are by. @param {Subject} subject */
export const zoneOf = ({ event, zone }) => event?.zone ?? zone ?? ownZone;

/** The start by those clocks. @param {Values} values @param {Subject} subject */
export function startOf(values, subject) {
  const { event } = subject;
  const before = isWholeSeries(values, subject) ? event?.nextStart : event?.start;
  return `${keepsDay(values, subject) ? before?.slice(0, 10) : values.day}T${values.start}`;
}

/** An instant at which the clocks are as they will be; today where the day has passed, as of a series' first. @param {Values} values @param {Subject} subject */
export function clocksAt(values, subject) {
  const zone = zoneOf(subject);
  const [day, time] = startOf(values, subject).split('T');
  const today = wallTime(new Date(), zone).slice(0, 10);
  return instant(`${day > today ? day : today}T${time}`, zone) ?? new Date();
}

/** The errors that can be seen here. @param {Values} values @param {Subject} subject @returns {Record<string, string>} */
export function errorsIn(values, subject) {
  const { title, day, placeIsSafe, kind, link } = values;
  const { event, place } = subject;
  /** @type {Record<string, string>} */
  const problems = {};
  if (!title.trim()) problems.title = t('people.needsTitle');
  if (!day) problems.day = t('events.needsDay');
  if (link.trim() && !hostOf(link.trim())) problems.link = t('events.needsWebAddress');
  if (place && hasNewPlace(subject) && !placeIsSafe) {
    problems.placeIsSafe = t('events.needsSafety');
  }
  if (!event && kind === 'practice' && !place) problems.placeIsSafe = t('events.needsPlace');
  return problems;
}

/** The body to send: all of a new event, the differences of a change. @param {Values} values @param {Subject} subject */
export function bodyOf(values, subject) {
  const { event, place } = subject;
  const number = (/** @type {string} */ text) => text ? Number(text) : event ? null : undefined;
  const link = values.link.trim();
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    start: startOf(values, subject),
    duration: Math.round(Number(values.duration) * 60),
    ...(event ? {} : { zone: zoneOf(subject) }),
    ...(hasNewPlace(subject) ? { place: place ?? null } : {}),
    ...(hasNewPlace(subject) && place ? { placeIsSafe: values.placeIsSafe } : {}),
    ...(values.responseDeadline === deadlineDay(event)
      ? {}
      : { responseDeadline: values.responseDeadline || null }),
    capacity: number(values.capacity),
    minimumAge: number(values.minimumAge),
    ...(link === (event?.link ?? '') ? {} : { link: link || null }),
    ...(values.repeats ? { recurrence: weekly(values, zoneOf(subject)) } : {}),
  };
}

/** Every week, on the days that are chosen. @param {Values} values @param {string} zone */
function weekly(values, zone) {
  const days = weekdays.filter((name) => values[name]);
  return [
    'FREQ=WEEKLY',
    ...(days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(values.until ? [`UNTIL=${untilOf(values.until, zone)}`] : []),
  ].join(';');
}
