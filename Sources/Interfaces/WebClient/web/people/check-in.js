// Check-in: whoever stands at the place of what takes place now is asked whether to be marked present.

import { html, nothing } from 'lit-html';
import { metres } from '../map/measure.js';
import { followPosition, lastPosition } from '../map/position.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('../map/position.js').Position} Position */

/**
 * The position is compared with the place on the device; it leaves the device with the confirmation
 * only, and is not kept.
 */
export class CheckIn {
  /** @type {(() => void) | null} */
  #end = null;
  #problem = '';

  /**
   * @param {import('../shell/view.js').View} view
   * @param {(position: {lat: number, lon: number}) => Promise<void>} confirm
   */
  constructor(view, confirm) {
    this.view = view;
    this.confirm = confirm;
    view.onLeave(() => this.#stop());
  }

  #stop() {
    this.#end?.();
    this.#end = null;
  }

  /** Looks until one has come to the place. @param {GroupEvent} data */
  #look(data) {
    this.#stop();
    this.#problem = '';
    this.#end = followPosition((position, problem) => {
      this.#problem = problem ?? '';
      // What follows is told that it may end once it has been set up.
      if (position && isAt(data, position)) queueMicrotask(() => this.#stop());
      this.view.update();
    });
  }

  /** @param {GroupEvent} data */
  draw(data) {
    if (data.placeMetres === undefined || data.place?.lat === undefined) return nothing;
    const here = lastPosition();
    const place = data.place.label ?? data.title;
    if (here && isAt(data, here)) {
      return html`
        <div class="card stack" role="status">
          <p>${t('people.atPlace', { place })}</p>
          <div><button class="button main" @click=${() =>
            this.confirm({ lat: here.lat, lon: here.lon })}>${icon('map-pin')}${t(
              'people.checkIn',
            )}</button></div>
          <p class="soft small">${t('people.notKept')}</p>
        </div>
      `;
    }
    const away = here ? distance(awayFrom(data, here)) : '';
    return html`<div class="stack tight" role="status">${
      this.#end && here
        ? html`<p>${t('people.awayFromPlace', { place, distance: away })}</p>`
        : this.#end && !this.#problem
        ? html`<p>${t('people.looksWhere')}</p>`
        : html`<div><button class="button" @click=${() => this.#look(data)}>${
          icon('locate-fixed')
        }${t('people.amHere')}</button></div>`
    }${this.#problem ? html`<p role="alert">${t('people.whereUnknown')}</p>` : nothing}
      <p class="soft small">${t('people.checkInHelp')}</p></div>`;
  }
}

/** Metres. @param {GroupEvent} data @param {Position} here */
const awayFrom = (data, here) =>
  metres([here.lon, here.lat], [data.place?.lon ?? 0, data.place?.lat ?? 0]);

/** @param {GroupEvent} data @param {Position} here */
const isAt = (data, here) => awayFrom(data, here) <= (data.placeMetres ?? 0);
