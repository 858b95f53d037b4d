// What stands at the end of a walk: time, distance and the way that was walked.

import { html, nothing } from 'lit-html';
import { distance, duration } from '../parts/format.js';
import { t } from '../shell/texts.js';
import { drawPath } from './path.js';

/**
 * The end of a walk.
 *
 * @param {import('api-types').Run} run
 * @param {[number, number][]} path where one has been, on this device only
 * @param {() => void} leave
 * @param {unknown[]} stops as they are listed
 */
export function finish(run, path, leave, stops) {
  return html`<div class="stack">
      <h2>${t('tours.completed')}</h2>
      <dl class="tour-facts"><div><dt>${t('tours.timeTaken')}</dt><dd>${
    duration(run.metrics.seconds)
  }</dd></div><div><dt>${t('tours.walked')}</dt><dd>${
    distance(run.metrics.distance)
  }</dd></div></dl>
      ${
    path.length > 2
      ? html`
        <figure
          class="walk-figure">${drawPath(path)}<figcaption class="soft small">${t(
            'tours.pathKept',
          )}</figcaption></figure>
      `
      : nothing
  }
      <p>${t('tours.leaveOrStay')}</p>
      <div class="row"><button class="button main" @click=${leave}>${
    t('tours.leave')
  }</button></div>
      <ol class="tour-stops">${stops}</ol></div>`;
}
