// The stops of a tour before one goes: a list whose stops open, as far as the tour may be read.

import { html, nothing } from 'lit-html';
import { t } from '../shell/texts.js';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { gallery } from '../parts/photo.js';
import '../parts/player.js';
import { emptyState, hint } from '../parts/states.js';
import { spoken, spokenMark, titleOf } from '../parts/tongue.js';
import { price } from './facts.js';
import { storyOf } from './telling.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {Tour['stops'][number]} Stop */

/** Whether what stops tell can be read: of a tour with a price once it is bought. @param {Tour} tour */
export const isOpen = (tour) => tour.stops.some((stop) => stop.texts !== undefined);

/**
 * Shows what a stop tells.
 *
 * @param {Tour} tour @param {import('../shell/view.js').At} at with the stop's order
 */
export function openStop(tour, at) {
  const stop = tour.stops.find(({ order }) => String(order) === at.id);
  if (!stop) return null;
  const title = titleOf(stop, tour.languages);
  const words = spoken(stop.texts, tour.languages, stop.text);
  const story = storyOf(tour, stop);
  return openDialog({
    at,
    title: `${stop.order}. ${title}`,
    body: () =>
      html`
        ${gallery(stop.pictures ?? [], title)}
        ${story ? html`<way-player .story=${story}></way-player>` : nothing}
        ${words.text
          ? html`
            <div>${spokenMark(words)}</div>
            <p class="tour-text" lang=${words.language}>${words.text}</p>
          `
          : isOpen(tour)
          ? html`<p class="soft">${t('tours.stopSilent')}</p>`
          : hint(t('tours.stopLocked', { price: price(tour) }))}
      `,
  });
}

/**
 * The list of stops.
 *
 * @param {import('../shell/view.js').View} view of the page that names the dialogs `stop` and `picture`
 * @param {Tour} tour
 */
export function stopList(view, tour) {
  if (tour.stops.length === 0) {
    return emptyState({ icon: 'map-pin', text: t('tours.noStops') });
  }
  return html`
    ${isOpen(tour) ? nothing : html`<p class="soft small">${t('tours.stopsLocked')}</p>`}
    <ol class="tour-stops">${tour.stops.map((stop) => {
      const title = titleOf(stop, tour.languages);
      return html`<li><span class="tour-number" aria-hidden="true">${stop.order}</span>
        <div class="stack tight"><button class="button quiet" @click=${() =>
        view.open('stop', String(stop.order))}>${title}${icon('chevron-right')}</button>${
        gallery(
          stop.pictures ?? [],
          title,
          (index) => view.open('picture', `${stop.order}-${index + 1}`),
        )
      }</div></li>`;
    })}</ol>
  `;
}
