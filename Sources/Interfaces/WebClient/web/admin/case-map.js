// Where what was reported stands.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { WaysideMap } from '../map/map.js';
import { t } from '../shell/texts.js';

/** @typedef {{lat: number, lon: number, label?: string}} Spot */

export class CaseMap {
  /** @type {WaysideMap | null} */
  #map = null;
  /** @type {Spot[]} */
  #spots = [];

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    view.onLeave(() => this.#set(undefined));
  }

  /** @type {(element: Element | undefined) => void} */
  #set = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
      return;
    }
    if (this.#map) return;
    const [lons, lats] = [this.#spots.map(({ lon }) => lon), this.#spots.map(({ lat }) => lat)];
    const [first] = this.#spots;
    this.#map = new WaysideMap(
      /** @type {HTMLElement} */ (element),
      this.#spots.length === 1 ? { center: [first.lon, first.lat], zoom: 16 } : {
        bounds: [
          [Math.min(...lons), Math.min(...lats)],
          [Math.max(...lons), Math.max(...lats)],
        ],
      },
    );
    this.#map.setPoints(
      'places',
      this.#spots.map(({ lat, lon, label }, index) => ({
        id: String(index),
        at: /** @type {[number, number]} */ ([lon, lat]),
        label,
        current: this.#spots.length === 1,
      })),
      { isNumbered: this.#spots.length > 1, radius: this.#spots.length > 1 ? 12 : 8 },
    );
  };

  /** @param {Spot[]} spots */
  draw(spots) {
    this.#spots = spots;
    if (spots.length === 0) return nothing;
    return html`
      <section class="stack">
        <h2>${t('admin.where')}</h2>
        <div class="case-map" role="region" aria-label=${t('admin.where')} ${ref(this.#set)}></div>
      </section>
    `;
  }
}
