// Rows that come as one scrolls, of a list that is known whole: so that hundreds stay quick.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { most } from './few.js';

export class MoreRows {
  /** How many are drawn. */
  limit;
  #seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) this.#more();
  }, { rootMargin: '200px' });
  /** @type {Element | undefined} */
  #end;

  /** @param {() => void} update @param {number} [step] rows at first, and each time that more come */
  constructor(update, step = 40) {
    this.update = update;
    this.step = step;
    this.limit = settings.simple ? most : step;
  }

  #more() {
    this.limit += this.step;
    this.update();
    // It may still be seen.
    const end = this.#end;
    if (end) {
      this.#seen.unobserve(end);
      this.#seen.observe(end);
    }
  }

  /** @param {Element | undefined} element */
  #follow = (element) => {
    if (this.#end === element) return;
    this.#seen.disconnect();
    this.#end = element;
    if (element) this.#seen.observe(element);
  };

  /** After the rows: more come when it is seen, in simple mode when it is pressed. @param {number} count of all */
  end(count) {
    if (count <= this.limit) return nothing;
    return html`<button class="button" ${
      settings.simple ? nothing : ref(this.#follow)
    } @click=${() => this.#more()}>${t('shell.more')}</button>`;
  }
}
