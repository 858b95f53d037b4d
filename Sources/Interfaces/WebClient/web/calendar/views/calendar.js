// The calendar: a list by day, a day with its ways, month and week as grids with the same list
// beside them, and the year at a glance.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { ago, day, moment, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { findAll } from '../../parts/finding.js';
import { Paged, row } from '../../parts/list.js';
import { Search, searchField } from '../../parts/search.js';
import { emptyState, shown } from '../../parts/states.js';
import { choice } from '../../parts/tabs.js';
import { tutorialOffer } from '../../parts/tutorial-offer.js';
import { complain } from '../../shell/notices.js';
import { settings } from '../../shell/settings.js';
import { t } from '../../shell/texts.js';
import { oneAtATime } from '../../shell/view.js';
import {
  dayKey,
  dayOf,
  dayWords,
  monday,
  monthWords,
  shift,
  spanWords,
  wallTime,
} from '../../parts/days.js';
import { Filters, kindMark } from './filters.js';
import { move as moveEntry, moveButton, moveByKeys, nameMove, stays } from '../editing/move.js';
import { followPlanning } from '../editing/shared.js';
import { Timeline } from './timeline.js';
import { decide, give, hours, href, leaving, marks, placeWords } from '../words.js';
import { yearView } from './year.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Appointment} Appointment */

/** Days of the list that are shown at once. */
const listDays = 28;
const modes = ['list', 'day', 'week', 'month', 'year'];
/** Milliseconds before leaving in which it is said above the calendar. */
const leavesSoon = 6 * 3_600_000;

/** An appointment among what a search finds. @param {CalendarLine} line @returns {import('../../parts/finding.js').Found} */
const asFound = (line) => ({
  id: line.id,
  title: line.title,
  text: [line.allDay ? day(line.startsAt, line.zone) : moment(line.startsAt), placeWords(line)]
    .filter(Boolean).join(' · '),
  icon: 'calendar',
  group: 'appointment',
  href: href(line),
});

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const invitations = new Paged(view, '/v1/appointment-invitations');
  const read = oneAtATime((path) => new Paged(view, path, 200));
  /** @type {Awaited<ReturnType<typeof import('./grid.js').makeGrid>> | null} */
  let grid = null;
  /** @type {Element | undefined} where the grid belongs */
  let holder;

  const filters = new Filters(view);
  const wide = matchMedia('(min-width: 900px)');
  const mode = () => {
    const wished = view.query.get('view');
    if (wished && modes.includes(wished)) return wished;
    return matchMedia('(min-width: 68.75rem)').matches && !settings.simple ? 'month' : 'list';
  };
  const today = () => /** @type {Date} */ (dayOf(dayKey(new Date())));
  const date = () => dayOf(view.query.get('date')) ?? today();

  /** The days that are shown; `to` is the day after the last. @returns {{from: Date, to: Date}} */
  function span() {
    const at = date();
    if (mode() === 'list') return { from: at, to: shift(at, listDays) };
    if (mode() === 'day') return { from: at, to: shift(at, 1) };
    if (mode() === 'year') {
      return { from: new Date(at.getFullYear(), 0, 1), to: new Date(at.getFullYear() + 1, 0, 1) };
    }
    if (mode() === 'week') return { from: monday(at), to: shift(monday(at), 7) };
    const from = monday(new Date(at.getFullYear(), at.getMonth(), 1));
    return { from, to: shift(from, 42) };
  }

  function lines() {
    const { from, to } = span();
    return read(
      `/v1/appointments?from=${from.toISOString()}&to=${to.toISOString()}&unanswered=true`,
    );
  }

  followPlanning(view);
  nameMove(view, () => lines().items);

  /** @param {number} steps */
  function move(steps) {
    const at = date();
    const months = { month: 1, year: 12 }[mode()];
    const next = months
      ? new Date(at.getFullYear(), at.getMonth() + steps * months, 1)
      : shift(at, steps * ({ week: 7, day: 1 }[mode()] ?? listDays));
    view.setQuery({ date: dayKey(next) });
  }

  /** @param {Element | undefined} element */
  async function placeGrid(element) {
    holder = element;
    if (!element) {
      grid?.end();
      grid = null;
      return;
    }
    try {
      const { makeGrid } = await import('./grid.js');
      const made = await makeGrid(/** @type {HTMLElement} */ (element), {
        choose: (line) => view.go(href(line)),
        chooseDay: (day) => view.go(`/calendar/new?date=${day}`),
        move: moveEntry,
      });
      if (holder !== element || grid) return made.end();
      grid = made;
      view.update();
    } catch (error) {
      complain(error);
    }
  }

  /** What is shown of what was read: whole days elsewhere reach into days here that are not theirs. @param {Paged} paged */
  function linesOf(paged) {
    const lines = filters.of(paged.items);
    if (mode() !== 'day') return lines;
    const key = dayKey(date());
    return lines.filter(({ allDay, startsAt, endsAt, zone }) =>
      !allDay || (wallTime(new Date(startsAt), zone).slice(0, 10) <= key &&
        wallTime(new Date(Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1)), zone) >= key)
    );
  }

  /** The lines by day, in order. @param {CalendarLine[]} items @returns {[string, CalendarLine[]][]} */
  function byDay(items) {
    const first = dayKey(span().from);
    /** @type {Map<string, CalendarLine[]>} */
    const days = new Map();
    for (const line of items) {
      const begin = line.allDay
        ? wallTime(new Date(line.startsAt), line.zone).slice(0, 10)
        : dayKey(new Date(line.startsAt));
      const day = begin < first ? first : begin;
      days.set(day, [...days.get(day) ?? [], line]);
    }
    return [...days].sort(([a], [b]) => a < b ? -1 : 1);
  }

  const title = () => {
    const { from, to } = span();
    if (mode() === 'month') return monthWords(date());
    if (mode() === 'year') return String(date().getFullYear());
    return mode() === 'day' ? dayWords(from) : spanWords(from, shift(to, -1));
  };

  const bar = () =>
    html`<div class="row spread calendar-views">
      <div class="row">
        <button class="button" aria-label=${t('calendar.previous')} @click=${() => move(-1)}>
          ${icon('chevron-left')}</button>
        <button class="button" @click=${() => view.setQuery({ date: null })}>${
      t('calendar.today')
    }</button>
        <button class="button" aria-label=${t('calendar.next')} @click=${() => move(1)}>
          ${icon('chevron-right')}</button>
      </div>
      ${
      choice({
        label: t('calendar.viewLabel'),
        value: mode(),
        options: modes.map((value) => ({ value, text: t(`calendar.${value}`) })),
        choose: (value) => view.setQuery({ view: value }),
      })
    }
    </div>`;

  const newButton = () => {
    const at = view.query.get('date');
    return html`<a class="button main" href="/calendar/new${at ? `?date=${at}` : ''}">${
      icon('plus')
    }${t('calendar.new')}</a>`;
  };

  const lineRow = (/** @type {CalendarLine} */ line) =>
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
      end: line.status === 'cancelled' && !line.own
        ? html`
          <button class="button" @click=${() => decide(line, 'keep')}>${t('calendar.keep')}</button>
          <button class="button" @click=${() => decide(line, 'drop')}>${t(
            'calendar.remove',
          )}</button>
        `
        : stays(line)
        ? undefined
        : moveButton(view, line),
    });

  const waiting = () =>
    invitations.items.length === 0 ? nothing : html`<section class="stack tight card">
      <h2>${t('calendar.waiting')}</h2>
      <ul class="list" aria-label=${t('calendar.waiting')}>${
      invitations.items.map((/** @type {Appointment} */ item) =>
        html`<li>${
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
              <button class="button" @click=${() => give(item, 'declined')}>${t(
                'calendar.deny',
              )}</button>
              <button class="button quiet" @click=${() => give(item, 'tentative')}>${t(
                'calendar.maybe',
              )}</button>
            `,
          })
        }</li>`
      )
    }</ul>
      ${
      invitations.hasMore
        ? html`<button class="button" @click=${() => invitations.more()}>${
          t('shell.more')
        }</button>`
        : nothing
    }</section>`;

  const list = (/** @type {Paged} */ paged) =>
    linesOf(paged).length === 0 && !paged.hasMore
      ? paged.items.length > 0 && filters.of(paged.items).length === 0
        ? emptyState({
          icon: 'list-filter',
          text: t('calendar.noneShown'),
          action: html`<button class="button" @click=${() => filters.clear()}>${
            t('calendar.showAll')
          }</button>`,
        })
        : emptyState({
          icon: 'calendar',
          text: t('calendar.none'),
          action: newButton(),
        })
      : html`${
        byDay(linesOf(paged)).map(([day, items]) => {
          const isToday = day === dayKey(today());
          const name = dayWords(/** @type {Date} */ (dayOf(day)));
          return html`
            <section class="calendar-day ${isToday ? 'is-today' : ''}">
              <h2>${name}${isToday
                ? html`
                  <span class="mark warn">${t('calendar.today')}</span>
                `
                : nothing}</h2>
              <ul class="list" aria-label=${name}>${items.map((line) =>
                html`<li @keydown=${(/** @type {KeyboardEvent} */ event) =>
                  moveByKeys(event, view, line)}>${lineRow(line)}</li>`
              )}</ul>
            </section>
          `;
        })
      }${
        paged.hasMore
          ? html`<button class="button" @click=${() => paged.more()}>${t('shell.more')}</button>`
          : nothing
      }`;

  const search = new Search(
    () => view.update(),
    ({ href, title, lat, lon }) => {
      const to = new URLSearchParams({ to: `${lat},${lon}`, toName: title });
      view.go(href ?? `/ways/find?${to}`);
    },
    findAll(() => lines().items.map(asFound)),
  );

  const timeline = new Timeline(view);
  const isGrid = (/** @type {string} */ now) =>
    now === 'week' || now === 'month' || (now === 'day' && wide.matches);

  /** The year, with all that is in it. @param {Paged} paged */
  function year(paged) {
    if (paged.hasMore) queueMicrotask(() => paged.readOn());
    const lines = filters.of(paged.items);
    const counts = new Map(byDay(lines).map(([day, items]) => [day, items.length]));
    const isCut = paged.hasMore && paged.hasFailed;
    return html`<p class="soft" role="status">${
      t(isCut ? 'calendar.yearSoFar' : 'calendar.yearCount', { count: lines.length })
    }</p>${
      isCut
        ? html`<div><button class="button" @click=${() => paged.more()}>${
          t('shell.tryAgain')
        }</button></div>`
        : nothing
    }${yearView(date().getFullYear(), counts, (day) => `/calendar?view=day&date=${day}`)}`;
  }

  /** When one has to leave next, if that is soon. @param {CalendarLine[]} items */
  function nextWay(items) {
    const now = Date.now();
    const next = items.find((line) => {
      const leaves = Date.parse(line.leaveAt ?? '');
      return line.status === 'confirmed' && leaves > now - 900_000 && leaves < now + leavesSoon &&
        Date.parse(line.startsAt) > now;
    });
    if (!next?.leaveAt) return nothing;
    return html`<a class="callout warn calendar-next" href=${href(next)}>${icon('alarm-clock')}<span
      role="timer">${
      t('calendar.leaveNext', {
        time: time(next.leaveAt),
        when: ago(next.leaveAt),
        title: next.title,
      })
    }</span></a>`;
  }

  /** What a view shows of the lines. @param {string} now @param {Paged} paged */
  const content = (now, paged) => {
    const lines = linesOf(paged);
    const isTimeline = now === 'day' && lines.length > 0;
    if (!isTimeline) timeline.letGo();
    if (now === 'year') return year(paged);
    if (isTimeline) {
      const isToday = dayKey(date()) === dayKey(today());
      return html`${timeline.draw(lines, isToday ? new Date() : null)}${
        paged.hasMore
          ? html`<button class="button" @click=${() => paged.more()}>${t('shell.more')}</button>`
          : nothing
      }`;
    }
    return list(paged);
  };

  const clock = setInterval(() => view.update(), 30_000);
  view.onLeave(() => {
    clearInterval(clock);
    placeGrid(undefined);
  });
  const finding = () =>
    searchField(search, {
      label: t('shell.search'),
      hidesLabel: true,
      placeholder: t('calendar.searchFor'),
    });

  /** Which days, how, and what of them. @param {Paged} paged */
  const choosing = (paged) => html`${bar()}${filters.draw(paged.items)}`;

  const ways = () =>
    html`
      <div class="row">
        <a class="button" href="/ways/find">${icon('route')}${t('calendar.findWays')}</a>
        <a class="button" href="/ways/reach">${icon('timer')}${t('calendar.reach')}</a>
        <a class="button" href="/ways">${icon('settings')}${t('journey.settings')}</a>
        <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${t(
          'calendar.print',
        )}</button>
        <a class="button" href="/calendar/exchange">${icon('download')}${t('calendar.exchange')}</a>
      </div>
    `;

  view.draw(() => {
    const paged = lines();
    const now = mode();
    // An empty grid would say that there is nothing to do.
    const hasGrid = isGrid(now) && !(paged.first.error && paged.first.data === null);
    // A grid shows all of its time, not a page of it.
    if (hasGrid && paged.hasMore) queueMicrotask(() => paged.readOn());
    if (grid && (now === 'week' || now === 'month' || now === 'day')) {
      grid.show(now, dayKey(date()), filters.of(paged.items));
    }
    return html`<div class="stack calendar-page">
      <div class="row spread"><h1>${t('calendar.title')}</h1>${newButton()}</div>
      ${settings.simple ? nothing : finding()}
      ${tutorialOffer(view)}
      ${waiting()}
      ${nextWay(paged.items)}
      ${settings.simple ? nothing : choosing(paged)}
      <p class="calendar-span" role="status">${title()}</p>
      <div class=${hasGrid ? 'calendar-columns' : 'stack'}>
        ${
      hasGrid
        ? html`<div class="calendar-grid" aria-hidden="true" ${ref(placeGrid)}></div>`
        : nothing
    }
        <div class="stack">${shown(paged.first, () => content(now, paged))}</div>
      </div>
      ${
      settings.simple
        ? html`<details class="stack calendar-rest" ?open=${view.query.has('view')}>
          <summary>${t('calendar.rest')}</summary>
          ${finding()}${choosing(paged)}${ways()}</details>`
        : ways()
    }
    </div>`;
  });
}
