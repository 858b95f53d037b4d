// Where something is: found by its name or address, by coordinates, or by a tap on the map.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { readMapDescription } from '../data/places.js';
import { WaysideMap } from '../map/map.js';
import { lastPosition } from '../map/position.js';
import { t } from '../shell/texts.js';
import { placeText } from './format.js';
import { icon } from './icon.js';
import { Search, searchField } from './search.js';

/** @typedef {{lat?: number, lon?: number, label?: string, address?: string}} Place */

export class PlaceField {
  /** @type {WaysideMap | null} */
  #map = null;

  /**
   * @param {import('../shell/view.js').View} view @param {Place | undefined} place
   * @param {() => void} changed
   * @param {{label: string, id: string, required?: boolean}} [name] of the field
   */
  constructor(view, place, changed, name = { label: t('shell.place'), id: 'field-place' }) {
    this.view = view;
    this.place = place;
    this.changed = changed;
    this.name = name;
    this.isMapOpen = false;
    this.search = new Search(() => this.#typed(), ({ title, text, lat, lon }) => {
      const isCoordinates = lat !== undefined && /^[\s\d.,;°'′"″NSEWO+-]+$/i.test(title);
      this.set({ lat, lon, ...(isCoordinates ? {} : { label: title, address: text }) });
    });
    this.search.text = placeText(place);
    this.#text = this.search.text;
    view.onLeave(() => this.setMap(undefined));
  }

  #text = '';

  #typed() {
    const { text } = this.search;
    if (text !== this.#text) {
      this.#text = text;
      // Words without a position are kept as they are; the server says what follows.
      this.place = text.trim() ? { label: text.trim() } : undefined;
      this.#draw();
      this.changed();
    }
    this.view.update();
  }

  /** @param {Place | undefined} place */
  set(place) {
    this.place = place;
    this.#text = placeText(place);
    this.search.text = this.#text;
    this.search.isOpen = false;
    this.#draw();
    this.changed();
    this.view.update();
  }

  /** Whether there is a position, so that a way can be found. */
  get hasPosition() {
    return this.place?.lat !== undefined && this.place?.lon !== undefined;
  }

  /** @type {(element: Element | undefined) => void} */
  setMap = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
      return;
    }
    if (this.#map) return;
    const { lat, lon } = this.place ?? {};
    const here = lastPosition();
    const center = lat !== undefined && lon !== undefined ? { lat, lon } : here;
    this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {
      ...(center ? { center: [center.lon, center.lat], zoom: 15 } : {}),
      click: ([lon, lat]) => {
        const known = this.place;
        const label = known?.lat === undefined ? known?.label : undefined;
        this.set({ lat: round(lat), lon: round(lon), ...(label ? { label } : {}) });
      },
    });
    if (!center) this.#showMaps();
    this.#draw();
  };

  /** Shows what the imported maps cover, when nothing better is known. */
  async #showMaps() {
    try {
      const { bounds } = await readMapDescription();
      if (bounds && !this.hasPosition) {
        this.#map?.fit([[bounds[0], bounds[1]], [bounds[2], bounds[3]]]);
      }
    } catch {
      // The whole world then.
    }
  }

  #draw() {
    const { lat, lon, label } = this.place ?? {};
    const points = lat === undefined || lon === undefined
      ? []
      : [{ id: 'place', at: /** @type {[number, number]} */ ([lon, lat]), label, current: true }];
    this.#map?.setPoints('place', points);
    if (points.length > 0) this.#map?.flyTo(points[0].at);
  }

  /** @param {string | undefined} error */
  draw(error) {
    return html`<div class="stack tight">
      ${searchField(this.search, this.name)}
      ${error ? html`<p class="field-error" role="alert">${error}</p>` : nothing}
      <div class="row place-help">
        <p class="field-help">${
      this.hasPosition
        ? this.place?.label ? t('shell.placeFound') : t('shell.placeKnown', {
          at: `${this.place?.lat?.toFixed(5)}, ${this.place?.lon?.toFixed(5)}`,
        })
        : t('shell.placeHelp')
    }</p>
        <button type="button" class="button quiet" aria-expanded=${
      this.isMapOpen ? 'true' : 'false'
    }
          @click=${() => {
      this.isMapOpen = !this.isMapOpen;
      this.view.update();
    }}>${icon('map')}${t(this.isMapOpen ? 'shell.closeMap' : 'shell.openMap')}</button>
        ${
      this.place && this.name.id === 'field-place' && !this.name.required
        ? html`<button type="button" class="button quiet" @click=${() => this.set(undefined)}>${
          t('shell.noPlace')
        }</button>`
        : nothing
    }</div>
      ${this.isMapOpen ? html`<div class="place-map" ${ref(this.setMap)}></div>` : nothing}
    </div>`;
  }
}

const round = (/** @type {number} */ value) => Math.round(value * 1e6) / 1e6;
