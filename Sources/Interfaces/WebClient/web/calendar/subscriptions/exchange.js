// The calendar and other programs: files in and out, and private addresses to subscribe to.

import { html, nothing } from 'lit-html';
import { calendarFile, importCalendar } from '../../data/calendar.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { complain } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { Feeds } from './feeds.js';
import { Subscriptions } from './subscriptions.js';

/** @typedef {import('api-types').ImportedCalendar} ImportedCalendar */

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  new ExchangePage(view).open();
}

class ExchangePage {
  /** @type {ImportedCalendar | null} what has come of the last file */
  #imported = null;
  #isImporting = false;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.feeds = new Feeds(view);
    this.subscriptions = new Subscriptions(view);
  }

  open() {
    this.view.draw(() => this.#draw());
  }

  /** @param {Event} event */
  #take = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    this.#isImporting = true;
    this.#imported = null;
    this.view.update();
    try {
      this.#imported = await importCalendar(file);
    } catch (error) {
      complain(error);
    }
    input.value = '';
    this.#isImporting = false;
    this.view.update();
  };

  #draw() {
    return html`
      <div class="stack loose">
        ${heading(t('calendar.exchange'), '/calendar', t('calendar.title'))}
        <section class="stack">
          <h2>${t('calendar.import')}</h2>
          <p class="soft">${t('calendar.importHelp')}</p>
          <div class="field"><label for="calendar-file">${t('calendar.file')}</label>
            <div class="field-box"><input id="calendar-file" type="file" accept=".ics,text/calendar"
              ?disabled=${this.#isImporting} @change=${this.#take}></div></div>
          <div role="status">${this.#isImporting ? t('shell.loading') : nothing}${this.#imported
            ? importedWords(this.#imported)
            : nothing}</div>
        </section>
        <section class="stack">
          <h2>${t('calendar.export')}</h2>
          <p class="soft">${t('calendar.exportHelp')}</p>
          <div><a class="button" href=${calendarFile} download="wayside.ics">${icon('download')}${t(
            'calendar.exportButton',
          )}</a></div>
        </section>
        ${this.subscriptions.draw()}
        ${this.feeds.draw()}
      </div>
    `;
  }
}

/** @param {ImportedCalendar} imported */
const importedWords = ({ added, updated, removed, notes }) =>
  html`<p>${t('calendar.importedWords', { added, updated, removed })}</p>${
    notes.length > 0 ? html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing
  }`;
