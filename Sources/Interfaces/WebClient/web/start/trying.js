// The first tour that a newcomer can hear, one press away and without an account.

import { html, nothing } from 'lit-html';
import { startRun } from '../data/runs.js';
import { duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { isOwn, nameOf } from '../parts/tongue.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { enterTrial } from '../shell/trial.js';
import { walkPage } from '../shell/under-way.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

/** A tour that costs nothing, in the reader's language before others. @param {TourSummary[]} tours */
const firstOf = (tours) => {
  const free = tours.filter(({ price }) => Number(price) === 0);
  return free.find(({ languages }) => languages.some(isOwn)) ?? free[0];
};

export class Trying {
  #isBusy = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {TourSummary} tour */
  async #begin({ id }) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.view.update();
    try {
      await enterTrial(id);
      await startRun(id, { trial: true });
      this.view.go(walkPage({ tour: id, trial: true }));
    } catch (error) {
      complain(error);
    }
    this.#isBusy = false;
    this.view.update();
  }

  /** @param {TourSummary[] | null} tours null while they are read: the place is kept, nothing moves */
  draw(tours) {
    const tour = tours && firstOf(tours);
    if (tours && !tour) return nothing;
    return html`
      <div class="stack tight">
        <div
          class="row"><button class="button main" ?disabled=${this.#isBusy ||
            !tour} @click=${() => tour && this.#begin(tour)}>${icon('headphones')}${t(
              'shell.tryWithout',
            )}</button></div>
        <p class="soft small trying-what">${tour
          ? t('start.tryText', { name: nameOf(tour), time: duration(tour.duration) })
          : nothing}</p>
      </div>
    `;
  }
}
