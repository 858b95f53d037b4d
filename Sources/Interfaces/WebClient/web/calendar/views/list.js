// The calendar as a list by day, and above it what waits for an answer.

import { html, nothing } from 'lit-html';
import { time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { hours, leaving, pageOf, placeWords } from '../../parts/journey/appointment-words.js';
import { row } from '../../parts/list.js';
import { appointmentRow } from '../../parts/waiting/appointments.js';
import { dayKey, dayOf, dayWords } from '../../parts/days.js';
import { t } from '../../shell/texts.js';
import { moveButton, moveByKeys } from '../editing/move-dialog.js';
import { stays } from '../editing/movable.js';
import { decide, marks } from '../words.js';
import { kindMark } from './kinds.js';
import { byDay } from './span.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @template T @typedef {import('../../parts/list.js').Paged<T>} Paged */
/** @typedef {import('../../shell/view.js').View} View */

/** A button for what comes after what was read. @param {Paged<unknown>} paged */
export const moreButton = (paged) =>
  paged.hasMore
    ? html`<button class="button" @click=${() => paged.more()}>${t('shell.more')}</button>`
    : nothing;

/** What is done with a line: keeping or dropping what was cancelled, else moving it. @param {View} view @param {CalendarLine} line */
const lineButtons = (view, line) =>
  line.status === 'cancelled' && !line.own
    ? html`
      <button class="button" @click=${() => decide(line, 'keep')}>${t('calendar.keep')}</button>
      <button class="button" @click=${() => decide(line, 'drop')}>${t('calendar.remove')}</button>
    `
    : stays(line)
    ? undefined
    : moveButton(view, line);

/** @param {View} view @param {CalendarLine} line */
const lineRow = (view, line) =>
  row({
    href: pageOf(line),
    start: html`<span class="calendar-time">${
      line.allDay ? icon('sun') : time(line.startsAt)
    }</span>`,
    title: html`<span class=${
      line.status === 'cancelled' ? 'calendar-cancelled' : ''
    }>${line.title}</span>`,
    text: html`${[hours(line), placeWords(line), leaving(line)].filter(Boolean).join(' · ')}
      <span class="calendar-marks">${kindMark(line)}${marks(line)}</span>`,
    end: lineButtons(view, line),
  });

/** @param {View} view @param {string} key @param {CalendarLine[]} lines */
function daySection(view, key, lines) {
  const isToday = key === dayKey(new Date());
  const name = dayWords(/** @type {Date} */ (dayOf(key)));
  return html`
    <section class="calendar-day ${isToday ? 'is-today' : ''}">
      <h2>${name}${isToday
        ? html`<span class="mark warn">${t('calendar.today')}</span>`
        : nothing}</h2>
      <ul class="list" aria-label=${name}>${lines.map((line) =>
        html`<li @keydown=${(/** @type {KeyboardEvent} */ event) =>
          moveByKeys(event, view, line)}>${lineRow(view, line)}</li>`
      )}</ul>
    </section>
  `;
}

/** The days with their lines. @param {View} view @param {CalendarLine[]} lines @param {Date} first */
export const dayList = (view, lines, first) =>
  byDay(lines, first).map(([key, ofDay]) => daySection(view, key, ofDay));

/** The invitations that wait for an answer. @param {Paged<Appointment>} invitations */
export const waitingList = (invitations) =>
  invitations.items.length === 0 ? nothing : html`<section class="stack tight card">
    <h2>${t('waiting.title')}</h2>
    <ul class="list" aria-label=${t('waiting.title')}>${
    invitations.items.map((item) => html`<li>${appointmentRow(item)}</li>`)
  }</ul>
    ${moreButton(invitations)}</section>`;
