// Tours on the start page: some to begin with, and after a tap those near the device.

import { html, nothing } from 'lit-html';
import { readToursNear } from '../data/tours.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { cover } from '../parts/picture.js';
import { nameOf } from '../parts/tongue.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

/** Metres around the device. */
const reach = 100_000;
const most = 4;

export class ToursNear {
  /** Those near the device, the nearest first; null before it was asked. @type {TourSummary[] | null} */
  #found = null;
  /** @type {'idle' | 'asking' | 'unknown'} */
  #state = 'idle';

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
  }

  async #ask() {
    this.#state = 'asking';
    this.view.update();
    try {
      const { askPosition } = await import('../map/position.js');
      /** @type {import('../map/position.js').Position | null} */
      const here = await new Promise((resolve) => this.view.onLeave(askPosition(resolve)));
      if (here) {
        this.#found = (await readToursNear(here, reach, most)).items;
      }
      this.#state = here ? 'idle' : 'unknown';
    } catch (error) {
      this.#state = 'idle';
      complain(error);
    }
    this.view.update();
  }

  /** @param {TourSummary[]} some tours, to begin with */
  draw(some) {
    const isNear = this.#found !== null && this.#found.length > 0;
    const words = this.#state === 'unknown'
      ? t('start.noPosition')
      : this.#found?.length === 0
      ? t('start.noneNear', { distance: distance(reach) })
      : t('start.nearWhy');
    return html`
      <section class="stack">
        <h2>${t(isNear ? 'start.nearTours' : 'start.someTours')}</h2>
        <ul class="list" aria-label=${t(
          isNear ? 'start.nearTours' : 'start.someTours',
        )}>${(isNear ? this.#found ?? [] : some).map((tour) => html`<li>${line(tour)}</li>`)}</ul>
        ${isNear ? nothing : html`
          <div class="row">
            <button class="button" ?disabled=${this.#state === 'asking'} @click=${() =>
              this.#ask()}>${icon('locate-fixed')}${t('start.nearMe')}</button>
          </div>
          <p class="soft" role="status">${words}</p>
        `}
        <p><a href="/tours">${t('start.allTours')}</a></p>
      </section>
    `;
  }
}

/** @param {TourSummary} tour */
const line = (tour) =>
  row({
    href: `/t/${tour.id}`,
    start: cover(nameOf(tour), { of: tour.picture, shape: tour.shape, size: 64 }),
    title: nameOf(tour),
    text: tour.distance === undefined ? '' : distance(tour.distance),
  });
