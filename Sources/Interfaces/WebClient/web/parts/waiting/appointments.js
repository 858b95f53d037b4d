// Invitations to appointments, answered in place.

import { html } from 'lit-html';
import { answerAppointment } from '../../data/appointments.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { day, moment, placeText } from '../format.js';
import { pageOf } from '../journey/appointment-words.js';
import { row } from '../list.js';

/** @typedef {import('api-types').Appointment} Appointment */

/** Answers an invitation. @param {{id: string, title: string}} line @param {'accepted' | 'declined' | 'tentative'} answer */
export async function give(line, answer) {
  try {
    await answerAppointment(line.id, answer, line.title);
    notice(t(`waiting.gave-${answer}`, { title: line.title }));
  } catch (error) {
    complain(error);
  }
}

/** The answers that may be given, with the words and the look of their buttons. */
export const answers = /** @type {const} */ ([
  ['accepted', 'waiting.accept', 'button main'],
  ['declined', 'waiting.deny', 'button'],
  ['tentative', 'waiting.maybe', 'button quiet'],
]);

/** @param {Appointment} item @param {unknown} [start] a symbol before it */
export const appointmentRow = (item, start) =>
  row({
    href: pageOf({ ...item, repeats: false }),
    start,
    title: item.title,
    text: [
      item.allDay ? day(item.startsAt, item.zone) : moment(item.startsAt),
      t('waiting.from', { name: item.organizer.name }),
      placeText(item.place),
    ].filter(Boolean).join(' · '),
    end: answers.map(([answer, words, look]) =>
      html`<button class=${look} @click=${() => give(item, answer)}>${t(words)}</button>`
    ),
  });
