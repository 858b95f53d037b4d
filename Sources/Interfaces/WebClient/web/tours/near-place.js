// Tours near a place that is looked for: what is typed may be the name of a town or a street, too.

import { html, nothing } from 'lit-html';
import { findPlaces } from '../parts/finding.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

/** @typedef {{lat: number, lon: number, name: string}} Named */

/** The place of an address: `?near=47.14,9.52&nearName=Vaduz`. @param {URLSearchParams} query @returns {Named | null} */
export function placeOf(query) {
  const [lat, lon] = query.get('near')?.split(',').map(Number) ?? [];
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return null;
  return { lat, lon, name: query.get('nearName') ?? `${lat}, ${lon}` };
}

const most = 3;

export class NearPlace {
  /** @type {import('../parts/finding.js').Found[]} */
  #found = [];
  #text = '';
  /** @type {number | undefined} */
  #timer;
  #control = new AbortController();

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.chosen = placeOf(view.query);
    view.onLeave(() => {
      clearTimeout(this.#timer);
      this.#control.abort();
    });
  }

  /** Looks for places that are called so. @param {string} text */
  type(text) {
    this.#text = text.trim();
    clearTimeout(this.#timer);
    this.#control.abort();
    if (this.#text.length < 3) this.#found = [];
    else this.#timer = setTimeout(() => this.#find(), 250);
  }

  async #find() {
    this.#control = new AbortController();
    const { signal } = this.#control;
    try {
      const found = await findPlaces(this.#text, signal);
      this.#found = found.filter(({ group }) => group !== 'tour').slice(0, most);
    } catch {
      // The tours themselves are found all the same.
      this.#found = [];
    }
    if (!signal.aborted) this.view.update();
  }

  draw() {
    if (this.chosen) {
      return html`<p class="row"><span class="mark">${icon('map-pin')}${
        t('tours.nearChosen', { name: this.chosen.name })
      }</span>
        <a class="button quiet" href="/tours">${icon('x')}${t('tours.nearEverywhere')}</a></p>`;
    }
    if (this.#found.length === 0) return nothing;
    return html`<ul class="plain-list row" aria-label=${t('tours.nearList')}>${
      this.#found.map(({ title, text, lat, lon }) => {
        const query = new URLSearchParams({
          near: `${lat?.toFixed(5)},${lon?.toFixed(5)}`,
          nearName: title,
        });
        return html`<li><a class="button" href="/tours?${query}">${icon('map-pin')}<span>${
          t('tours.nearNamed', { name: title })
        }${text ? html`<span class="soft small"> · ${text}</span>` : nothing}</span></a></li>`;
      })
    }</ul>`;
  }
}
