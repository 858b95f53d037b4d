// All tours: search, filters, grouped as a list, or on a map.

import { html, nothing } from 'lit-html';
import { readTours, watchTours } from '../data/tours.js';
import { complain } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';
import { askPosition, lastPosition } from '../map/position.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { MoreRows } from '../parts/more-rows.js';
import { cover } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import { nameOf, spokenMark, spokenName } from '../parts/tongue.js';
import { languages, shortFacts, wheelchair } from './facts.js';
import { fits, isFree } from './fitting.js';
import { FoundStops } from './found-stops.js';
import { NearPlace } from './near-place.js';
import { inOrder, orderOf, orders } from './order.js';
import { startTour } from './starting.js';
import { TourFilters } from './tour-filters.js';
import { ToursMap } from './tours-map.js';

/** @typedef {import('../data/tours.js').TourSummary} TourSummary */

/** Metres around a chosen place. */
const reach = 100_000;
/** Pages after the first that are read. */
const mostPages = 10;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  new ToursPage(view);
}

class ToursPage {
  /** Why the position is not known, after it was asked for. */
  #positionProblem = '';
  /** Those of the pages after the first. @type {TourSummary[]} */
  #later = [];
  #turn = 0;
  #isStarting = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.place = new NearPlace(view);
    this.stops = new FoundStops(view);
    this.rows = new MoreRows(() => view.update());
    this.filters = new TourFilters(view, (text) => this.place.type(text));
    /** Where one is orders the tours and leaves none out: one may look for a tour of a journey. */
    this.here = this.chosen ? null : lastPosition();
    this.first = watchTours(view, this.#wanted, ({ data }) => this.#readRest(data?.next));
    this.map = new ToursMap(
      () => this.fitting(),
      () => this.chosen ?? this.here,
      (id) => view.go(`/t/${id}`),
    );
    view.onLeave(() => this.map.end());
    view.draw(() => this.page());
  }

  get chosen() {
    return this.place.chosen;
  }

  /** What is asked of the server. @returns {import('../data/tours.js').Wanted} */
  get #wanted() {
    const { chosen } = this;
    if (!chosen) return { limit: 200 };
    return { limit: 200, near: `${chosen.lat.toFixed(5)},${chosen.lon.toFixed(5)}`, radius: reach };
  }

  /** Reads the pages after the first. @param {string | undefined} next */
  async #readRest(next) {
    const mine = ++this.#turn;
    /** @type {TourSummary[]} */
    const found = [];
    try {
      for (let pages = 0; next && pages < mostPages; pages++) {
        const page = await readTours({ ...this.#wanted, cursor: next }, this.view.signal);
        if (mine !== this.#turn) return;
        found.push(...page.items);
        next = page.next;
      }
      this.#later = found;
      this.view.update();
    } catch (error) {
      if (!this.view.isLeft) complain(error);
    }
  }

  get all() {
    return [...this.first.data?.items ?? [], ...this.#later];
  }

  get order() {
    return orderOf(this.filters.asked('sort'), Boolean(this.here || this.chosen));
  }

  /** The tours that fit what is asked for; the nearest first where a place is known. */
  fitting() {
    const { query } = this.view;
    return inOrder(this.all, this.order, this.here)
      .filter((tour) =>
        fits(tour, query, { name: nameOf(tour), hasStop: this.stops.has(tour.id) })
      );
  }

  /** What is near is known only with a position, which is asked for in the tap. @param {string} wanted */
  sortBy(wanted) {
    this.#positionProblem = '';
    this.view.setQuery({ sort: wanted });
    if (wanted !== 'near' || this.here || this.chosen) return;
    this.view.onLeave(askPosition((position, problem) => {
      this.here = position;
      this.#positionProblem = problem ?? '';
      this.view.update();
    }));
  }

  /** @param {TourSummary[]} tours @returns {[string, TourSummary[]][]} */
  grouped(tours) {
    const group = this.filters.asked('group');
    // Near a place it is the distance that counts, and in an order that was chosen the order.
    const isInOrder = this.chosen || this.filters.asked('sort');
    if (group === 'none' || (isInOrder && !group)) return [['', tours]];
    /** @type {Map<string, TourSummary[]>} */
    const groups = new Map();
    for (const tour of tours) {
      const name = group === 'place' ? tour.place ?? t('tours.elsewhere') : tour.organizationName;
      groups.set(name, [...groups.get(name) ?? [], tour]);
    }
    // Groups stand where their nearest is.
    return this.order === 'near' ? [...groups] : [...groups].sort(([a], [b]) => a.localeCompare(b));
  }

  /** The way out from the list; what has to be done before is done on the tour's page. @param {TourSummary} tour */
  async setOut(tour) {
    const mayWalk = session.role === 'general' || trial.isOn;
    // What has to be done before, and trying it without an account, is on its page.
    if (!mayWalk || !isFree(tour)) return this.view.go(`/t/${tour.id}`);
    if (this.#isStarting) return;
    this.#isStarting = true;
    try {
      await startTour(this.view, tour.id);
    } catch (error) {
      complain(error);
    }
    this.#isStarting = false;
  }

  // Drawing

  page() {
    this.stops.follow(this.filters.asked('q'));
    const tours = this.fitting();
    this.map.draw();
    return html`<div class="stack">
      <div class="row spread"><h1>${t('tours.title')}</h1>
        ${
      session.role === 'organization'
        ? html`<a class="button" href="/studio">${icon('pencil')}${t('tours.studio')}</a>`
        : nothing
    }</div>
      ${this.filters.draw(this.all, this.place.draw())}
      ${
      shown(this.first, () =>
        tours.length === 0 ? this.nothingFound() : html`
          <div class="row spread"><p class="soft small" role="status">${t('tours.count', {
            count: tours.length,
          })}</p>${this.sorting()}</div>
          ${this.positionWords()}
          ${this.filters.isMap ? this.map.view() : nothing}
          ${this.list(tours)}
        `)
    }</div>`;
  }

  sorting() {
    const choose = (/** @type {Event} */ event) =>
      this.sortBy(/** @type {HTMLSelectElement} */ (event.target).value);
    return html`
      <label
        class="tours-sort"><span>${t('tours.sort')}</span><select @change=${choose}>${orders.map((
          one,
        ) =>
          html`<option value=${one} .selected=${this.order === one}>${
            t(`tours.sort-${one}`)
          }</option>`
        )}</select></label>
    `;
  }

  positionWords() {
    if (!this.#positionProblem) return nothing;
    const isRefused = this.#positionProblem === 'denied';
    return html`<p class="soft" role="status">${
      t(isRefused ? 'tours.positionRefused' : 'tours.positionMissing')
    }</p>`;
  }

  /** @param {TourSummary[]} tours */
  list(tours) {
    let left = this.rows.limit;
    return html`${
      this.grouped(tours).map(([name, members]) => {
        const some = members.slice(0, Math.max(0, left));
        left -= some.length;
        if (some.length === 0) return nothing;
        return html`<section class="stack tight">
          ${name ? html`<h2 class="tours-group">${name}</h2>` : nothing}
          <ul class="list tours-cards" aria-label=${name || t('tours.title')}>${
          some.map((tour) => html`<li>${this.row(tour)}</li>`)
        }</ul></section>`;
      })
    }
      ${this.rows.end(tours.length)}`;
  }

  /** @param {TourSummary} tour */
  row(tour) {
    const { stops } = this;
    return row({
      href: `/t/${tour.id}`,
      start: cover(nameOf(tour), { of: tour.picture, shape: tour.shape, size: 80 }),
      title: html`${nameOf(tour)} ${spokenMark(spokenName(tour))}`,
      text: html`${shortFacts(tour)}<br>${t('tours.stops', { count: tour.stopCount })} · ${
        languages(tour.languages)
      }${stops.has(tour.id) ? html`<br>${stops.words(tour.id)}` : nothing}${
        tour.wheelchair ? html`<br>${wheelchair(tour.wheelchair)}` : nothing
      }`,
      end: html`${
        tour.distanceToStart === undefined
          ? nothing
          : html`<span class="soft small">${
            t('tours.away', { distance: distance(tour.distanceToStart) })
          }</span>`
      }${session.role === 'organization' ? nothing : this.starting(tour)}`,
    });
  }

  /** @param {TourSummary} tour */
  starting(tour) {
    return html`
      <button class="button quiet tours-start"
        aria-label=${t('tours.startNamed', { name: nameOf(tour) })}
        @click=${() => this.setOut(tour)}>${icon('footprints')}<span>${t(
          'tours.startShort',
        )}</span></button>
    `;
  }

  nothingFound() {
    if (this.first.data?.items.length !== 0) {
      return emptyState({
        icon: 'search',
        text: t('tours.noneFits'),
        action: html`<button class="button main" @click=${this.filters.clear}>${
          t('tours.showAll')
        }</button>`,
      });
    }
    const { chosen } = this;
    const lookAround = session.role === 'organization'
      ? html`<a class="button main" href="/studio">${t('tours.makeOne')}</a>`
      : html`<a class="button main" href="/around">${t('shell.lookAround')}</a>`;
    return emptyState({
      icon: 'route',
      text: chosen ? t('tours.noneNear', { name: chosen.name }) : t('tours.none'),
      // The way to tours everywhere stands above.
      action: chosen ? undefined : lookAround,
    });
  }
}
