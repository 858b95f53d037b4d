// The calendar of a family or group: when each is free or busy, and with what as far as one takes part.

import { html, nothing } from 'lit-html';
import { watchGroupCalendar } from '../../data/calendar.js';
import { watchGroup } from '../../data/groups.js';
import { dayKey, dayOf, dayWords, monday, shift, spanWords } from '../../parts/days.js';
import { time } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { pageOf } from '../../parts/journey/appointment-words.js';
import { hint, shown } from '../../parts/states.js';
import { t } from '../../shell/texts.js';
import { oneAtATime } from '../../shell/view.js';
import { clip, overlap, spanOf, without } from './busy.js';

/** @typedef {import('api-types').GroupCalendar} GroupCalendar */
/** @typedef {GroupCalendar['entries'][number]} Entry */
/** @typedef {GroupCalendar['members'][number]} Member */
/** @typedef {import('./busy.js').Span} Span */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new GroupCalendarPage(view).open();
}

class GroupCalendarPage {
  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    this.group = watchGroup(view, this.id, ({ data }) => data && view.title(data.name));
    this.read = oneAtATime((week) => {
      const from = /** @type {Date} */ (dayOf(week));
      return watchGroupCalendar(view, this.id, from, shift(from, 7));
    });
  }

  open() {
    this.view.draw(() => this.#draw());
  }

  /** The Monday of the week that is shown. */
  get #first() {
    return monday(dayOf(this.view.query.get('date')) ?? new Date());
  }

  /** @param {number} days */
  #move(days) {
    this.view.setQuery({ date: dayKey(shift(this.#first, days)) });
  }

  #bar() {
    return html`
      <div class="row">
        <button class="button" aria-label=${t('calendar.previous')} @click=${() =>
          this.#move(-7)}>${icon('chevron-left')}</button>
        <button class="button" @click=${() => this.view.setQuery({ date: null })}>${t(
          'calendar.today',
        )}</button>
        <button class="button" aria-label=${t('calendar.next')} @click=${() =>
          this.#move(7)}>${icon('chevron-right')}</button>
        <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${t(
          'calendar.print',
        )}</button>
      </div>
    `;
  }

  #draw() {
    const from = this.#first;
    const name = this.group.data?.name;
    /** @type {[string, string]} */
    const way = [`/people/${this.id}`, name ?? t('calendar.title')];
    return html`<div class="stack loose calendar-page">
      <p class="print-only"><strong>${name ?? ''}</strong></p>${
      heading(t('calendar.ofAll'), ...way)
    }
      <p class="soft no-print">${t('calendar.ofAllHelp')}</p>
      ${this.#bar()}
      <p class="calendar-span" role="status">${spanWords(from, shift(from, 6))}</p>
      ${
      shown(this.read(dayKey(from)), (data) =>
        html`${data.unverified ? hint(t('calendar.unverified')) : nothing}
        <div class="calendar-week">${
          Array.from({ length: 7 }, (_, index) =>
            dayOfAll(data, shift(from, index)))
        }</div>`, way)
    }</div>`;
  }
}

/** @param {GroupCalendar} data @param {Date} date */
function dayOfAll(data, date) {
  const isToday = dayKey(date) === dayKey(new Date());
  const name = dayWords(date);
  /** @type {Span} */
  const day = [date.getTime(), shift(date, 1).getTime()];
  return html`
    <section class="card calendar-day ${isToday ? 'is-today' : ''}">
      <h2>${name}${isToday
        ? html`<span class="mark warn">${t('calendar.today')}</span>`
        : nothing}</h2>
      <ul class="plain-list calendar-people" aria-label=${name}>${data.members.map((member) => {
        const parts = dayOfMember(member, data.entries, day);
        return html`<li><span class="row-title">${member.name}</span>${
          parts.length > 0 ? parts : html`<span class="soft">${t('calendar.isFree')}</span>`
        }</li>`;
      })}</ul>
    </section>
  `;
}

/** What a member does on a day, in order, as far as the reader may know it. @param {Member} member @param {Entry[]} entries @param {Span} day */
function dayOfMember(member, entries, day) {
  const shared = entries.filter((entry) =>
    entry.members.includes(member.id) && overlap(spanOf(entry), day)
  );
  const busy = without(
    member.busy.map(({ start, end }) => clip([Date.parse(start), Date.parse(end)], day)),
    shared.map(spanOf),
  );
  return [
    ...shared.map((entry) => ({ at: spanOf(entry)[0], words: sharedWords(entry, day) })),
    ...busy.map((span) => ({ at: span[0], words: busyWords(span, day) })),
  ].sort((a, b) => a.at - b.at).map(({ words }) => words);
}

/** @param {Entry} entry @param {Span} day */
const sharedWords = (entry, day) =>
  html`<a class="calendar-shared" href=${pageOf(entry)}>${
    entry.allDay ? t('journey.allDay') : hoursOf(clip(spanOf(entry), day), day)
  } ${entry.title}</a>`;

/** @param {Span} span @param {Span} day */
const busyWords = (span, day) =>
  html`<span class="calendar-busy">${
    span[0] <= day[0] && span[1] >= day[1]
      ? t('calendar.busyAllDay')
      : t('calendar.busy', { hours: hoursOf(span, day) })
  }</span>`;

/** @param {Span} span @param {Span} day */
const hoursOf = ([from, to], day) =>
  `${time(new Date(from))} – ${to === day[1] ? t('calendar.midnight') : time(new Date(to))}`;
