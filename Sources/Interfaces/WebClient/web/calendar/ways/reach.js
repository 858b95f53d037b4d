// How far one comes from a place in a time: on the map, and what lies within as a list.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { readToursNear } from '../../data/tours.js';
import { readTravelPreferences } from '../../data/travel-preferences.js';
import { findReach } from '../../data/ways.js';
import { areaOf, isInside } from '../../map/areas.js';
import { WaysideMap } from '../../map/map.js';
import { lastPosition } from '../../map/position.js';
import { instant, ownZone, wallTime } from '../../parts/days.js';
import { number, placeText, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { PlaceField } from '../../parts/place-field.js';
import { emptyState, errorState, loading } from '../../parts/states.js';
import { choice } from '../../parts/tabs.js';
import { reason } from '../../shell/notices.js';
import { session } from '../../shell/session.js';
import { t } from '../../shell/texts.js';
import { reachMap, stopList, tourList } from './reach-parts.js';
import { Fold } from './fold.js';
import { looks, placeAt } from './query.js';

/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('api-types').Isochrone} Isochrone */
/** @typedef {{area: Isochrone['features'][number] | null, stops: NonNullable<Isochrone['stops']>, stopCount: number, tours: TourSummary[]}} Found */

const times = [5, 10, 15, 30, 60];
/** Metres that one comes in a minute, to know where to look for tours. */
const strides = { walk: 110, bicycle: 420, car: 1500, transit: 1000 };
/** @typedef {keyof typeof strides} Means */
const means = /** @type {Means[]} */ (Object.keys(strides));
/** Minutes; the server looks no farther. */
const longest = 120;
/** Metres around a place in which tours are looked for at most, and how many. */
const farthest = 100_000;
const mostTours = 100;
/** @type {Found} */
const nothingFound = { area: null, stops: [], stopCount: 0, tours: [] };

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new ReachPage(view).open();
}

class ReachPage {
  /** @type {Found} */
  #found = nothingFound;
  /** @type {unknown} */
  #error = null;
  #isAsking = false;
  /** Which question is the latest: answers of earlier ones are not shown. */
  #turn = 0;
  /** Of the account's preferences, in seconds; asked for once. @type {number | undefined} */
  #changeTime;
  /** When one leaves, of the question that was asked last. */
  #leaves = new Date();
  /** @type {WaysideMap | null} */
  #map = null;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.fold = new Fold(view);
    const here = lastPosition();
    this.place = new PlaceField(
      view,
      placeAt(view.query) ??
        (here ? { lat: here.lat, lon: here.lon, label: t('calendar.whereIAm') } : undefined),
      () => {
        const { lat, lon, label } = this.place.place ?? {};
        this.#set({ at: lat === undefined ? null : `${lat},${lon}`, name: label ?? null });
      },
      { label: t('calendar.from-place'), id: 'reach-from' },
    );
  }

  open() {
    this.view.onLeave(() => this.#placeMap(undefined));
    this.view.draw(() => this.#draw());
    this.#ask();
  }

  /** Wishes otherwise, and asks anew. @param {Record<string, string | null>} change of the address */
  #set(change) {
    this.view.setQuery(change);
    this.#ask();
  }

  get #minutes() {
    const wished = Number(this.view.query.get('minutes'));
    return wished >= 1 && wished <= longest ? Math.round(wished) : 15;
  }

  /** By when one wants to be there, in place of a number of minutes. @returns {Date | undefined} */
  get #until() {
    const wished = Date.parse(this.view.query.get('until') ?? '');
    return Number.isFinite(wished) ? new Date(wished) : undefined;
  }

  /** How long that leaves, in minutes. */
  get #left() {
    const end = this.#until;
    return end ? (end.getTime() - this.#leaves.getTime()) / 60_000 : this.#minutes;
  }

  get #mode() {
    return means.find((mode) => mode === this.view.query.get('mode')) ?? 'walk';
  }

  async #ask() {
    if (!this.place.hasPosition) return this.view.update();
    const mine = ++this.#turn;
    [this.#error, this.#isAsking] = [null, true];
    this.view.update();
    const wished = Date.parse(this.view.query.get('departAt') ?? '');
    this.#leaves = Number.isFinite(wished) ? new Date(wished) : new Date();
    try {
      if (this.#left < 1 || this.#left > longest) throw new Error(t('calendar.reachUntilWhen'));
      const found = await this.#find();
      if (mine !== this.#turn) return;
      this.#found = found;
    } catch (problem) {
      if (mine !== this.#turn || this.view.isLeft) return;
      [this.#error, this.#found] = [problem, nothingFound];
    }
    this.#isAsking = false;
    this.#drawMap();
    this.view.update();
  }

  /** The area, and what is in it. @returns {Promise<Found>} */
  async #find() {
    const { signal } = this.view;
    const { lat, lon } = this.place.place ?? {};
    if (lat === undefined || lon === undefined) return nothingFound;
    const at = { lat, lon };
    const [mode, end, left] = [this.#mode, this.#until, this.#left];
    const leaves = this.#leaves.toISOString();
    if (mode === 'transit' && session.role === 'general') {
      this.#changeTime ??= (await readTravelPreferences(signal)).changeTime;
    }
    const [found, near] = await Promise.all([
      findReach({
        at,
        mode,
        ...(end ? { arriveBy: end.toISOString() } : { minutes: this.#minutes }),
        ...(end || mode === 'transit' ? { departAt: leaves } : {}),
        changeTime: mode === 'transit' ? this.#changeTime : undefined,
      }, signal),
      readToursNear(at, Math.min(farthest, Math.round(strides[mode] * left)), mostTours, signal),
    ]);
    const area = found.features[0] ?? null;
    return {
      area,
      stops: found.stops ?? [],
      stopCount: found.stopCount ?? 0,
      tours: near.items.filter(({ start }) =>
        area && isInside(area.geometry, [start.lon, start.lat])
      ),
    };
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
    if (!this.#map) return;
    const { lat, lon } = this.place.place ?? {};
    const at = lat === undefined || lon === undefined ? null : { lat, lon };
    reachMap(this.#map, at, this.#found, (tour) => this.view.go(`/t/${tour}`));
  }

  /** A full hour that lies half an hour ahead or more. */
  get #soon() {
    return new Date(Math.ceil((this.#leaves.getTime() + 30 * 60_000) / 3_600_000) * 3_600_000);
  }

  /** @param {'departAt' | 'until'} name of the query @param {string} label @param {Date} value */
  #moment(name, label, value) {
    const set = (/** @type {Event} */ event) => {
      const at = instant(/** @type {HTMLInputElement} */ (event.target).value, ownZone);
      this.#set({ [name]: at ? at.toISOString() : null });
    };
    return html`<div class="field"><label for="reach-${name}">${label}</label>
      <div class="field-box"><input id="reach-${name}" type="datetime-local" .value=${
      wallTime(value, ownZone)
    } @change=${set}></div></div>`;
  }

  /** How far one comes, in words. @param {NonNullable<Found['area']>} area */
  #words(area) {
    const [mode, until] = [this.#mode, this.#until];
    const size = number(areaOf(area.geometry) / 1e6, 1);
    if (!until && mode !== 'transit') {
      return t('calendar.reachWords', {
        minutes: this.#minutes,
        mode: t(`calendar.means-${mode}`).toLocaleLowerCase(),
        area: size,
      });
    }
    const by = until ?? new Date(this.#leaves.getTime() + this.#minutes * 60_000);
    return t('calendar.reachBy', { from: time(this.#leaves), by: time(by), area: size });
  }

  #within() {
    const { area, stops, stopCount, tours } = this.#found;
    if (this.#error) return errorState(reason(this.#error), () => this.#ask());
    if (!this.place.hasPosition) {
      return emptyState({ icon: 'timer', text: t('calendar.reachHelp') });
    }
    if (this.#isAsking && !area) return loading();
    if (!area) return emptyState({ icon: 'timer-off', text: t('calendar.reachNone') });
    return html`<p class="calendar-span" role="status">${this.#words(area)}</p>
      ${this.#mode === 'transit' ? stopList(stops, stopCount) : nothing}
      ${tourList(tours)}`;
  }

  #duration() {
    const until = this.#until;
    return choice({
      label: t('calendar.howLong'),
      value: until ? 'until' : String(this.#minutes),
      options: [
        ...times.map((value) => ({
          value: String(value),
          text: t('shell.minutes', { count: value }),
        })),
        { value: 'until', text: t('calendar.reachUntil') },
      ],
      choose: (value) =>
        this.#set(
          value === 'until'
            ? { until: (until ?? this.#soon).toISOString() }
            : { minutes: value, until: null },
        ),
    });
  }

  #means() {
    return choice({
      label: t('calendar.modes'),
      value: this.#mode,
      options: means.map((value) => ({
        value,
        text: t(`calendar.means-${value}`),
        ...looks[value],
      })),
      choose: (value) => this.#set({ mode: value }),
    });
  }

  #form() {
    const until = this.#until;
    return html`${this.place.draw(undefined)}${this.#duration()}${this.#means()}
      <div class="two">${
      until || this.#mode === 'transit'
        ? this.#moment('departAt', t('calendar.departAt'), this.#leaves)
        : nothing
    }${until ? this.#moment('until', t('calendar.reachUntilField'), until) : nothing}</div>`;
  }

  /** When and how, in words. */
  get #wishes() {
    const until = this.#until;
    return [
      until
        ? `${t('calendar.reachUntilField')} ${time(until)}`
        : t('shell.minutes', { count: this.#minutes }),
      t(`calendar.means-${this.#mode}`),
    ].join(' · ');
  }

  #draw() {
    const { place, hasPosition } = this.place;
    this.fold.follow(hasPosition);
    return html`
      <div class="stack">
        <h1>${t('calendar.reach')}</h1>
        ${this.fold.draw(
          place ? placeText(place) : t('calendar.fromWhere'),
          this.#wishes,
          this.#form(),
        )}
        <div class="calendar-two ways-found">
          ${hasPosition
            ? html`
              <div class="stack ways-map">
                <div class="calendar-map tall" ${ref(this.#placeMap)}></div>
              </div>
            `
            : nothing}
          <div class="stack">
            <section class="stack tight" aria-label=${t(
              'calendar.reach',
            )}>${this.#within()}</section>
            ${hasPosition
              ? html`<p><a class="button" href="/ways/find?from=${place?.lat},${place?.lon}">${
                icon('route')
              }${t('calendar.findWays')}</a></p>`
              : nothing}
          </div>
        </div>
      </div>
    `;
  }
}
