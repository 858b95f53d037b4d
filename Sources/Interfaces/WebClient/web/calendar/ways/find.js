// The ways from one place to another, with an address of their own: choose one, see it on the map,
// step by step. What is about to leave is asked again every minute, so that delays show.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { findWays } from '../../data/ways.js';
import { WaysideMap } from '../../map/map.js';
import { lastPosition } from '../../map/position.js';
import { halfHour, instant, ownZone } from '../../parts/days.js';
import { placeText } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { drawWay, legList, turnList, wayChoice } from '../../parts/journey/itineraries.js';
import { PlaceField } from '../../parts/place-field.js';
import { emptyState, errorState, loading } from '../../parts/states.js';
import { choice } from '../../parts/tabs.js';
import { reason } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { following, ridesOf, unseen } from './comparing.js';
import { flag, timeFields, timeWords, wishFields } from './find-fields.js';
import { Fold } from './fold.js';
import { carSpot, isFree, looks, means, meansOf, placeOf, questionOf } from './query.js';
import { ViaList } from './via.js';

/** @typedef {import('api-types').Itinerary} Itinerary */

/** Milliseconds before a departure in which delays are looked for, and after it. */
const soon = 2 * 3_600_000;
const past = 600_000;
/** Milliseconds after which they are looked for again. */
const tick = 60_000;

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new FindPage(view).open();
}

class FindPage {
  /** @type {Itinerary[] | null} nothing before an answer */
  #ways = null;
  /** @type {unknown} why there is none */
  #error = null;
  #isAsking = false;
  /** Which of the ways is shown, and whether somebody has chosen it, rather than that it is the first. */
  #chosen = 0;
  #isPicked = false;
  /** Which question is the latest: answers of earlier ones are not shown. */
  #turn = 0;
  /** Where the ways before and behind these begin. @type {{earlier?: string, later?: string}} */
  #pages = {};
  /** @type {WaysideMap | null} */
  #map = null;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    const kept = /** @type {{shown?: string[], paging?: string}} */ (view.kept ?? {});
    /** Rides that pages before this one have shown: over places on the way, pages overlap. */
    this.shown = new Set(kept.shown);
    /** Which way one pages. */
    this.paging = kept.paging ?? '';
    /** Whether the wishes were open at first: once opened they stay so. */
    this.hasWishes = Boolean(view.query.get('order') || view.query.get('steps'));
    const here = lastPosition();
    this.from = this.#field(
      'from',
      here && { lat: here.lat, lon: here.lon, label: t('calendar.whereIAm') },
    );
    this.to = this.#field('to');
    this.via = new ViaList(view, () => this.#ask());
    this.fold = new Fold(view);
  }

  open() {
    const clock = setInterval(() => this.#askAgain(), tick);
    this.view.onLeave(() => {
      clearInterval(clock);
      this.#placeMap(undefined);
    });
    this.view.draw(() => this.#draw());
    this.#ask({ isPage: true });
  }

  /** @param {'from' | 'to'} name @param {import('../../parts/place-field.js').Place | null} [preset] */
  #field(name, preset) {
    const field = new PlaceField(
      this.view,
      placeOf(this.view.query, name) ?? preset ?? undefined,
      () => {
        const { lat, lon, label } = field.place ?? {};
        this.#set({
          [name]: lat === undefined ? null : `${lat},${lon}`,
          [`${name}Name`]: label ?? null,
        });
      },
      { label: t(`calendar.${name}-place`), id: `ways-${name}` },
    );
    return field;
  }

  /** Wishes otherwise, and asks anew. @param {Record<string, string | null>} change of the address */
  #set(change) {
    this.view.setQuery(change);
    this.#ask();
  }

  /** @param {Iterable<string>} rides @param {string} name */
  #setPage(rides, name) {
    this.shown = new Set(rides);
    this.paging = name;
    this.view.keep({ shown: [...this.shown], paging: name });
  }

  /** Asks again for what is about to leave. */
  #askAgain() {
    const leaves = Date.parse(this.#way?.departure ?? '');
    const now = Date.now();
    if (leaves > now - past && leaves < now + soon) this.#ask({ isQuiet: true, isPage: true });
  }

  /** What the server is asked; nothing while a place is missing. */
  get #question() {
    const { from, to, via } = this;
    return questionOf(this.view.query, {
      from: from.hasPosition ? from.place : undefined,
      to: to.hasPosition ? to.place : undefined,
      via: via.places,
      stay: via.stays,
    });
  }

  /** @param {{isQuiet?: boolean, isPage?: boolean}} [how] again, while the ways stay; for one of several pages */
  async #ask({ isQuiet = false, isPage = false } = {}) {
    const { view } = this;
    if (!isPage) this.#setPage([], '');
    const question = this.#question;
    this.fold.follow(question !== undefined);
    if (!question) return view.update();
    const mine = ++this.#turn;
    if (!isQuiet) this.#forget();
    try {
      const answer = await findWays(question, view.signal);
      if (mine !== this.#turn) return;
      const next = unseen(answer.itineraries, this.shown);
      const found = following(next, this.#way, this.#isPicked);
      [this.#ways, this.#chosen, this.#pages] = [found.ways, found.chosen, answer];
    } catch (problem) {
      if (mine !== this.#turn || view.isLeft || isQuiet) return;
      this.#error = problem;
    }
    this.#isAsking = false;
    this.#drawMap();
    view.update();
  }

  /** What was found does not hold any more. */
  #forget() {
    this.#ways = null;
    this.#error = null;
    this.#isAsking = true;
    this.#chosen = 0;
    this.#isPicked = false;
    this.view.update();
  }

  /** The way that is shown. */
  get #way() {
    return this.#ways?.[this.#chosen];
  }

  /** The calls of a way with their names. @param {Itinerary | undefined} way */
  #callsOf(way) {
    return way?.stopovers?.map((one) => ({
      ...one,
      name: this.via.known[one.via]?.field.place?.label ??
        t('calendar.viaPlace', { number: one.via + 1 }),
    })) ?? [];
  }

  // A field, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  #placeMap = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
    } else if (!this.#map) {
      this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
      this.#drawMap();
    }
  };

  #drawMap() {
    const way = this.#way;
    if (this.#map && this.#ways) drawWay(this.#map, way ?? null, null, this.#callsOf(way));
  }

  /** @param {string} name @param {string} wall */
  #setTime(name, wall) {
    const at = wall ? instant(wall, ownZone) : halfHour(new Date());
    this.#set({
      departAt: null,
      arriveBy: null,
      ...(name && at ? { [name]: at.toISOString() } : {}),
    });
  }

  /** A button to the ways before or behind these. @param {string} name @param {string | undefined} at @param {string} label */
  #pageButton(name, at, label) {
    if (!at) return nothing;
    const turn = () => {
      const before = this.paging === name ? this.shown : [];
      this.#setPage([...before, ...(this.#ways ?? []).map(ridesOf)], name);
      this.view.setQuery({ departAt: null, arriveBy: null, [name]: at });
      this.#ask({ isPage: true });
    };
    return html`
      <button type="button" class="button quiet" @click=${turn}>${label}</button>
    `;
  }

  /** The way back of one that leaves the car at a park and ride. @param {Itinerary} way */
  #wayBack(way) {
    const leg = way.legs.findIndex((one) => one.mode === 'car');
    const end = way.legs[leg]?.geometry.coordinates.at(-1);
    const isTransit = way.legs.slice(leg).some((one) => one.line !== undefined);
    if (carSpot(this.view.query, this.via.known.length) || !end || !isTransit) return nothing;
    const { from: { place: from }, to: { place: to } } = this;
    const words = new URLSearchParams({
      from: `${to?.lat},${to?.lon}`,
      fromName: to?.label ?? '',
      to: `${from?.lat},${from?.lon}`,
      toName: from?.label ?? '',
      mode: 'withCar',
      carAt: `${end[1]},${end[0]}`,
    });
    return html`<p><a class="button quiet" href="/ways/find?${words}">${icon('undo-2')}${
      t('calendar.backToCar')
    }</a></p>`;
  }

  #found() {
    if (this.#error) return errorState(reason(this.#error), () => this.#ask());
    if (this.#isAsking) return loading(4);
    if (!this.#ways) return emptyState({ icon: 'route', text: t('calendar.findHelp') });
    const way = this.#way;
    const { earlier, later } = this.#pages;
    return html`${
      wayChoice(this.#ways, this.#chosen, (index) => {
        this.#chosen = index;
        this.#isPicked = true;
        this.#drawMap();
        this.view.update();
      })
    }${
      earlier || later
        ? html`<div class="row">${
          this.#pageButton('arriveBy', earlier, t('calendar.earlierWays'))
        }${this.#pageButton('departAt', later, t('calendar.laterWays'))}</div>`
        : nothing
    }${
      way
        ? html`${legList(way.legs, t('journey.steps'), this.#callsOf(way))}${turnList(way)}${
          this.#wayBack(way)
        }`
        : nothing
    }`;
  }

  /** From where to where, and over what. */
  #places() {
    const { view: { query }, via } = this;
    const mark = (/** @type {string} */ name, /** @type {string} */ label) =>
      flag(query, name, 'yes', label, (change) => this.#set(change));
    return html`<div class="stack tight">${this.from.draw(undefined)}${via.draw()}${
      query.get('round') ? nothing : this.to.draw(undefined)
    }${via.calls.length > 0 ? mark('round', t('calendar.roundTrip')) : nothing}${
      isFree(query) && via.calls.length > 1 ? mark('optimize', t('calendar.bestOrder')) : nothing
    }</div>`;
  }

  #means() {
    const chosen = meansOf(this.view.query);
    return choice({
      label: t('calendar.modes'),
      value: chosen,
      options: means.map((value) => ({
        value,
        text: t(`calendar.means-${value}`),
        ...looks[value],
      })),
      choose: (value) => this.#set({ mode: value === 'transit' ? null : value }),
    });
  }

  /** From where, over what, to where, in one line. */
  get #journey() {
    const { from, to, via } = this;
    if (!from.place && !to.place) return t('calendar.fromTo');
    const isRound = Boolean(this.view.query.get('round'));
    const calls = [from, ...via.known.map(({ field }) => field), isRound ? from : to];
    return calls.map(({ place }) => place ? placeText(place) : '…').join(' → ');
  }

  #form() {
    const { query } = this.view;
    return html`${this.#places()}${this.#means()}${
      carSpot(query, this.via.known.length)
        ? html`<p class="soft">${t('calendar.carStands')}</p>`
        : nothing
    }<div class="two">${timeFields(query, (name, wall) => this.#setTime(name, wall))}</div>${
      wishFields(query, this.hasWishes, (change) => this.#set(change))
    }`;
  }

  #draw() {
    const { view: { query }, to: { place: to, hasPosition } } = this;
    return html`
      <div class="stack">
        <h1>${t('calendar.findWays')}</h1>
        ${this.fold.draw(
          this.#journey,
          `${timeWords(query)} · ${t(`calendar.means-${meansOf(query)}`)}`,
          this.#form(),
        )}
        <div class="calendar-two ways-found">
          ${this.#question
            ? html`
              <div class="stack ways-map">
                <div class="calendar-map tall" ${ref(this.#placeMap)}></div>
              </div>
            `
            : nothing}
          <div class="stack">
            <section class="stack" aria-label=${t(
              'journey.waysFound',
            )} aria-live="polite">${this.#found()}</section>
            ${hasPosition
              ? html`<p><a class="button quiet" href="/ways/reach?at=${to?.lat},${to?.lon}">${
                icon('timer')
              }${t('calendar.reachFrom')}</a></p>`
              : nothing}
          </div>
        </div>
      </div>
    `;
  }
}
