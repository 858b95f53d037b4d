// A starting place that is searched for or tapped on a map.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { WaysideMap } from '../../map/map.js';
import { lastPosition } from '../../map/position.js';
import { t } from '../../shell/texts.js';
import { icon } from '../icon.js';
import { Search, searchField } from '../search.js';

/** @typedef {{lat: number, lon: number, label?: string}} Spot */

/** Decimals of a degree that the server keeps. @param {number} value */
const round = (value) => Math.round(value * 1e6) / 1e6;

export class StartingPlace {
  #isMapOpen = false;
  /** @type {WaysideMap | null} */
  #map = null;

  /**
   * @param {import('../../shell/view.js').View} view @param {string} id of the search field
   * @param {{at: () => Spot | null, choose: (spot: Spot) => void}} place which one it is, as far as it is known
   */
  constructor(view, id, { at, choose }) {
    this.view = view;
    this.id = id;
    this.at = at;
    this.choose = choose;
    this.search = new Search(() => view.update(), ({ lat, lon, title }) => {
      if (lat !== undefined && lon !== undefined) this.#take({ lat, lon, label: title });
    });
    view.onLeave(() => this.#setMap(undefined));
  }

  /** @param {Spot} spot */
  #take(spot) {
    this.#mark(spot);
    this.choose(spot);
  }

  /** @param {Spot} spot */
  #mark({ lat, lon }) {
    this.#map?.setPoints('start', [{ id: 'start', at: [lon, lat], current: true }]);
  }

  /** @type {(element: Element | undefined) => void} */
  #setMap = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
      return;
    }
    if (this.#map) return;
    const spot = this.at();
    const center = spot ?? lastPosition();
    this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {
      ...(center ? { center: [center.lon, center.lat], zoom: 14 } : {}),
      click: ([lon, lat]) => this.#take({ lat: round(lat), lon: round(lon) }),
    });
    if (spot) this.#mark(spot);
  };

  draw() {
    return html`${searchField(this.search, { label: t('people.startPlace'), id: this.id })}
      <div><button type="button" class="button" aria-expanded=${this.#isMapOpen} @click=${() => {
      this.#isMapOpen = !this.#isMapOpen;
      this.view.update();
    }}>${icon('map')}${t('people.showOnMap')}</button></div>
      ${this.#isMapOpen ? html`<div class="people-map" ${ref(this.#setMap)}></div>` : nothing}`;
  }
}
