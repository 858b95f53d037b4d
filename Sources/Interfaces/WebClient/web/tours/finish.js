// What stands at the end of a walk: what was walked, its picture, sharing it, and a word to the organization.

import { html, nothing } from 'lit-html';
import { notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { accountAdds } from '../parts/trial-end.js';
import { facts } from '../parts/facts.js';
import { distance, duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { share } from '../parts/sharing.js';
import { feedback } from './feedback.js';
import { drawPath } from './path.js';

/** @typedef {import('api-types').Run} Run */

/** Tells others of the walk. @param {Run} run */
async function tell(run) {
  const address = `${location.origin}/t/${run.tour}`;
  const text = t('tours.shareWalked', {
    name: run.name,
    distance: distance(run.metrics.distance),
    count: run.stopCount,
  });
  // To be copied by hand.
  if (!await share({ title: run.name, text, url: address })) {
    notice(`${text} ${address}`, { seconds: 0 });
  }
}

/**
 * The end of a walk.
 *
 * @param {Run} run
 * @param {[number, number][]} path where one has been, on this device only
 * @param {() => void} leave
 * @param {unknown[]} stops as they are listed
 * @param {import('api-types').Tour} tour
 */
export function finish(run, path, leave, stops, tour) {
  const isKnown = path.length > 2;
  /** Where the device does not know the way, for instance after a reload, the tour's. @type {[number, number][]} */
  const line = isKnown ? path : /** @type {[number, number][]} */ (tour.route.coordinates);
  return html`<div class="stack">
      <h2>${t('tours.completed')}</h2>
      ${
    facts([
      [t('tours.timeTaken'), duration(run.metrics.seconds)],
      [t('tours.walked'), distance(run.metrics.distance)],
      [t('tours.stopsTitle'), run.stopCount],
    ], { inRow: true })
  }
      ${
    line.length > 1
      ? html`
        <figure
          class="walk-figure">${drawPath(
            line,
            t(isKnown ? 'tours.pathAlt' : 'tours.pathOfTour'),
          )}<figcaption class="soft small">${t(
            isKnown ? 'tours.pathKept' : 'tours.pathOfTour',
          )}</figcaption></figure>
      `
      : nothing
  }
      <div class="row"><button class="button" @click=${() => tell(run)}>${icon('share-2')}${
    t('tours.share')
  }</button></div>
      ${
    session.role === 'nobody'
      ? html`<section class="card stack tight" aria-label=${t('shell.accountAdds')}>
        <h3>${t('shell.accountAdds')}</h3>${accountAdds(`/t/${run.tour}`)}</section>`
      : run.trial
      ? nothing
      : feedback(run, tour.organizationName)
  }
      <p>${t('tours.leaveOrStay')}</p>
      <div class="row"><button class="button main" @click=${leave}>${
    t('tours.leave')
  }</button></div>
      <ol class="tour-stops">${stops}</ol></div>`;
}
