// What is said of an appointment in one line, and the answers that are given in place.

import { html, nothing } from 'lit-html';
import { day, daysOf, duration, endOf, placeText, time } from '../parts/format.js';
import { answerAppointment, decideAppointment } from '../data/appointments.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

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
export const href = (line) => {
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
  return isOne ? t('calendar.allDay') : `${t('calendar.allDay')}, ${days}`;
}

/** From when to when, by this device's clock. @param {CalendarLine | Appointment} line */
export const hours = (line) =>
  line.allDay
    ? allDay(line)
    : line.startsAt === line.endsAt
    ? time(line.startsAt)
    : `${time(line.startsAt)} – ${endOf(line.startsAt, line.endsAt)}`;

/** Cancelled, invited, repeated, not reachable: each in a word. @param {CalendarLine} line */
export function marks(line) {
  if (line.status === 'cancelled') {
    return html`<span class="mark bad">${t('calendar.cancelled')}</span>`;
  }
  const answer = isAsked(line)
    ? t('calendar.notAnswered')
    : line.own || line.answer === 'accepted'
    ? ''
    : t(`calendar.answer-${line.answer}`);
  return html`${answer ? html`<span class="mark warn">${answer}</span>` : nothing}
    ${line.repeats ? html`<span class="mark">${t('calendar.repeats')}</span>` : nothing}
    ${
    line.overlaps
      ? html`<span class="mark warn">${t('calendar.overlaps', { title: line.overlaps })}</span>`
      : nothing
  }
    ${verdictMark(line.verdict)}`;
}

/** @param {string | undefined} verdict */
export const verdictMark = (verdict) =>
  verdict === 'unreachable'
    ? html`<span class="mark bad">${t('journey.verdict-unreachable')}</span>`
    : verdict === 'tight' || verdict === 'early'
    ? html`<span class="mark warn">${t(`journey.verdict-${verdict}`)}</span>`
    : nothing;

/** When to leave, and how long it takes. @param {CalendarLine} line */
export const leaving = (line) =>
  line.leaveAt && line.status === 'confirmed'
    ? `${t('journey.leaveBy', { time: time(line.leaveAt) })}${
      line.minutes === undefined ? '' : ` · ${duration(line.minutes * 60)}`
    }`
    : '';

/** Answers an invitation. @param {{id: string, title: string}} line @param {'accepted' | 'declined' | 'tentative'} answer */
export async function give(line, answer) {
  try {
    await answerAppointment(line.id, answer, line.title);
    notice(t(`calendar.gave-${answer}`, { title: line.title }));
  } catch (error) {
    complain(error);
  }
}

/** Keeps or drops what its owner cancelled. @param {{id: string, title: string}} line @param {'keep' | 'drop'} decision */
export async function decide(line, decision) {
  try {
    const own = await decideAppointment(line.id, decision);
    notice(t(`calendar.did-${decision}`, { title: line.title }));
    return own;
  } catch (error) {
    complain(error);
    return undefined;
  }
}
