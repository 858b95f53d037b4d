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

/**
 * When to leave; where one comes too late all the same, by how much.
 *
 * @param {string} leaveAt @param {number} late seconds by which one comes too late
 */
export function leaveWords(leaveAt, late) {
  const at = time(leaveAt);
  if (late <= 0) return t('journey.leaveBy', { time: at });
  const minutes = Math.ceil(late / 60);
  return minutes < 120
    ? t('journey.leaveLate', { time: at, count: minutes })
    : t('journey.leaveHoursLate', { time: at, late: duration(minutes * 60) });
}

/** Seconds by which one comes too late by a plan. @param {import('api-types').TravelPlan} plan */
export const lateOf = ({ verdict, margin = 0 }) => verdict === 'unreachable' ? -margin : 0;

/** Seconds by which one comes too late. @param {CalendarLine} line */
export const lateBy = ({ verdict, leaveAt, minutes, startsAt }) =>
  verdict === 'unreachable' && leaveAt && minutes !== undefined
    ? (Date.parse(leaveAt) + minutes * 60_000 - Date.parse(startsAt)) / 1000
    : 0;

/** When to leave; empty where that is not known, or not needed any more. @param {CalendarLine} line */
export const leaveBy = (line) =>
  line.leaveAt && line.status === 'confirmed' ? leaveWords(line.leaveAt, lateBy(line)) : '';

/** How long the way takes. @param {CalendarLine} line */
export const wayTime = ({ minutes }) => minutes === undefined ? '' : duration(minutes * 60);

/** When to leave, and how long it takes. @param {CalendarLine} line */
export const leaving = (line) =>
  [leaveBy(line), leaveBy(line) && wayTime(line)].filter(Boolean).join(' · ');
