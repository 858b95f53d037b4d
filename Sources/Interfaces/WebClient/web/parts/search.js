// The one search field: suggestions while one types, grouped by what they are, and what was chosen
// lately; by keys and by touch.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ref } from 'lit-html/directives/ref.js';
import { lastPosition } from '../map/position.js';
import { t } from '../shell/texts.js';
import { findPlaces, forgetSearches, grouped, recentSearches, rememberSearch } from './finding.js';
import { icon } from './icon.js';
import { distance } from './format.js';
import { inSight } from './in-sight.js';

/** @typedef {import('./finding.js').Found} Found */

/** A search field's state; draw it with {@link searchField}. */
export class Search {
  /** In the order in which they are shown. @type {Found[]} */
  found = [];
  /** What was chosen lately. @type {Found[]} */
  recent = [];
  text = '';
  isOpen = false;
  isSearching = false;
  /** Whether there was no answer. */
  hasFailed = false;
  active = -1;
  /** Keeps what is suggested above bar and keyboard. */
  placed = inSight();
  /** What is near to it comes first. @type {() => {lat: number, lon: number} | null | undefined} */
  near = lastPosition;
  #turn = 0;
  /** What was typed last, and the text that was found for. */
  #typed = '';
  #foundFor = '';
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {() => void} update draws the page again
   * @param {(found: Found) => void} choose
   * @param {typeof findPlaces} find
   */
  constructor(update, choose, find = findPlaces) {
    Object.assign(this, { update, choose, find });
    this.update = update;
    this.choose = choose;
    this.find = find;
    this.control = new AbortController();
  }

  /** Whether what was chosen lately is shown: nothing has been typed. */
  get isRecent() {
    return this.text.trim().length === 0;
  }

  /** What can be chosen now. */
  get shown() {
    return this.isRecent ? this.recent : this.found;
  }

  /** Whether what is found is of an earlier text than was typed. */
  get #isAhead() {
    return this.text === this.#typed && this.text.trim() !== this.#foundFor;
  }

  /** @param {string} text */
  type(text) {
    [this.text, this.#typed] = [text, text];
    this.isOpen = text.trim().length > 0;
    this.active = -1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), 150);
    this.update();
  }

  async #search() {
    const turn = ++this.#turn;
    this.control.abort();
    this.control = new AbortController();
    const text = this.text.trim();
    if (text.length === 0) {
      [this.found, this.#foundFor] = [[], ''];
      return this.update();
    }
    this.isSearching = true;
    try {
      const found = await this.find(text, this.control.signal, this.near());
      if (turn === this.#turn) {
        [this.found, this.hasFailed] = [grouped(found).flatMap(({ members }) => members), false];
      }
    } catch {
      if (turn === this.#turn) [this.found, this.hasFailed] = [[], true];
    }
    if (turn !== this.#turn) return;
    this.#foundFor = text;
    this.isSearching = false;
    this.active = -1;
    this.update();
  }

  /** Shows what was chosen lately, or what was found before. */
  async open() {
    if (this.isRecent) {
      // Where a place is looked for, only what has one.
      this.recent = (await recentSearches()).filter(({ lat }) =>
        this.find !== findPlaces || lat !== undefined
      );
    }
    this.isOpen = true;
    this.update();
  }

  close() {
    this.isOpen = false;
    this.active = -1;
    this.update();
  }

  async forget() {
    await forgetSearches();
    this.recent = [];
    this.close();
  }

  /** @param {KeyboardEvent} event */
  async key(event) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!this.isOpen) await this.open();
      const count = this.shown.length;
      if (count === 0) return;
      const from = this.active < 0 && event.key === 'ArrowUp' ? 0 : this.active;
      this.active = (from + (event.key === 'ArrowDown' ? 1 : -1) + count) % count;
      this.update();
    } else if (event.key === 'Enter') {
      if (this.isOpen && this.active < 0 && this.#isAhead) {
        event.preventDefault();
        await this.#pickFirst();
        return;
      }
      const found = this.shown[this.isRecent ? this.active : Math.max(0, this.active)];
      if (this.isOpen && found) {
        event.preventDefault();
        this.pick(found);
      }
    } else if (event.key === 'Escape' && this.isOpen) {
      // The browser would empty the field.
      event.preventDefault();
      this.close();
    }
  }

  /** Chooses what is found for the text that was typed, once it has come. */
  async #pickFirst() {
    clearTimeout(this.#timer);
    await this.#search();
    const [first] = this.found;
    if (first && this.isOpen && !this.#isAhead) this.pick(first);
  }

  /** @param {Found} found */
  pick(found) {
    this.text = found.title;
    rememberSearch(found);
    this.close();
    this.choose(found);
    this.update();
  }
}

/**
 * The field with its suggestions.
 *
 * @param {Search} search @param {{label: string, hidesLabel?: boolean, placeholder?: string, id?: string,
 *   required?: boolean}} options
 */
export function searchField(search, { label, hidesLabel, placeholder, required, id = 'search' }) {
  const { isOpen, shown, text } = search;
  const listID = `${id}-list`;
  const hasList = isOpen && shown.length > 0;
  return html`<div class="field search" @focusout=${(/** @type {FocusEvent} */ event) => {
    const inside = /** @type {HTMLElement} */ (event.currentTarget).contains(
      /** @type {Node} */ (event.relatedTarget),
    );
    if (!inside && search.isOpen) search.close();
  }}>
    <label for=${id} class=${hidesLabel ? 'unseen' : required ? 'required' : ''}>${label}</label>
    <div class="field-box">${icon('search')}
      <input id=${id} type="search" role="combobox" autocomplete="off" aria-autocomplete="list"
        aria-expanded=${hasList ? 'true' : 'false'} aria-required=${required ? 'true' : nothing}
        aria-controls=${hasList ? listID : nothing}
        aria-activedescendant=${
    hasList && search.active >= 0 ? `${listID}-${search.active}` : nothing
  }
        placeholder=${placeholder ?? nothing} .value=${live(text)}
        @input=${(/** @type {Event} */ event) =>
    search.type(/** @type {HTMLInputElement} */ (event.target).value)}
        @click=${() => isOpen || search.open()}
        @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(search, event)}>
    </div>
    ${
    hasList
      ? suggestions(search, listID, label)
      : isOpen && !search.isSearching && text.trim().length > 1
      ? html`<div class="suggestions none" role="status" ${ref(search.placed)}>${
        search.hasFailed ? html`<p>${t('shell.searchFailed')}</p>` : html`
          <p>${t('shell.noResults', { text })}</p>
          <p class="soft small">${t('shell.noResultsHelp')}</p>
        `
      }</div>`
      : nothing
  }
  </div>`;
}

/** @param {Search} search @param {KeyboardEvent} event */
async function pressed(search, event) {
  const field = /** @type {HTMLElement} */ (event.currentTarget);
  await search.key(event);
  // When it has been drawn.
  setTimeout(() =>
    field.closest('.search')?.querySelector('[aria-selected=true]')?.scrollIntoView({
      block: 'nearest',
    })
  );
}

/** @param {Search} search @param {string} listID @param {string} label */
function suggestions(search, listID, label) {
  let index = 0;
  const groups = search.isRecent
    ? [{ group: 'recent', members: search.recent }]
    : grouped(search.found);
  return html`<div class="suggestions" ${ref(search.placed)}>
    <div role="listbox" id=${listID} aria-label=${label}>${
    groups.map(({ group, members }) =>
      html`<div role="group" aria-labelledby="${listID}-${group}">
        <div class="suggestions-group" role="presentation" id="${listID}-${group}">${
        t(group === 'recent' ? 'shell.recent' : `shell.found-${group}`)
      }</div>${members.map((item) => option(search, item, index++, listID))}</div>`
    )
  }</div>
    ${
    search.isRecent
      ? html`<button type="button" class="button quiet" @click=${() => search.forget()}>${
        icon('x')
      }${t('shell.clearRecent')}</button>`
      : nothing
  }</div>`;
}

/** @param {Search} search @param {Found} item @param {number} index @param {string} listID */
const option = (search, item, index, listID) =>
  html`
    <div role="option" id="${listID}-${index}" aria-selected=${index === search.active}
      tabindex="-1" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}
      @click=${() => search.pick(item)}>
      ${icon(item.icon ?? 'map-pin')}
      <span class="row-body"><span>${item.title}</span>${item.text
        ? html`<span class="row-text">${item.text}</span>`
        : nothing}</span>
      ${item.distance === undefined
        ? nothing
        : html`<span class="soft small">${distance(item.distance)}</span>`}
    </div>
  `;
