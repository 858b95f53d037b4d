// What follows publication: the poster with its code, files, and how many walk the tour.

import { fileAddress, watchStatistics } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { t } from '../shell/texts.js';
import { number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { emptyState, hint, shown } from '../parts/states.js';
import { FeedbackPart } from './feedback-part.js';

export class SharePart {
  /** @type {ReturnType<typeof watchStatistics> | null} */
  #numbers = null;
  /** @type {FeedbackPart | null} */
  #feedback = null;
  #of = '';

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
  }

  draw() {
    const { editor, view } = this.page;
    const heading = html`<h2 id="studio-part-title" tabindex="-1">${t('studio.part-share')}</h2>`;
    if (editor.isNew) {
      return html`${heading}${emptyState({ icon: 'printer', text: t('studio.shareNew') })}`;
    }
    if (!this.#numbers || this.#of !== editor.id) {
      this.#of = editor.id;
      this.#numbers = watchStatistics(view, editor.id);
      this.#feedback?.end();
      this.#feedback = new FeedbackPart(view, editor.id);
    }
    const file = (
      /** @type {Parameters<typeof fileAddress>[1]} */ name,
      /** @type {string} */ words,
    ) =>
      html`<a class="button" href=${fileAddress(editor.id, name)} download>${
        icon('download')
      }${words}</a>`;
    return html`
      ${heading}
            <section class="stack tight" aria-label=${t('studio.poster')}><h3>${t(
              'studio.poster',
            )}</h3>
              <p>${t('studio.posterIntro')}</p>
              ${editor.tour?.isPublished ? nothing : hint(t('studio.posterDraft'))}
              <div class="row"><a class="button main" href="/studio/tours/${editor
                .id}/poster">${icon('printer')}${t(
                  'studio.openPoster',
                )}</a><a class="button" href="/t/${editor.id}">${icon('eye')}${t(
                  'studio.preview',
                )}</a></div></section>
            <section class="stack tight" aria-label=${t('studio.numbers')}><h3>${t(
              'studio.numbers',
            )}</h3>
              <p class="soft">${t('studio.numbersIntro')}</p>
              ${shown(this.#numbers, (data) => this.#table(data))}</section>
            ${this.#feedback?.draw(this.#numbers.data?.stars)}
            <section class="stack tight" aria-label=${t('studio.exports')}>
        <h3>${t('studio.exports')}</h3>
        <div class="row">${file('bundle.zip', t('studio.bundle'))}${file(
          'export.gpx',
          'GPX',
        )}${file('export.kml', 'KML')}${file('export.geojson', 'GeoJSON')}</div>
      </section>
    `;
  }

  /** @param {import('api-types').TourStatistics} data */
  #table(data) {
    const told = (/** @type {{count?: number, fewerThan?: number}} */ one) =>
      one.count === undefined
        ? t('studio.fewerThan', { count: one.fewerThan ?? 5 })
        : number(one.count);
    return html`
      <table class="studio-numbers">
        <caption class="unseen">${t('studio.numbers')}</caption>
        <thead>
          <tr>
            <th scope="col">${t('studio.what')}</th>
            <th scope="col">${t('studio.people')}</th>
          </tr>
        </thead>
        <tbody><tr><th scope="row">${t('studio.started')}</th><td class="figures">${told(
          data.started,
        )}</td></tr>
            <tr><th scope="row">${t('studio.completed')}</th><td class="figures">${told(
              data.completed,
            )}</td></tr>
            ${data.stops.map((stop) =>
              html`
                <tr>
                  <th scope="row">${t('studio.reachedStop', {
                    number: stop.order,
                    name: stop.title,
                  })}</th>
                  <td class="figures">${told(stop.reached)}</td>
                </tr>
              `
            )}</tbody>
      </table>
    `;
  }
}
