// What leaves from a stop: when by the timetable, and when in fact.

import { html, nothing } from 'lit-html';
import { followDepartures, watchStop } from '../../data/stops.js';
import { otherClocks } from '../../parts/clocks.js';
import { instant, wallTime } from '../../parts/days.js';
import { day, time } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { emptyState, errorState, loading, shown } from '../../parts/states.js';
import { ApiError } from '../../shell/api.js';
import { reason } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { agenciesOf, departureList, outside, toCome } from './board.js';

/** @typedef {import('api-types').Stop} Stop */
/** @typedef {import('api-types').Departure} Departure */
/** @typedef {import('../../shell/api.js').Resource<{items: Departure[]}>} Board */

/** Departures that are shown at first, and more at a time; what the server tells at once. */
const few = 20;
const most = 200;
/** Minutes that are looked ahead: all of a day, for after the last bus comes the first. */
const ahead = 1440;
const dayLong = ahead * 60_000;
/** Milliseconds until it is looked up again. */
const tick = 30_000;

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new DeparturesPage(view).open();
}

class DeparturesPage {
  /** What leaves, as far as it is known. @type {Board} */
  #board = { data: null, error: null, loading: true, stale: false };
  /** What is followed of it. @type {ReturnType<typeof followDepartures> | null} */
  #watching = null;
  /** When the server has told it. */
  #asked = new Date();
  /** The time that stands in the field. */
  #fieldValue = '';

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.stop = watchStop(view, view.params.id, ({ data }) => data && view.title(data.name));
  }

  open() {
    const { view } = this;
    const clock = setInterval(this.#lookUp, tick);
    document.addEventListener('visibilitychange', this.#lookUp, { signal: view.signal });
    view.onLeave(() => {
      clearInterval(clock);
      this.#watching?.end();
    });
    this.#follow();
    view.draw(() => this.#draw());
  }

  #lookUp = () => {
    this.view.update();
    if (!document.hidden) this.#refresh();
  };

  #refresh = async () => {
    await this.#watching?.refresh();
  };

  /** From when, if not from now on. @returns {Date | null} */
  get #from() {
    const at = Date.parse(this.view.query.get('from') ?? '');
    return Number.isFinite(at) ? new Date(at) : null;
  }

  /** How many are shown. */
  get #count() {
    const wished = Number(this.view.query.get('count'));
    return wished > few && wished <= most ? Math.round(wished) : few;
  }

  /** @param {boolean} [keeps] whether what is shown stays until there is more */
  #follow(keeps = false) {
    this.#watching?.end();
    const kept = keeps ? this.#board.data : null;
    /** @param {Board} resource */
    const take = (resource) => {
      this.#board = { ...resource, data: resource.data ?? kept };
      this.view.update();
    };
    this.#watching = followDepartures(
      this.view.params.id,
      { minutes: ahead, limit: this.#count, from: this.#from ?? undefined },
      (resource) => {
        if (resource.data && !resource.error) this.#asked = new Date();
        take(resource);
      },
    );
    take(this.#watching.resource);
  }

  /** @param {Date | null} at */
  #leaveFrom(at) {
    this.view.setQuery({ from: at ? at.toISOString() : null, count: null });
    this.#follow();
  }

  /** More of them; where the server tells no more at once, from the last one on. */
  #later() {
    const items = this.#board.data?.items ?? [];
    const isFull = items.length >= this.#count;
    if (isFull && this.#count < most) {
      this.view.setQuery({ count: String(Math.min(this.#count + few, most)) });
      return this.#follow(true);
    }
    const last = items.at(-1);
    const start = this.#from ?? new Date();
    this.#leaveFrom(
      isFull && last ? new Date(last.expected) : new Date(start.getTime() + dayLong),
    );
  }

  /** Where the field stands; whoever is entering another time is not interrupted. @param {string} zone */
  #field(zone) {
    const isEntering = document.activeElement?.id === 'board-from';
    if (!isEntering || !this.#fieldValue) {
      this.#fieldValue = wallTime(this.#from ?? new Date(), zone);
    }
    return this.#fieldValue;
  }

  #laterButton() {
    return html`<button class="button" @click=${() => this.#later()}>${icon('chevron-down')}${
      t('calendar.boardLater')
    }</button>`;
  }

  /** Back to what leaves now, where another time is shown. */
  #nowButton() {
    return this.#from
      ? html`<button class="button" @click=${() => this.#leaveFrom(null)}>${icon('clock')}${
        t('calendar.boardNow')
      }</button>`
      : nothing;
  }

  /** Where nothing leaves: why. @param {Stop} stop */
  #none(stop) {
    const start = this.#from ?? new Date();
    return emptyState({
      icon: 'bus',
      title: t('calendar.boardNone'),
      text: outside(start, stop) ??
        t('calendar.boardNoneText', { time: whenWords(start, stop.timeZone) }),
      action: [outside(start, stop) ? nothing : this.#laterButton(), this.#nowButton()],
    });
  }

  /** @param {Stop} stop */
  #departures(stop) {
    const { error, data } = this.#board;
    const isOutside = error instanceof ApiError && error.slug === 'outside-timetable';
    const board = { ...this.#board, refresh: this.#refresh };
    if (!isOutside && data === null) return shown(board, () => nothing);
    const begin = this.#from ? 0 : Date.now() - 60_000;
    const days = isOutside ? [] : toCome(data?.items ?? [], begin, stop.timeZone);
    if (days.length === 0) return this.#none(stop);
    const total = days.reduce((sum, [, items]) => sum + items.length, 0);
    const isOfSeveral = agenciesOf(days).size > 1;
    return shown(
      board,
      () =>
        html`<div class="stack board-days"><p class="unseen" role="status">${
          t('calendar.boardCount', { count: total })
        }</p>
      ${days.map(([key, items]) => departureList(stop, key, items, isOfSeveral))}
      <div class="row">${this.#laterButton()}${this.#nowButton()}${
          this.#from
            ? nothing
            : html`<span class="soft small">${
              t('calendar.boardAsOf', { time: time(this.#asked, stop.timeZone) })
            }</span>`
        }</div></div>`,
    );
  }

  /** From when, and what leads on. @param {Stop} stop */
  #head(stop) {
    const change = (/** @type {Event} */ event) =>
      this.#leaveFrom(
        instant(/** @type {HTMLInputElement} */ (event.target).value, stop.timeZone),
      );
    const way = new URLSearchParams({ from: `${stop.lat},${stop.lon}`, fromName: stop.name });
    return html`
      <div class="row board-head">
        <div class="field"><label for="board-from">${t('calendar.boardFrom')}</label>
          <div class="field-box"><input id="board-from" type="datetime-local" .value=${this.#field(
            stop.timeZone,
          )} @change=${change}></div></div>
        <div class="row board-ways">
          <a class="button quiet" href="/around?at=${stop.lat},${stop.lon}">${icon('map')}${t(
            'calendar.boardMap',
          )}</a>
          <a class="button quiet" href="/ways/find?${way}">${icon('route')}${t(
            'calendar.boardWays',
          )}</a>
        </div>
        ${stop.wheelchair === undefined
          ? nothing
          : html`<span class="mark ${stop.wheelchair ? 'good' : ''}">${
            t(
              stop.wheelchair ? 'calendar.boardWheelchair' : 'calendar.boardNoWheelchair',
            )
          }</span>`}
      </div>
    `;
  }

  #draw() {
    const { data, error, refresh } = this.stop;
    return html`<div class="stack">
      ${heading(data?.name ?? t('calendar.departures'), '/stops', t('calendar.stops'))}
      ${
      data
        ? html`${otherClocks(data.timeZone)}${this.#head(data)}${this.#departures(data)}`
        : error instanceof ApiError && error.status === 404
        ? emptyState({
          icon: 'bus',
          text: t('calendar.stopUnknown'),
          action: html`<a class="button main" href="/stops">${t('calendar.stopSearchOther')}</a>`,
        })
        : error
        ? errorState(reason(error), refresh)
        : loading(6)
    }</div>`;
  }
}

/** The time there, with its day if it is not the reader's. @param {Date} at @param {string} zone */
const whenWords = (at, zone) =>
  day(at, zone) === day(new Date()) ? time(at, zone) : `${day(at, zone)}, ${time(at, zone)}`;
