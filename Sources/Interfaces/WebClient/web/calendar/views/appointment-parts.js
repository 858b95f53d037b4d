// The parts of an appointment's page: its facts, who takes part, and one's own answer.

import { html, nothing } from 'lit-html';
import { facts } from '../../parts/facts.js';
import { day, daysOf, there } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { hours, placeWords } from '../../parts/journey/appointment-words.js';
import { answers, give } from '../../parts/waiting/appointments.js';
import { t } from '../../shell/texts.js';
import { words } from '../editing/recurrence.js';

/** @typedef {import('api-types').Appointment} Appointment */

/** Day and hours here, and at the place's clocks if they differ. @param {Appointment} data */
function whenWords(data) {
  if (data.allDay) return `${daysOf(data)}, ${t('journey.allDay')}`;
  const said = `${day(data.startsAt)}, ${hours(data)}`;
  const clocks = there(data.startsAt, data.zone);
  if (clocks === undefined) return said;
  return html`${said}<br><span class="soft small">${clocks}</span>`;
}

/** @param {Appointment} data */
export const factsOf = (data) =>
  facts([
    [t('calendar.when'), whenWords(data)],
    [t('calendar.place'), placeWords(data)],
    [t('calendar.recurrence'), data.recurrence && words(data.recurrence, data.zone)],
    [t('calendar.organizer'), !data.own && data.organizer.name],
    [t('calendar.notes'), data.notes && html`<div class="calendar-notes">${data.notes}</div>`],
    [
      t('calendar.reminder'),
      !data.allDay && t('calendar.beforeLeaving', { count: data.preNotification }),
    ],
  ]);

/**
 * @param {Appointment} data
 * @param {{invite: () => void, uninvite: (account: string) => void}} calls by its organizer
 */
export function participantList(data, { invite, uninvite }) {
  const others = data.participants.filter((one) => one.id !== data.organizer.id);
  const rows = others.map((one) =>
    html`<li class="list-row"><span class="row-link"><span class="row-body"><span
      class="row-title">${one.name}</span><span class="row-text">${
      t(`calendar.answer-${one.answer}`)
    }</span></span></span>${
      data.own
        ? html`<button class="button quiet" @click=${() => uninvite(one.id)}>${
          t('calendar.takeBack')
        }</button>`
        : nothing
    }</li>`
  );
  return html`<section class="stack tight"><div class="row spread"><h2>${
    t('calendar.participants')
  }</h2>${
    data.own && data.status === 'confirmed'
      ? html`<button class="button" @click=${invite}>${icon('user-plus')}${
        t('calendar.invitePeople')
      }</button>`
      : nothing
  }</div>
    ${
    rows.length === 0
      ? html`<p class="soft">${t('calendar.onlyYou')}</p>`
      : html`<ul class="list" aria-label=${t('calendar.participants')}>${rows}</ul>`
  }</section>`;
}

/** One's answer, and others in its place. @param {Appointment} data */
export const answerButtons = (data) =>
  html`<div class="row" role="group" aria-label=${t('calendar.yourAnswer')}>
    <span class="mark">${t(`calendar.answer-${data.answer}`)}</span>
    ${
    answers.filter(([answer]) => answer !== data.answer).map(([answer, words, look]) =>
      html`<button class=${look} @click=${() => give(data, answer)}>${t(words)}</button>`
    )
  }</div>`;
