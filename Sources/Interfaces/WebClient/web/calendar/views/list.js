// The calendar as a list by day, and above it what waits for an answer.

import { html, nothing } from 'lit-html';
import { day, moment, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { row } from '../../parts/list.js';
import { dayKey, dayOf, dayWords } from '../../parts/days.js';
import { t } from '../../shell/texts.js';
import { moveButton, moveByKeys } from '../editing/move-dialog.js';
import { stays } from '../editing/movable.js';
import { decide, give, hours, href, leaving, marks, placeWords } from '../words.js';
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
    href: href(line),
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

/** @param {Appointment} item */
const invitationRow = (item) =>
  row({
    href: href({ ...item, repeats: false }),
    title: item.title,
    text: [
      item.allDay ? day(item.startsAt, item.zone) : moment(item.startsAt),
      t('calendar.from', { name: item.organizer.name }),
      placeWords(item),
    ].filter(Boolean).join(' · '),
    end: html`
      <button class="button main" @click=${() => give(item, 'accepted')}>${t(
        'calendar.accept',
      )}</button>
      <button class="button" @click=${() => give(item, 'declined')}>${t('calendar.deny')}</button>
      <button class="button quiet" @click=${() => give(item, 'tentative')}>${t(
        'calendar.maybe',
      )}</button>
    `,
  });

/** The invitations that wait for an answer. @param {Paged<Appointment>} invitations */
export const waitingList = (invitations) =>
  invitations.items.length === 0 ? nothing : html`<section class="stack tight card">
    <h2>${t('calendar.waiting')}</h2>
    <ul class="list" aria-label=${t('calendar.waiting')}>${
    invitations.items.map((item) => html`<li>${invitationRow(item)}</li>`)
  }</ul>
    ${moreButton(invitations)}</section>`;
