// The places to call at on a way: each with how long one stays there, and all of them in the address.

import { html, nothing } from 'lit-html';
import { icon } from '../../parts/icon.js';
import { t } from '../../shell/texts.js';
import { PlaceField } from '../../parts/place-field.js';

/** @typedef {{field: PlaceField, stay: number}} Call */

/** As many as the server takes. */
const most = 10;
const longestStay = 1440;

export class ViaList {
  /** @type {Call[]} */
  calls = [];
  #made = 0;

  /** @param {import('../../shell/view.js').View} view @param {() => void} changed asks again */
  constructor(view, changed) {
    this.view = view;
    this.changed = changed;
    const names = view.query.get('viaNames')?.split('|') ?? [];
    const stays = view.query.get('stay')?.split(',').map(Number) ?? [];
    const places = view.query.get('via')?.split(';') ?? [];
    for (const [index, text] of places.slice(0, most).entries()) {
      const [lat, lon] = text.split(',').map(Number);
      if (!Number.isFinite(lat) || !Number.isFinite(lon)) continue;
      const label = names[index];
      this.#make({ lat, lon, ...(label ? { label } : {}) }, minutes(stays[index]));
    }
  }

  /** @param {import('../../parts/place-field.js').Place | undefined} place @param {number} stay */
  #make(place, stay) {
    const id = `ways-via-${++this.#made}`;
    const field = new PlaceField(this.view, place, () => this.#keep(), {
      label: t('calendar.viaPlace', { number: this.#made }),
      id,
    });
    this.calls.push({ field, stay });
  }

  /** Those that have a position. */
  get known() {
    return this.calls.filter(({ field }) => field.hasPosition);
  }

  /** The places that have a position. */
  get places() {
    return this.known.flatMap(({ field }) => field.place ?? []);
  }

  /** How long one stays at each of them, in minutes. */
  get stays() {
    return this.known.map(({ stay }) => stay);
  }

  #keep() {
    const { places, stays } = this;
    const isEmpty = places.length === 0;
    this.view.setQuery({
      via: isEmpty ? null : places.map(({ lat, lon }) => `${lat},${lon}`).join(';'),
      stay: isEmpty ? null : stays.join(','),
      viaNames: isEmpty
        ? null
        : places.map(({ label }) => (label ?? '').replaceAll('|', '/')).join('|'),
    });
    this.changed();
  }

  /** @param {number} index */
  #remove(index) {
    const [{ field }] = this.calls.splice(index, 1);
    field.setMap(undefined);
    this.#keep();
    this.view.update();
  }

  draw() {
    for (const [index, { field }] of this.calls.entries()) {
      field.name.label = t('calendar.viaPlace', { number: index + 1 });
    }
    return html`${
      this.calls.map((call, index) =>
        html`<div class="ways-via" role="group" aria-label=${
          t('calendar.viaPlace', { number: index + 1 })
        }>
          ${call.field.draw(undefined)}
          <div class="row">
            <div class="field"><label for="${call.field.name.id}-stay">${
          t('calendar.stay')
        }</label><div class="field-box"><input id="${call.field.name.id}-stay" type="number" min="0"
              max=${longestStay} step="5" inputmode="numeric" .value=${
          String(call.stay)
        } @change=${(
          /** @type {Event} */ event,
        ) => {
          call.stay = minutes(Number(/** @type {HTMLInputElement} */ (event.target).value));
          this.#keep();
          this.view.update();
        }}><span class="soft">min</span></div></div>
            <button type="button" class="button quiet" @click=${() => this.#remove(index)}>${
          icon('x')
        }${t('calendar.removeVia', { number: index + 1 })}</button>
          </div></div>`
      )
    }${
      this.calls.length < most
        ? html`<p><button type="button" class="button" @click=${() => {
          this.#make(undefined, 0);
          this.view.update();
        }}>${icon('plus')}${t('calendar.addVia')}</button></p>`
        : nothing
    }`;
  }
}

/** @param {number} value */
const minutes = (value) =>
  Number.isFinite(value) ? Math.min(Math.max(Math.round(value), 0), longestStay) : 0;
