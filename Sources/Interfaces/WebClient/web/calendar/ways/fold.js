// What is asked of ways in one row, so that the map and the answers come first; what it is made of opens below.

import { html } from 'lit-html';
import { icon } from '../../parts/icon.js';
import { t } from '../../shell/texts.js';

export class Fold {
  /** Open while something is missing. */
  isOpen = true;
  #isComplete = false;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
  }

  /** Closes once all is there that has to be asked for; whoever opens it again has it open. @param {boolean} isComplete */
  follow(isComplete) {
    if (isComplete !== this.#isComplete) {
      this.isOpen = !isComplete;
      const fold = this.view.root.querySelector('.ways-fold');
      // Whoever has just chosen the last of it goes on from the row.
      if (isComplete && fold?.contains(document.activeElement)) {
        queueMicrotask(() => fold.querySelector('summary')?.focus());
      }
    }
    this.#isComplete = isComplete;
  }

  /** @param {string} title the most of it @param {string} text the rest @param {unknown} form */
  draw(title, text, form) {
    return html`
      <details class="ways-fold card" .open=${this.isOpen} @toggle=${(
        /** @type {Event} */ event,
      ) => {
        this.isOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
        this.view.update();
      }}>
        <summary><span class="row-body"><span class="row-title">${title}</span>
            <span class="row-text">${text}</span></span><span class="ways-change">${this.isOpen
              ? t('shell.close')
              : html`${icon('sliders-horizontal')}${t('calendar.change')}`}</span></summary>
        <div class="stack">${form}</div>
      </details>
    `;
  }
}
