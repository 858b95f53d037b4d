// Events and practices in words: times, place, answers.

import { daysOf, endOf, moment } from '../format.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

/** The page of an occurrence. @param {GroupEvent} event */
export const pageOf = (event) => `/people/events/${event.id}${occurrence(event)}`;

/** The query that names an occurrence of a series in a page's address. @param {GroupEvent} event */
export const occurrence = (event) =>
  event.repeats ? `?occurrence=${encodeURIComponent(event.startsAt)}` : '';

/** Its times by the reader's clocks. @param {GroupEvent} event */
export const whenOf = (event) =>
  event.allDay
    ? daysOf(event)
    : `${moment(event.startsAt)} – ${endOf(event.startsAt, event.endsAt)}`;

/** @param {GroupEvent} event */
export const whereOf = (event) => event.place?.label ?? event.place?.address ?? '';

/** The counts of answers in words. @param {GroupEvent} event */
export function countsOf({ counts, capacity }) {
  const parts = [
    capacity === undefined
      ? t('people.coming', { count: counts.accepted })
      : t('people.comingOf', { count: counts.accepted, places: capacity }),
  ];
  if (counts.tentative > 0) parts.push(t('people.perhaps', { count: counts.tentative }));
  if (counts.declined > 0) parts.push(t('people.notComing', { count: counts.declined }));
  if (counts.waiting > 0) parts.push(t('people.onList', { count: counts.waiting }));
  if (counts.late) parts.push(t('people.late', { count: counts.late }));
  if (counts.unanswered > 0) parts.push(t('people.unanswered', { count: counts.unanswered }));
  return parts.join(' · ');
}

/** The host that an address of the web names; empty for what is none. @param {string} address */
export function hostOf(address) {
  try {
    const { protocol, host } = new URL(address);
    return ['http:', 'https:'].includes(protocol) ? host : '';
  } catch {
    return '';
  }
}

/** Whether it is over, by the clock of the device. @param {GroupEvent} event */
export const hasEnded = (event) => event.begun && Date.parse(event.endsAt) <= Date.now();
