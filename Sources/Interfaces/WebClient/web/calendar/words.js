// What an appointment is besides its hours and place, and what becomes of one that was cancelled.

import { html, nothing } from 'lit-html';
import { decideAppointment } from '../data/appointments.js';
import { isAsked } from '../parts/journey/appointment-words.js';
import { verdictMark } from '../parts/journey/verdict.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */

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
