// Check-in: whoever stands at the place of what takes place now is asked whether to be marked present.

import { html, nothing } from 'lit-html';
import { metresBetween } from '../map/measure.js';
import { askPosition, followPosition, lastPosition } from '../map/position.js';
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
  #isProposed = false;
  /** The position that was found here; an older one does not count. @type {Position | null} */
  #here = null;

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
      this.#here = position ?? this.#here;
      // The watch ends once it has been set up.
      if (position && isAt(data, position)) queueMicrotask(() => this.#stop());
      this.view.update();
    });
  }

  /** Confirms with where the device is now: one may have gone on since. @param {GroupEvent} data */
  #checkIn(data) {
    this.#stop();
    this.view.onLeave(askPosition((position, problem) => {
      this.#problem = problem ?? '';
      this.#here = position;
      if (position && isAt(data, position)) {
        this.confirm({ lat: position.lat, lon: position.lon });
      }
      this.view.update();
    }));
  }

  /** Looks by itself where the position was given in this visit, so that nobody is asked for it. @param {GroupEvent} data */
  #propose(data) {
    if (this.#isProposed || !lastPosition()) return;
    this.#isProposed = true;
    queueMicrotask(() => this.#look(data));
  }

  /** @param {GroupEvent} data */
  draw(data) {
    if (data.placeMetres === undefined || data.place?.lat === undefined) return nothing;
    this.#propose(data);
    const here = this.#here;
    const place = data.place.label ?? data.title;
    if (here && isAt(data, here)) {
      return html`
        <div class="card stack" role="status">
          <p>${t('events.atPlace', { place })}</p>
          <div><button class="button main" @click=${() => this.#checkIn(data)}>${icon(
            'map-pin',
          )}${t(
            'events.checkIn',
          )}</button></div>
          <p class="soft small">${t('events.notKept')}</p>
        </div>
      `;
    }
    const away = here ? distance(awayFrom(data, here)) : '';
    return html`<div class="stack tight" role="status">${
      here ? html`<p>${t('events.awayFromPlace', { place, distance: away })}</p>` : nothing
    }${
      this.#end && !this.#problem
        ? here ? nothing : html`<p>${t('events.looksWhere')}</p>`
        : html`<div><button class="button" @click=${() => this.#look(data)}>${
          icon('locate-fixed')
        }${t('events.amHere')}</button></div>`
    }${this.#problem ? html`<p role="alert">${t('events.whereUnknown')}</p>` : nothing}
      <p class="soft small">${t('events.checkInHelp')}</p></div>`;
  }
}

/** Metres. @param {GroupEvent} data @param {Position} here */
const awayFrom = (data, here) =>
  metresBetween(here, { lat: data.place?.lat ?? 0, lon: data.place?.lon ?? 0 });

/** @param {GroupEvent} data @param {Position} here */
const isAt = (data, here) => awayFrom(data, here) <= (data.placeMetres ?? 0);
