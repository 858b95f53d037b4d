// Leaving a tour: it can be paused, which keeps how far one has come, or ended.

import { html } from 'lit-html';
import { endRun, pauseRun } from '../data/runs.js';
import { notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';
import { openDialog } from '../parts/dialog.js';
import { date } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { endTrial } from '../parts/trial-end.js';
import { simulate } from '../map/position.js';
import { forgetRun, keepRun } from './kept-run.js';

/** @typedef {import('api-types').Run} Run */

/** Asks what is to become of a walk. @param {Run} run @returns {Promise<'pause' | 'end' | undefined>} */
const ask = (run) =>
  openDialog({
    title: t('tours.leaveTitle'),
    body: (/** @type {(choice?: 'pause' | 'end') => void} */ close) =>
      html`
        <p>${t('tours.leaveText', { reached: run.reached, count: run.stopCount })}</p>
        <div class="stack tight leaving">
          <button class="button main" aria-describedby="leaving-pause"
            @click=${() => close('pause')}>${icon('pause')}${t('tours.pauseTour')}</button>
          <p id="leaving-pause" class="soft small">${run.keptUntil
            ? t('tours.pauseUntil', { day: date(run.keptUntil) })
            : t('tours.pauseHere')}</p>
          <button class="button danger" aria-describedby="leaving-end"
            @click=${() => close('end')}>${icon('square')}${t('tours.endTour')}</button>
          <p id="leaving-end" class="soft small">${t('tours.endText')}</p>
          <button class="button quiet" @click=${() => close()}>${t('tours.walkOn')}</button>
        </div>
      `,
  });

/**
 * Leaves the walk and its page, once it is known how.
 *
 * @param {import('../shell/view.js').View} view @param {Run | null} run
 * @returns {Promise<boolean>} whether it was left
 */
export async function leaveTour(view, run) {
  const how = !run || run.state === 'completed' || run.completed ? 'end' : await ask(run);
  if (!how) return false;
  if (how === 'end' && trial.tour && session.role === 'nobody') {
    simulate(null);
    await endTrial(view.go);
    return !trial.isOn;
  }
  if (run) await (how === 'pause' ? pause(run) : end(run));
  simulate(null);
  view.go(how === 'pause' && run ? `/t/${run.tour}` : '/tours');
  return true;
}

/** @param {Run} run */
async function pause(run) {
  const answer = await pauseRun(run.id, t('tours.pauseTour'));
  // Without a network it is gone on with from here.
  await keepRun(run.tour, { ...run, state: 'paused' }, false);
  notice(
    'queued' in answer
      ? t('tours.pausesOffline')
      : answer.keptUntil
      ? t('tours.pausedUntil', { day: date(answer.keptUntil) })
      : t('tours.paused'),
  );
}

/** @param {Run} run */
async function end(run) {
  const answer = await endRun(run.id, t('tours.endTour'));
  if (answer?.queued) notice(t('tours.leavesOffline'));
  await forgetRun(run.tour);
}
