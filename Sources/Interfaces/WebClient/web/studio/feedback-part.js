// What people who walked a tour tell its organization: stars and sentences, newest first, without names.

import { pagedFeedback } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { t } from '../shell/texts.js';
import { ago, number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { reportDialog } from '../parts/report.js';
import { stars } from '../parts/stars.js';

/** @typedef {{id: string, stars: number, text?: string, at: string}} Feedback */

export class FeedbackPart {
  /** @param {import('../shell/view.js').View} view @param {string} tour */
  constructor(view, tour) {
    this.told = pagedFeedback(view, tour);
  }

  /** Reads nothing more: another tour is shown. */
  end() {
    this.told.end();
  }

  /** @param {{count?: number, mean?: number, fewerThan?: number} | undefined} sum */
  draw(sum) {
    return html`<section class="stack tight" aria-label=${t('studio.feedback')}><h3>${
      t('studio.feedback')
    }</h3>
      ${
      sum?.count === undefined || sum.mean === undefined
        ? nothing
        : html`<p>${stars(Math.round(sum.mean))} ${
          t('studio.feedbackMean', { mean: number(sum.mean, 1), count: sum.count })
        }</p>`
    }
      ${
      pagedList(this.told, {
        label: t('studio.feedback'),
        row: (/** @type {Feedback} */ one) => this.#row(one),
        empty: html`<p class="soft">${t('studio.noFeedback')}</p>`,
      })
    }</section>`;
  }

  /** @param {Feedback} one */
  #row({ id, stars: count, text, at }) {
    const title = t('studio.reportFeedback');
    return row({
      title: stars(count),
      text: html`
        ${text ? html`<span class="feedback-text">${text}</span><br>` : nothing}<time
          datetime=${at}>${ago(at)}</time>
      `,
      end: html`<button class="button quiet" aria-label=${title} @click=${() =>
        reportDialog({ title, subject: { kind: 'feedback', id } })}>${icon('flag')}</button>`,
    });
  }
}
