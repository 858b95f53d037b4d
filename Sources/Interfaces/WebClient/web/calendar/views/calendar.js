// The calendar: a list by day, a day with its ways, month and week as grids with the same list
// beside them, and the year at a glance.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { pagedAppointmentInvitations, pagedCalendar } from '../../data/appointments.js';
import { dayKey, dayOf } from '../../parts/days.js';
import { findAll } from '../../parts/finding.js';
import { ago, day, moment, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { lateBy, leaveBy, pageOf, placeWords } from '../../parts/journey/appointment-words.js';
import { MoreRows } from '../../parts/more-rows.js';
import { Search, searchField } from '../../parts/search.js';
import { emptyState, shown } from '../../parts/states.js';
import { choice } from '../../parts/tabs.js';
import { tutorialOffer } from '../../parts/tutorial-offer.js';
import { complain } from '../../shell/notices.js';
import { settings } from '../../shell/settings.js';
import { t } from '../../shell/texts.js';
import { oneAtATime } from '../../shell/view.js';
import { nameMove } from '../editing/move-dialog.js';
import { followPlanning } from '../editing/movable.js';
import { move as moveEntry } from '../editing/move.js';
import { Filters } from './filters.js';
import { dayList, moreButton, waitingList } from './list.js';
import { byDay, modes, nextToLeaveFor, onDay, spanOf, stepped, titleOf, today } from './span.js';
import { Timeline } from './timeline.js';
import { yearView } from './year.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('../../parts/list.js').Paged<CalendarLine>} Paged */
/** @typedef {import('./span.js').Mode} Mode */

/** Milliseconds after which times that pass are said anew. */
const tick = 30_000;

/** An appointment among what a search finds. @param {CalendarLine} line @returns {import('../../parts/finding.js').Found} */
const asFound = (line) => ({
  id: line.id,
  title: line.title,
  text: [line.allDay ? day(line.startsAt, line.zone) : moment(line.startsAt), placeWords(line)]
    .filter(Boolean).join(' · '),
  icon: 'calendar',
  group: 'appointment',
  href: pageOf(line),
});

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new CalendarPage(view).open();
}

class CalendarPage {
  /** @type {import('./grid.js').Grid | null} */
  #grid = null;
  /** @type {Element | undefined} where the grid belongs */
  #holder;
  /** Whether search and filters are open where they are folded, once somebody has said so. @type {boolean | undefined} */
  #isFinding;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.invitations = pagedAppointmentInvitations(view);
    this.filters = new Filters(view);
    this.timeline = new Timeline(view);
    this.wide = matchMedia('(min-width: 900px)');
    /** Where controls would leave no room for what is on the days. */
    this.narrow = matchMedia('(max-width: 599px), (max-height: 480px)');
    this.narrow.addEventListener('change', () => view.update(), { signal: view.signal });
    /** What is read of some days, and how much of it is drawn as a list. */
    this.follow = oneAtATime((key) => {
      const [from, to] = key.split(' ').map((at) => new Date(Number(at)));
      const paged = pagedCalendar(view, from, to);
      return { paged, rows: this.#rows(key), end: () => paged.end() };
    });
    this.search = new Search(
      () => view.update(),
      ({ href, title, lat, lon }) => {
        const to = new URLSearchParams({ to: `${lat},${lon}`, toName: title });
        view.go(href ?? `/ways/find?${to}`);
      },
      findAll(() => this.#paged.items.map(asFound)),
    );
  }

  open() {
    const { view } = this;
    followPlanning(view);
    nameMove(view, () => this.#paged.items);
    const clock = setInterval(() => view.update(), tick);
    // On paper stands all that was read.
    addEventListener('beforeprint', () => {
      this.#shown.rows.limit = Infinity;
      view.update();
    }, { signal: view.signal });
    view.onLeave(() => {
      clearInterval(clock);
      this.#placeGrid(undefined);
    });
    view.draw(() => this.#draw());
  }

  /** @returns {Mode} */
  get #mode() {
    const wished = modes.find((mode) => mode === this.view.query.get('view'));
    if (wished) return wished;
    return matchMedia('(min-width: 68.75rem)').matches && !settings.simple ? 'month' : 'list';
  }

  /** The day on which the view lies. */
  get #date() {
    return dayOf(this.view.query.get('date')) ?? today();
  }

  /** The days that are shown; those before are followed no more. */
  get #shown() {
    const { from, to } = spanOf(this.#mode, this.#date);
    return this.follow(`${from.getTime()} ${to.getTime()}`);
  }

  /** What is read of the days that are shown. */
  get #paged() {
    return this.#shown.paged;
  }

  /** How much of a list is drawn: as much as before, for whoever comes back to these days. @param {string} key */
  #rows(key) {
    const rows = new MoreRows(() => {
      this.view.keep({ rows: rows.limit, of: key });
      this.view.update();
    });
    const kept = /** @type {{rows?: number, of?: string}} */ (this.view.kept ?? {});
    if (kept.of === key) rows.limit = Math.max(rows.limit, kept.rows ?? 0);
    // Simple pages have few controls, but the whole list.
    if (settings.simple) rows.limit = Infinity;
    return rows;
  }

  /** Whether a grid shows the days, beside the list. @param {Mode} mode */
  #isGrid(mode) {
    return mode === 'week' || mode === 'month' || (mode === 'day' && this.wide.matches);
  }

  /** @param {number} steps */
  #move(steps) {
    this.view.setQuery({ date: dayKey(stepped(this.#mode, this.#date, steps)) });
  }

  // A field, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  #placeGrid = async (element) => {
    this.#holder = element;
    if (!element) {
      this.#grid?.end();
      this.#grid = null;
      return;
    }
    try {
      const { makeGrid } = await import('./grid.js');
      const made = await makeGrid(/** @type {HTMLElement} */ (element), {
        choose: (line) => this.view.go(pageOf(line)),
        chooseDay: (day) => this.view.go(`/calendar/new?date=${day}`),
        move: moveEntry,
      });
      if (this.#holder !== element || this.#grid) return made.end();
      this.#grid = made;
      this.view.update();
    } catch (error) {
      complain(error);
    }
  };

  /** The days before and after, and back to this one. */
  #steps() {
    return html`
      <div class="row">
        <button class="button" aria-label=${t('calendar.previous')} @click=${() => this.#move(-1)}>
              ${icon('chevron-left')}</button>
        <button class="button" @click=${() => this.view.setQuery({ date: null })}>${t(
          'calendar.today',
        )}</button>
        <button class="button" aria-label=${t('calendar.next')} @click=${() => this.#move(1)}>
              ${icon('chevron-right')}</button>
      </div>
    `;
  }

  /** @param {Mode} mode */
  #views(mode) {
    return choice({
      label: t('calendar.viewLabel'),
      value: mode,
      options: modes.map((value) => ({ value, text: t(`calendar.${value}`) })),
      choose: (value) => this.view.setQuery({ view: value }),
    });
  }

  #newButton() {
    const at = this.view.query.get('date');
    return html`
      <a class="button main"
        href="/calendar/new${at ? `?date=${at}` : ''}">${icon(
          'plus',
        )}<span class="unless-narrow">${t('calendar.new')}</span></a>
    `;
  }

  /** @param {Paged} paged @param {CalendarLine[]} lines what is shown of it @param {Date} first */
  #list(paged, lines, first) {
    if (lines.length > 0 || paged.hasMore) {
      const { rows } = this.#shown;
      return html`${dayList(this.view, lines.slice(0, rows.limit), first)}${
        lines.length > rows.limit ? rows.end(lines.length) : moreButton(paged)
      }`;
    }
    const isHidden = paged.items.length > 0 && this.filters.of(paged.items).length === 0;
    if (!isHidden) {
      return emptyState({
        icon: 'calendar',
        text: t('calendar.none'),
        action: this.#newButton(),
      });
    }
    return emptyState({
      icon: 'list-filter',
      text: t('calendar.noneShown'),
      action: html`<button class="button" @click=${() => this.filters.clear()}>${
        t('calendar.showAll')
      }</button>`,
    });
  }

  /** The year, with all that is in it. @param {Paged} paged @param {CalendarLine[]} lines */
  #year(paged, lines) {
    if (paged.hasMore) queueMicrotask(() => paged.readOn());
    const { from } = spanOf('year', this.#date);
    const counts = new Map(byDay(lines, from).map(([day, ofDay]) => [day, ofDay.length]));
    const isCut = paged.hasMore && paged.hasFailed;
    return html`<p class="soft" role="status">${
      t(isCut ? 'calendar.yearSoFar' : 'calendar.yearCount', { count: lines.length })
    }</p>${
      isCut
        ? html`<div><button class="button" @click=${() => paged.more()}>${
          t('shell.tryAgain')
        }</button></div>`
        : nothing
    }${yearView(from.getFullYear(), counts, (day) => `/calendar?view=day&date=${day}`)}`;
  }

  /** When one has to leave next, if that is soon. @param {CalendarLine[]} lines */
  #nextWay(lines) {
    const next = nextToLeaveFor(lines, Date.now());
    if (!next?.leaveAt) return nothing;
    return html`<a class="callout warn calendar-next" href=${pageOf(next)}>${
      icon('alarm-clock')
    }<span
      role="timer">${
      lateBy(next) > 0
        ? t('calendar.leaveNextLate', { title: next.title, words: leaveBy(next) })
        : t('calendar.leaveNext', {
          time: time(next.leaveAt),
          when: ago(next.leaveAt),
          title: next.title,
        })
    }</span></a>`;
  }

  /** What a view shows of what was read. @param {Mode} mode @param {Paged} paged */
  #content(mode, paged) {
    const date = this.#date;
    const filtered = this.filters.of(paged.items);
    const lines = mode === 'day' ? onDay(filtered, dayKey(date)) : filtered;
    const isTimeline = mode === 'day' && lines.length > 0;
    if (!isTimeline) this.timeline.letGo();
    if (mode === 'year') return this.#year(paged, lines);
    if (isTimeline) {
      const isToday = dayKey(date) === dayKey(today());
      return html`${this.timeline.draw(lines, isToday ? new Date() : null)}${moreButton(paged)}`;
    }
    return this.#list(paged, lines, spanOf(mode, date).from);
  }

  #finding() {
    return searchField(this.search, {
      label: t('shell.search'),
      hidesLabel: true,
      placeholder: t('calendar.searchFor'),
    });
  }

  /** Which days, how, and what of them. @param {Mode} mode @param {Paged} paged */
  #choosing(mode, paged) {
    return html`<div class="row spread calendar-views">${this.#steps()}${this.#views(mode)}</div>${
      this.filters.draw(paged.items)
    }`;
  }

  /**
   * The same in two rows, where there is little room: search and filters open below them, and are open while
   * something is hidden by them.
   *
   * @param {Mode} mode @param {Paged} paged
   */
  #folded(mode, paged) {
    // It stays open when the last of them is let go.
    if (this.filters.isOn) this.#isFinding ??= true;
    const isOpen = this.#isFinding ?? false;
    const toggle = () => {
      this.#isFinding = !isOpen;
      this.view.update();
    };
    return html`<div class="row spread calendar-narrow">${this.#steps()}
        <button class="button" aria-expanded=${isOpen ? 'true' : 'false'} aria-label=${
      t('calendar.searchAndFilters')
    } @click=${toggle}>${icon('search')}${icon('list-filter')}</button></div>
      ${isOpen ? html`${this.#finding()}${this.filters.draw(paged.items)}` : nothing}
      <div class="calendar-views">${this.#views(mode)}</div>`;
  }

  /** The grid of a view, with what is shown next in it. @param {Mode} mode @param {Paged} paged */
  #gridOf(mode, paged) {
    // A grid shows all of its time, not a page of it.
    if (paged.hasMore) queueMicrotask(() => paged.readOn());
    if (this.#grid && mode !== 'list' && mode !== 'year') {
      this.#grid.show(mode, dayKey(this.#date), this.filters.of(paged.items));
    }
    return html`<div class="calendar-grid" aria-hidden="true" ${ref(this.#placeGrid)}></div>`;
  }

  #draw() {
    const paged = this.#paged;
    const mode = this.#mode;
    const isNarrow = this.narrow.matches;
    // An empty grid would say that there is nothing to do.
    const hasGrid = this.#isGrid(mode) && !(paged.first.error && paged.first.data === null);
    return html`<div class="stack calendar-page">
      <div class="row spread"><h1>${t('calendar.title')}</h1>${this.#newButton()}</div>
      ${settings.simple || isNarrow ? nothing : this.#finding()}
      ${tutorialOffer(this.view)}
      ${waitingList(this.invitations)}
      ${this.#nextWay(paged.items)}
      ${
      settings.simple ? nothing : isNarrow ? this.#folded(mode, paged) : this.#choosing(mode, paged)
    }
      <p class="calendar-span" role="status">${titleOf(mode, this.#date)}</p>
      <div class=${hasGrid ? 'calendar-columns' : 'stack'}>
        ${hasGrid ? this.#gridOf(mode, paged) : nothing}
        <div class="stack">${shown(paged.first, () => this.#content(mode, paged))}</div>
      </div>
      ${
      settings.simple
        ? html`<details class="stack calendar-rest" ?open=${this.view.query.has('view')}>
          <summary>${t('calendar.rest')}</summary>
          ${this.#finding()}${this.#choosing(mode, paged)}${otherPages()}</details>`
        : otherPages()
    }
    </div>`;
  }
}

/** What leads on from the calendar. */
const otherPages = () =>
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
