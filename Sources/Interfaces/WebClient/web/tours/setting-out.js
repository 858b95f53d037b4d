// Setting out on a tour from its page: by whom, for what price, or as a trial.

import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';
import { price } from './facts.js';
import { isFree } from './fitting.js';

/** @typedef {import('../data/tours.js').Tour} Tour */
/**
 * @typedef {Object} Page that sets out
 * @property {string} id of the tour
 * @property {boolean} isBusy
 * @property {import('./going-on.js').GoingOn} goingOn
 * @property {(isTrial: boolean) => unknown} start
 * @property {(tour: Tour) => unknown} buy
 */

export class SettingOut {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Tour} tour @param {boolean} needsPaying */
  draw(tour, needsPaying) {
    if (session.role === 'organization') {
      return html`<p class="soft">${t('tours.generalOnly')}</p>`;
    }
    if (needsPaying) return session.role === 'general' ? this.#buying(tour) : this.#logIn('main');
    if (this.page.goingOn.run) return nothing;
    if (session.role === 'nobody' && (!trial.isOn || trial.tour)) {
      return html`${this.#trying('main', 'shell.tryWithout')} ${this.#logIn('')}`;
    }
    return html`
      <button class="button main" ?disabled=${this.page.isBusy}
        @click=${() => this.page.start(false)}>${icon('footprints')}${t('tours.start')}</button>
            ${this.#trying('', 'tours.tryFromHere')}
            ${isFree(tour)
              ? nothing
              : html`<span class="mark good">${icon('check')}${t('tours.paid')}</span>`}
    `;
  }

  /** @param {Tour} tour */
  #buying(tour) {
    return html`
      <button class="button main" ?disabled=${this.page.isBusy}
        @click=${() => this.page.buy(tour)}>${icon('shopping-bag')}${t('tours.buyFor', {
          price: price(tour),
        })}</button>
    `;
  }

  /** @param {string} look */
  #logIn(look) {
    const next = encodeURIComponent(`/t/${this.page.id}`);
    return html`<a class="button ${look}" href="/login?next=${next}">${icon('log-in')}${
      t('tours.logInToStart')
    }</a>`;
  }

  /** In the drawn world. @param {string} look @param {string} words */
  #trying(look, words) {
    return html`
      <button class="button ${look}" ?disabled=${this.page.isBusy}
        @click=${() => this.page.start(true)}>${icon('scan-eye')}${t(words)}</button>
    `;
  }
}
