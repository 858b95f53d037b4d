// The calendar of a family or group: when each is free or busy, and with what as far as one takes part.

import { html, nothing } from 'lit-html';
import { time } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { hint, shown } from '../../parts/states.js';
import { t } from '../../shell/texts.js';
import { oneAtATime } from '../../shell/view.js';
import { dayKey, dayOf, dayWords, monday, shift, spanWords, wallTime } from '../../parts/days.js';
import { href } from '../words.js';

/** @typedef {import('api-types').GroupCalendar} GroupCalendar */
/** @typedef {GroupCalendar['entries'][number]} Entry */
/** @typedef {[number, number]} Span milliseconds */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const realm = view.watch(`/v1/realms/${id}`, ({ data }) => data && view.title(data.name));
  const read = oneAtATime((path) => view.watch(path));
  const first = () => monday(dayOf(view.query.get('date')) ?? new Date());

  function week() {
    const from = first();
    return read(
      `/v1/realms/${id}/calendar?from=${from.toISOString()}&to=${shift(from, 7).toISOString()}`,
    );
  }

  const move = (/** @type {number} */ days) =>
    view.setQuery({ date: dayKey(shift(first(), days)) });

  view.draw(() => {
    const from = first();
    return html`<div class="stack loose calendar-page">
      <p class="print-only"><strong>${realm.data?.name ?? ''}</strong></p>${
      heading(t('calendar.ofAll'), `/people/${id}`, realm.data?.name ?? t('calendar.title'))
    }
      <p class="soft no-print">${t('calendar.ofAllHelp')}</p>
      <div class="row">
        <button class="button" aria-label=${t('calendar.previous')} @click=${() => move(-7)}>${
      icon('chevron-left')
    }</button>
        <button class="button" @click=${() => view.setQuery({ date: null })}>${
      t('calendar.today')
    }</button>
        <button class="button" aria-label=${t('calendar.next')} @click=${() => move(7)}>${
      icon('chevron-right')
    }</button>
        <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${
      t('calendar.print')
    }</button>
      </div>
      <p class="calendar-span" role="status">${spanWords(from, shift(from, 6))}</p>
      ${
      shown(week(), (/** @type {GroupCalendar} */ data) =>
        html`${data.unverified ? hint(t('calendar.unverified')) : nothing}
        <div class="calendar-week">${
          Array.from({ length: 7 }, (_, index) =>
            dayOfAll(data, shift(from, index)))
        }</div>`, [`/people/${id}`, realm.data?.name ?? t('calendar.title')])
    }</div>`;
  });
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
        const entries = data.entries.filter((entry) =>
          entry.members.includes(member.id) && overlap(spanOf(entry), day)
        );
        const busy = without(
          member.busy.map(({ start, end }) => clip([Date.parse(start), Date.parse(end)], day)),
          entries.map(spanOf),
        );
        const shared = entries.map((entry) => ({
          at: spanOf(entry)[0],
          words: html`<a class="calendar-shared" href=${href(entry)}>${
            entry.allDay ? t('calendar.allDay') : hoursOf(clip(spanOf(entry), day), day)
          } ${entry.title}</a>`,
        }));
        const taken = busy.map((span) => ({
          at: span[0],
          words: html`<span class="calendar-busy">${
            span[0] <= day[0] && span[1] >= day[1]
              ? t('calendar.busyAllDay')
              : t('calendar.busy', { hours: hoursOf(span, day) })
          }</span>`,
        }));
        return html`<li><span class="row-title">${member.name}</span>${
          [...shared, ...taken].sort((a, b) => a.at - b.at).map(({ words }) => words)
        }${
          entries.length + busy.length === 0
            ? html`<span class="soft">${t('calendar.isFree')}</span>`
            : nothing
        }</li>`;
      })}</ul>
    </section>
  `;
}

/** When an entry takes place; whole days by the reader's own days. @param {Entry} entry @returns {Span} */
function spanOf(entry) {
  const [start, end] = [new Date(entry.startsAt), new Date(entry.endsAt)];
  if (!entry.allDay) return [start.getTime(), Math.max(end.getTime(), start.getTime() + 1)];
  const midnight = (/** @type {Date} */ at) =>
    (dayOf(wallTime(at, entry.zone).slice(0, 10)) ?? at).getTime();
  return [midnight(start), midnight(end)];
}

/** @param {Span} a @param {Span} b */
const overlap = (a, b) => a[0] < b[1] && b[0] < a[1];

/** @param {Span} span @param {Span} day @returns {Span} */
const clip = (span, day) => [Math.max(span[0], day[0]), Math.min(span[1], day[1])];

/** @param {Span} span @param {Span} day */
const hoursOf = ([from, to], day) =>
  `${time(new Date(from))} – ${to === day[1] ? t('calendar.midnight') : time(new Date(to))}`;

/** What is left of times without others. @param {Span[]} spans @param {Span[]} others @returns {Span[]} */
function without(spans, others) {
  let left = spans;
  for (const other of others) {
    left = left.flatMap((span) =>
      overlap(span, other)
        ? /** @type {Span[]} */ ([[span[0], other[0]], [other[1], span[1]]])
        : [span]
    );
  }
  return left.filter(([from, to]) => from < to);
}
