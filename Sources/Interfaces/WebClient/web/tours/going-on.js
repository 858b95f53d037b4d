// The walk of a tour that can be gone on with, on the tour's own page: going on, or starting anew.

import { html, nothing } from 'lit-html';
import { watchOpenRuns } from '../data/runs.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { continueWords, goOn, mayWalk, walkPage } from '../shell/under-way.js';
import { confirm } from '../parts/dialog.js';
import { date } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { startTour } from './starting.js';

/** @typedef {import('api-types').RunSummary} RunSummary */

export class GoingOn {
  /** @type {ReturnType<typeof watchOpenRuns> | null} */
  #runs = null;
  #isBusy = false;

  /** @param {import('../shell/view.js').View} view @param {string} id of the tour */
  constructor(view, id) {
    this.view = view;
    this.id = id;
    if (mayWalk()) this.#runs = watchOpenRuns(view);
  }

  /** The walk, rather than one that was tried. @returns {RunSummary | undefined} */
  get run() {
    const mine = this.#runs?.data?.items.filter(({ tour }) => tour === this.id) ?? [];
    return mine.find((run) => !run.trial) ?? mine[0];
  }

  /** Does something, once at a time. @param {() => Promise<unknown>} task */
  async #do(task) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.view.update();
    try {
      await task();
    } catch (error) {
      complain(error);
    }
    this.#isBusy = false;
    this.view.update();
  }

  continue = () =>
    this.#do(async () => {
      const { run } = this;
      if (!run) return;
      await goOn(run);
      this.view.go(walkPage(run));
    });

  startAnew = () =>
    this.#do(async () => {
      const { run } = this;
      if (!run) return;
      const isWanted = run.reached === 0 || await confirm({
        title: t('tours.anewTitle', { name: run.name }),
        text: t('tours.anewText', { reached: run.reached, count: run.stopCount }),
        button: t('tours.startAnew'),
      });
      if (isWanted) await startTour(this.view, this.id, { anew: true, trial: run.trial === true });
    });

  /** The region, where there is such a walk. */
  draw() {
    const { run } = this;
    if (!run) return nothing;
    return html`
      <section class="card stack tight going-on" aria-label=${t('shell.underWay')}>
        <h2>${t(run.state === 'paused' ? 'tours.isPaused' : 'shell.underWay')}</h2>
        <progress max=${run.stopCount} .value=${run.reached} aria-label=${t('tours.progress', {
          reached: run.reached,
          count: run.stopCount,
        })}></progress>
        <p class="soft small">${t('tours.progress', {
          reached: run.reached,
          count: run.stopCount,
        })}${run.state === 'paused' && run.keptUntil
          ? ` · ${t('tours.keptUntil', { day: date(run.keptUntil) })}`
          : ''}${run.trial ? ` · ${t('tours.triedOnly')}` : ''}</p>
        <div class="row">
          <button class="button main" ?disabled=${this.#isBusy}
            @click=${this.continue}>${icon('footprints')}${continueWords(run)}</button>
          <button class="button" ?disabled=${this.#isBusy} @click=${this.startAnew}>${icon(
            'rotate-ccw',
          )}${t('tours.startAnew')}</button>
        </div>
      </section>
    `;
  }
}
