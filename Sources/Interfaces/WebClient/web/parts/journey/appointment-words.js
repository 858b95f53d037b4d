// What is said of an appointment in one line: its page, its hours, its place, and when to leave for it.

import { t } from '../../shell/texts.js';
import { day, daysOf, duration, endOf, placeText, time } from '../format.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Appointment} Appointment */

/** Whether a team asks whether one comes. @param {{kind?: string, answer?: string}} line */
export const isAsked = ({ kind, answer }) =>
  answer === 'needsAction' && (kind === 'event' || kind === 'practice');

/**
 * The page of an entry, of the occurrence that is meant; what one is asked for is answered where its team
 * plans it.
 *
 * @param {{id: string, startsAt: string, repeats?: boolean, kind?: string, answer?: string}} line
 */
export const pageOf = (line) => {
  const at = line.repeats ? encodeURIComponent(line.startsAt) : '';
  return isAsked(line)
    ? `/people/events/${line.id}${at && `?occurrence=${at}`}`
    : `/calendar/${line.id}${at && `?at=${at}`}`;
};

/** @param {{place?: {label?: string, address?: string, lat?: number, lon?: number}}} line */
export const placeWords = ({ place }) => placeText(place);

/** @param {CalendarLine | Appointment} line */
function allDay(line) {
  const days = daysOf(line);
  const isOne = days === day(line.startsAt, line.zone);
  return isOne ? t('journey.allDay') : `${t('journey.allDay')}, ${days}`;
}

/** From when to when, by this device's clock. @param {CalendarLine | Appointment} line */
export const hours = (line) =>
  line.allDay
    ? allDay(line)
    : line.startsAt === line.endsAt
    ? time(line.startsAt)
    : `${time(line.startsAt)} – ${endOf(line.startsAt, line.endsAt)}`;

/** When to leave, and how long it takes. @param {CalendarLine} line */
export const leaving = (line) =>
  line.leaveAt && line.status === 'confirmed'
    ? `${t('journey.leaveBy', { time: time(line.leaveAt) })}${
      line.minutes === undefined ? '' : ` · ${duration(line.minutes * 60)}`
    }`
    : '';
