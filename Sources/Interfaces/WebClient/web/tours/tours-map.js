// All tours on a map: where they start.

import { html } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { readMapBounds } from '../data/geodata.js';
import { WaysideMap } from '../map/map.js';
import { nameOf } from '../parts/tongue.js';
import { complain } from '../shell/notices.js';
import { cornersOf, shownFirst } from './map-extent.js';

/** @typedef {import('../data/tours.js').TourSummary} TourSummary */
/** @typedef {import('./map-extent.js').Place} Place */

export class ToursMap {
  /** @type {WaysideMap | null} */
  #map = null;

  /**
   * @param {() => TourSummary[]} tours that are shown @param {() => Place | null} reader where the reader is
   * @param {(id: string) => void} choose
   */
  constructor(tours, reader, choose) {
    this.tours = tours;
    this.reader = reader;
    this.choose = choose;
  }

  // A field, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  place = (element) => {
    if (!element) this.end();
    else if (!this.#map) this.#begin(/** @type {HTMLElement} */ (element)).catch(complain);
  };

  /** @param {HTMLElement} element */
  async #begin(element) {
    // Without the maps' boxes the first tour's place is shown.
    const maps = await readMapBounds().catch(() => []);
    if (this.#map || !element.isConnected) return;
    const places = shownFirst(this.tours().map(({ start }) => start), this.reader(), maps);
    const bounds = places.length > 0 ? cornersOf(places) : undefined;
    this.#map = new WaysideMap(element, { bounds });
    this.draw();
  }

  /** Shows the tours that fit now. */
  draw() {
    this.#map?.setPoints(
      'tours',
      this.tours().map((tour) => ({
        id: tour.id,
        at: [tour.start.lon, tour.start.lat],
        label: nameOf(tour),
        kind: 'tour',
      })),
      { choose: this.choose, clusters: true },
    );
  }

  view() {
    return html`<div class="tours-map" ${ref(this.place)}></div>`;
  }

  end() {
    this.#map?.end();
    this.#map = null;
  }
}
