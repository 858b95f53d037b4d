// Where one sets out to what is planned: said to the server alone, so that the ways count it.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { WaysideMap } from '../map/map.js';
import { lastPosition } from '../map/position.js';
import { icon } from '../parts/icon.js';
import { Search, searchField } from '../parts/search.js';
import { hint } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Activity} Activity */

const sources = ['previous', 'home', 'shown'];

export class SettingOut {
  #isMapOpen = false;
  /** @type {WaysideMap | null} */
  #map = null;
  /** Chosen and not yet shown. */
  #isShowing = false;

  /** @param {import('../shell/view.js').View} view @param {string} path of the activity */
  constructor(view, path) {
    this.view = view;
    this.path = path;
    this.start = view.watch(`${path}/start`);
    this.search = new Search(() => view.update(), ({ lat, lon }) => {
      if (lat !== undefined && lon !== undefined) this.#say({ from: 'shown', lat, lon });
    });
    view.onLeave(() => this.#setMap(undefined));
  }

  /** @param {{from: string, lat?: number, lon?: number}} body */
  async #say(body) {
    this.#isShowing = false;
    try {
      await api.send('PUT', `${this.path}/start`, {
        body,
        changes: [`${this.path}/start`, `${this.path}/ways`],
        match: null,
      });
      notice(t('activities.startKept'));
    } catch (error) {
      complain(error);
    }
  }

  /** @type {(element: Element | undefined) => void} */
  #setMap = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
      return;
    }
    if (this.#map) return;
    const { lat, lon } = this.start.data ?? {};
    const center = lat === undefined ? lastPosition() : { lat, lon };
    this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {
      ...(center ? { center: [center.lon, center.lat], zoom: 14 } : {}),
      click: ([lon, lat]) => {
        this.#say({ from: 'shown', lat: round(lat), lon: round(lon) });
        this.#map?.setPoints('start', [{ id: 'start', at: [lon, lat], current: true }]);
      },
    });
    if (lat !== undefined) {
      this.#map.setPoints('start', [{ id: 'start', at: [lon, lat], current: true }]);
    }
  };

  /** Who has said it, to the host. @param {Activity} data @param {string[]} given */
  static told(data, given) {
    const names = data.invitees.filter(({ id }) => given.includes(id)).map(({ name }) => name);
    return names.length === 0
      ? nothing
      : hint(t('activities.startsGiven', { names: names.join(', ') }));
  }

  draw() {
    const said = this.#isShowing ? 'shown' : this.start.data?.from ?? 'previous';
    return html`<section class="card stack" aria-label=${t('people.setOut')}>
      <fieldset class="field"><legend>${t('people.setOut')}</legend>
        ${
      sources.map((source) =>
        html`<div class="check"><input type="radio" name="setting-out" id="setting-out-${source}"
          .checked=${source === said} @change=${() => {
          if (source !== 'shown') return this.#say({ from: source });
          this.#isShowing = true;
          this.view.update();
        }}><label for="setting-out-${source}">${t(`people.start-${source}`)}</label></div>`
      )
    }</fieldset>
      ${
      said === 'shown'
        ? html`${searchField(this.search, { label: t('people.startPlace'), id: 'setting-out' })}
          <div><button type="button" class="button" aria-expanded=${this.#isMapOpen} @click=${() => {
          this.#isMapOpen = !this.#isMapOpen;
          this.view.update();
        }}>${icon('map')}${t('people.showOnMap')}</button></div>
          ${this.#isMapOpen ? html`<div class="people-map" ${ref(this.#setMap)}></div>` : nothing}`
        : nothing
    }
      <p class="soft small">${t('activities.startsStay')}</p>
    </section>`;
  }
}

const round = (/** @type {number} */ value) => Math.round(value * 1e6) / 1e6;
