// A walk under way, seen on every page: what it is, and going on with it.

import { html, nothing } from 'lit-html';
import { followOpenRuns, startRun } from '../data/runs.js';
import { storedTour } from '../data/tours.js';
import * as api from './api.js';
import { setOut, walkKey } from './device-run.js';
import { complain } from './notices.js';
import { session } from './session.js';
import * as store from './store.js';
import { t } from './texts.js';
import { trial } from './trial.js';
import { icon } from '../parts/icon.js';

/** @typedef {import('api-types').RunSummary} RunSummary */

/** Milliseconds in which another device is not looked for again. */
const soon = 3000;

/** Whether somebody can be on a tour here. */
export const mayWalk = () => session.role === 'general' || session.role === 'nobody' && trial.isOn;

/** "Continue · stop 5 of 8" @param {Pick<RunSummary, 'reached' | 'stopCount'>} run */
export const continueWords = ({ reached, stopCount }) =>
  t('shell.continueWalk', { stop: Math.min(reached + 1, stopCount), count: stopCount });

/** Where a walk goes on; one that is tried, in the drawn world. @param {{tour: string, trial?: boolean}} run */
export const walkPage = ({ tour, trial: isTrial }) => `/t/${tour}/walk${isTrial ? '?view=ar' : ''}`;

/**
 * Goes on with a walk, also one that was paused; without a network the device counts it until the server is told.
 *
 * @param {Pick<RunSummary, 'id' | 'tour' | 'name' | 'state' | 'trial'>} run
 */
export async function goOn(run) {
  // Another device may have paused it meanwhile.
  if (run.state !== 'paused' && !api.connection.online) return;
  const answer = await startRun(run.tour, { trial: run.trial === true }, {
    queue: t('shell.continueNamed', { name: run.name }),
  });
  // What lies between may have answered in the server's place, with nothing that can be read.
  if (!answer || !('queued' in answer)) return;
  const key = walkKey(run.tour);
  const known = (await store.read('kept', key))?.run;
  const tour = await storedTour(run.tour);
  const before = known ?? (tour && setOut(tour, run.id, new Date().toISOString()));
  if (before) {
    await store.write('kept', { key, run: { ...before, state: 'active' }, isAhead: true });
  }
}

/** The walk that this device goes along with on all pages, and what comes next on it. @type {{tour: string, words: string} | null} */
let followed = null;
let whenFollowed = () => {};

/** Says what comes next on a walk, live. @param {{tour: string, words: string} | null} walk */
export function showFollowed(walk) {
  followed = walk;
  whenFollowed();
}

/** The walk under way, at the edge of all pages but its own. */
export class UnderWay {
  /** @type {{end: () => void, refresh: () => Promise<void>} | null} */
  #followed = null;
  #readAt = 0;
  /** @type {RunSummary | undefined} */
  #run;
  #isBusy = false;

  /** @param {() => void} update @param {(path: string) => void} go */
  constructor(update, go) {
    this.update = update;
    this.go = go;
    whenFollowed = update;
    document.addEventListener('visibilitychange', () => document.hidden || this.refresh());
    addEventListener('focus', () => this.refresh());
  }

  /** Looks what other devices have done meanwhile: one comes back to this one, or to another page of it. */
  refresh() {
    if (Date.now() - this.#readAt < soon) return;
    this.#readAt = Date.now();
    this.#followed?.refresh();
  }

  /** Looks anew who walks here: somebody has logged in or out, or begun to try things out. */
  follow() {
    this.#followed?.end();
    this.#followed = null;
    this.#run = undefined;
    if (mayWalk()) {
      this.#readAt = Date.now();
      this.#followed = followOpenRuns(({ data }) => {
        this.#run = data?.items[0];
        this.update();
      });
    }
    this.update();
  }

  /**
   * The walk, where its own pages do not tell of it: one under way everywhere, one that rests where tours are
   * looked for.
   *
   * @param {string} path of the page
   */
  at(path) {
    const run = this.#run;
    if (!run || path === `/t/${run.tour}` || path.endsWith('/walk')) return undefined;
    const isWelcome = run.state === 'active' ||
      /^\/($|today|around|tours|t\/|me\/walks)/.test(path);
    return isWelcome ? run : undefined;
  }

  async #continue(/** @type {RunSummary} */ run) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await goOn(run);
      this.go(walkPage(run));
    } catch (error) {
      complain(error);
    }
    this.#isBusy = false;
  }

  /** @param {string} path of the page */
  draw(path) {
    const run = this.at(path);
    if (!run) return nothing;
    return html`
      <section class="under-way" aria-label=${t('shell.underWay')}>
        ${icon(run.state === 'paused' ? 'pause' : 'footprints')}
        <a href="/t/${run.tour}"><span class="under-way-name">${run.name}</span>${run.state ===
            'paused'
          ? html`
            <span class="soft small">${t('shell.walkPaused')}</span>
          `
          : followed?.tour === run.tour
          ? html`<span class="soft small under-way-next">${followed.words}</span>`
          : nothing}</a>
        <button class="button main" @click=${() => this.#continue(run)}>${continueWords(
          run,
        )}</button>
      </section>
    `;
  }
}
