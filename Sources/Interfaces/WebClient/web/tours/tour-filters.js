// What is asked of tours in their list: words, length, time, price, wheelchair and language, kept in the address.

import { html } from 'lit-html';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { languageName } from '../parts/tongue.js';
import { t } from '../shell/texts.js';

/** @typedef {import('../data/tours.js').TourSummary} TourSummary */
/** @typedef {[value: string, words: string]} Choice */

/** Those that narrow the list, by their names in the address. */
const narrowing = ['length', 'time', 'free', 'wheelchair', 'language'];

export class TourFilters {
  /** @param {import('../shell/view.js').View} view @param {(text: string) => void} typed */
  constructor(view, typed) {
    this.view = view;
    this.typed = typed;
  }

  /** @param {string} name */
  asked(name) {
    return this.view.query.get(name) ?? '';
  }

  get isMap() {
    return this.asked('view') === 'map';
  }

  /** Shows all tours again. */
  clear = () =>
    this.view.setQuery(Object.fromEntries(['q', ...narrowing].map((name) => [name, null])));

  /** @param {Event} event */
  #type = (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    this.typed(value);
    this.view.setQuery({ q: value || null });
  };

  /** One choice among the filters. @param {string} name @param {string} label @param {Choice[]} choices */
  #choice(name, label, choices) {
    const choose = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      this.view.setQuery({ [name]: value || null });
    };
    return html`<div class="field"><label for="tours-${name}">${label}</label>
      <div class="field-box"><select id="tours-${name}" @change=${choose}>${
      choices.map(([value, words]) =>
        html`<option value=${value} ?selected=${this.asked(name) === value}>${words}</option>`
      )
    }</select></div></div>`;
  }

  /** @param {string[]} tags the languages of all tours */
  #choices(tags) {
    const any = /** @type {Choice} */ (['', t('tours.any')]);
    const upTo = (
      /** @type {number} */ value,
      /** @type {string} */ what,
    ) => /** @type {Choice} */ ([String(value), t('tours.upTo', { what })]);
    return html`
      ${this.#choice('length', t('tours.length'), [
        any,
        ...[1000, 2000, 5000, 10_000].map((metres) => upTo(metres, distance(metres))),
      ])}
      ${this.#choice('time', t('tours.time'), [
        any,
        ...[30, 60, 120].map((count) => upTo(count * 60, t('shell.minutes', { count }))),
      ])}
      ${this.#choice('free', t('tours.price'), [any, ['1', t('tours.free')]])}
      ${this.#choice('wheelchair', t('tours.wheelchair'), [
        any,
        ['yes', t('tours.wheelchair-yes')],
        ['limited', t('tours.withHelpToo')],
      ])}
      ${this.#choice('language', t('tours.language'), [
        any,
        ...tags.map((tag) => /** @type {Choice} */ ([tag, languageName(tag, tags)])),
      ])}
      ${this.#choice('group', t('tours.group'), [
        ['', t('tours.byOrganization')],
        ['place', t('tours.byPlace')],
        ['none', t('tours.notGrouped')],
      ])}
    `;
  }

  #views() {
    const choice = (
      /** @type {string | null} */ view,
      /** @type {unknown} */ symbol,
      /** @type {string} */ words,
    ) => {
      const isPressed = this.isMap === (view === 'map');
      return html`
        <button class="button" aria-pressed=${isPressed ? 'true' : 'false'}
          @click=${() => this.view.setQuery({ view })}>${symbol}${words}</button>
      `;
    };
    return html`<div class="choice" role="group" aria-label=${t('tours.viewLabel')}>
      ${choice(null, icon('list'), t('tours.asList'))}
      ${choice('map', icon('map'), t('tours.asMap'))}</div>`;
  }

  /** @param {TourSummary[]} tours all that are known @param {unknown} places near which one may look */
  draw(tours, places) {
    const tags = [...new Set(tours.flatMap((tour) => tour.languages))].sort();
    return html`
      <div class="stack tight" role="search">
        <div class="row tours-bar">
          <div class="field tours-search"><label for="tours-q">${t('tours.search')}</label>
            <div class="field-box">${icon('search')}<input id="tours-q" type="search"
              .value=${this.asked('q')} @input=${this.#type}></div></div>
          ${this.#views()}
        </div>
        ${places}
        <details class="tours-filters"
          ?open=${[...narrowing, 'group'].some((name) => this.asked(name))}>
          <summary>${t('tours.filters')}</summary>
          <div class="tours-choices">${this.#choices(tags)}</div>
        </details>
      </div>
    `;
  }
}
