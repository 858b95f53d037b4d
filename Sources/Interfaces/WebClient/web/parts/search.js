// The one search field: suggestions while one types, by keys and by touch.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { lastPosition } from '../map/position.js';
import * as api from '../shell/api.js';
import { t } from '../shell/texts.js';
import { icon } from './icon.js';
import { distance } from './format.js';

/**
 * @typedef {Object} Found
 * @property {string} [id]
 * @property {string} title
 * @property {string} [text] a line below
 * @property {string} [icon]
 * @property {number} [distance] metres
 * @property {string} [group] a heading
 * @property {number} [lat]
 * @property {number} [lon]
 * @property {string} [href]
 */

/** A search field's state; draw it with {@link searchField}. */
export class Search {
  /** @type {Found[]} */
  found = [];
  text = '';
  isOpen = false;
  isSearching = false;
  /** Whether there was no answer. */
  hasFailed = false;
  active = -1;
  /** What is near to it comes first. @type {() => {lat: number, lon: number} | null | undefined} */
  near = lastPosition;
  #turn = 0;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {() => void} update draws the page again
   * @param {(found: Found) => void} choose
   * @param {(text: string, signal: AbortSignal, near: {lat: number, lon: number} | null | undefined) => Promise<Found[]>} find
   */
  constructor(update, choose, find = findPlaces) {
    Object.assign(this, { update, choose, find });
    this.update = update;
    this.choose = choose;
    this.find = find;
    this.control = new AbortController();
  }

  /** @param {string} text */
  type(text) {
    this.text = text;
    this.isOpen = text.trim().length > 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), 150);
    this.update();
  }

  async #search() {
    const turn = ++this.#turn;
    this.control.abort();
    this.control = new AbortController();
    if (this.text.trim().length === 0) {
      this.found = [];
      return this.update();
    }
    this.isSearching = true;
    try {
      const found = await this.find(this.text.trim(), this.control.signal, this.near());
      if (turn === this.#turn) [this.found, this.hasFailed] = [found, false];
    } catch {
      if (turn === this.#turn) [this.found, this.hasFailed] = [[], true];
    }
    if (turn !== this.#turn) return;
    this.isSearching = false;
    this.active = -1;
    this.update();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const count = this.found.length;
      if (count === 0) return;
      this.isOpen = true;
      this.active = (this.active + (event.key === 'ArrowDown' ? 1 : -1) + count) % count;
      this.update();
    } else if (event.key === 'Enter') {
      const found = this.found[Math.max(0, this.active)];
      if (this.isOpen && found) {
        event.preventDefault();
        this.pick(found);
      }
    } else if (event.key === 'Escape') {
      this.isOpen = false;
      this.update();
    }
  }

  /** @param {Found} found */
  pick(found) {
    this.text = found.title;
    this.isOpen = false;
    this.choose(found);
    this.update();
  }
}

/**
 * Coordinates as people type them: "47.14, 9.52", "47°8'24\"N 9°31'12\"E".
 *
 * @param {string} text @returns {{lat: number, lon: number} | null}
 */
export function coordinates(text) {
  const plain = text.match(/^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/);
  if (plain) return valid(Number(plain[1]), Number(plain[2]));
  const degrees = [
    ...text.matchAll(
      /(\d{1,3})\s*°\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″]\s*)?([NSEWO])/gi,
    ),
  ];
  if (degrees.length !== 2) return null;
  const [lat, lon] = degrees.map(([, d, m, s, side]) =>
    (Number(d) + Number(m ?? 0) / 60 + Number(s ?? 0) / 3600) * (/[SW]/i.test(side) ? -1 : 1)
  );
  return valid(lat, lon);
}

/** @param {number} lat @param {number} lon */
const valid = (lat, lon) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;

/**
 * Places of the imported maps, those near to a place first, with their distance from it.
 *
 * @param {string} text @param {AbortSignal} signal
 * @param {{lat: number, lon: number} | null} [near]
 * @returns {Promise<Found[]>}
 */
export async function findPlaces(text, signal, near) {
  const point = coordinates(text);
  const own = point ? [{ title: text, icon: 'map-pin', ...point }] : [];
  try {
    const place = near ? `&near=${near.lat.toFixed(5)},${near.lon.toFixed(5)}` : '';
    const { items } = await api.get(
      `/v1/places?limit=8&q=${encodeURIComponent(text)}${place}`,
      signal,
    );
    return [...own, ...items.map(entry)];
  } catch (error) {
    if (own.length > 0) return own;
    throw error;
  }
}

/** @param {any} item @returns {Found} */
const entry = (item) => ({
  id: item.id,
  title: item.name ?? item.label ?? item.title,
  text: item.address ?? item.context ?? item.kind,
  lat: item.lat ?? item.position?.lat,
  lon: item.lon ?? item.position?.lon,
  distance: item.distance,
  icon: 'map-pin',
});

/**
 * The field with its suggestions.
 *
 * @param {Search} search @param {{label: string, hidesLabel?: boolean, placeholder?: string, id?: string}} options
 */
export function searchField(search, { label, hidesLabel, placeholder, id = 'search' }) {
  const { found, isOpen, text } = search;
  const listID = `${id}-list`;
  return html`<div class="field search" @focusout=${(/** @type {FocusEvent} */ event) => {
    const inside = /** @type {HTMLElement} */ (event.currentTarget).contains(
      /** @type {Node} */ (event.relatedTarget),
    );
    if (!inside && search.isOpen) {
      search.isOpen = false;
      search.update();
    }
  }}>
    <label for=${id} class=${hidesLabel ? 'unseen' : ''}>${label}</label>
    <div class="field-box">${icon('search')}
      <input id=${id} type="search" role="combobox" autocomplete="off" aria-autocomplete="list"
        aria-expanded=${isOpen && found.length > 0 ? 'true' : 'false'}
        aria-controls=${isOpen && found.length > 0 ? listID : nothing}
        aria-activedescendant=${
    isOpen && search.active >= 0 ? `${listID}-${search.active}` : nothing
  }
        placeholder=${placeholder ?? nothing} .value=${live(text)}
        @input=${(/** @type {Event} */ event) =>
    search.type(/** @type {HTMLInputElement} */ (event.target).value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => search.key(event)}>
    </div>
    ${
    isOpen && found.length > 0
      ? html`<ul class="suggestions" role="listbox" id=${listID} aria-label=${label}>
        ${
        found.map((item, index) =>
          html`
            <li role="option" id="${listID}-${index}" aria-selected=${index === search.active}
              tabindex="-1" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}
              @click=${() => search.pick(item)}>
                      ${icon(item.icon ?? 'map-pin')}
                      <span class="row-body"><span>${item.title}</span>${item.text
                        ? html`<span class="row-text">${item.text}</span>`
                        : nothing}</span>
                      ${item.distance === undefined
                        ? nothing
                        : html`<span class="soft small">${distance(item.distance)}</span>`}
                    </li>
          `
        )
      }
      </ul>`
      : isOpen && !search.isSearching && text.trim().length > 1
      ? html`<p class="suggestions none" role="status">${
        search.hasFailed ? t('shell.searchFailed') : t('shell.noResults', { text })
      }</p>`
      : nothing
  }
  </div>`;
}
