// Pictures of things in the sizes that the server keeps: shown, and looked at closely.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { t } from '../shell/texts.js';
import { openDialog } from './dialog.js';
import { icon } from './icon.js';

/** @typedef {import('api-types').Picture} Picture */

/**
 * The address of the smallest size that is at least so wide, else of the largest.
 *
 * @param {Picture} picture @param {number} width pixels
 */
export const sizeOf = (picture, width) =>
  (picture.sizes.find((size) => size.width >= width) ?? picture.sizes[picture.sizes.length - 1])
    ?.content ?? '';

/** Puts the blurred picture behind the one that is on its way. @param {Picture} picture */
const blurred = (picture) =>
  ref((element) => {
    const image = /** @type {HTMLImageElement | undefined} */ (element);
    if (image) image.style.backgroundImage = image.complete ? '' : `url("${picture.placeholder}")`;
  });

/**
 * A picture, as large as its place; blurred until it is there.
 *
 * @param {Picture} picture
 * @param {{look?: string, sizes?: string, lazy?: boolean}} [options] `sizes`: how wide it is shown
 */
export const photo = (picture, { look = '', sizes = '100vw', lazy = true } = {}) =>
  html`
    <img class="photo ${look}" src=${sizeOf(picture, 480)} srcset=${picture.sizes.map((size) =>
      `${size.content} ${size.width}w`
    ).join(', ')} sizes=${sizes}
      width=${picture.width} height=${picture.height}
      alt=${picture.alt} loading=${lazy ? 'lazy' : 'eager'} decoding="async"
      @load=${(/** @type {Event} */ event) => {
        /** @type {HTMLImageElement} */ (event.currentTarget).style.backgroundImage = '';
      }} ${blurred(picture)}>
  `;

/**
 * Pictures in a row; each opens to be looked at closely.
 *
 * @param {Picture[]} pictures @param {string} label what they are of
 * @param {(index: number) => void} [open] gives the opened picture an address
 */
export const gallery = (pictures, label, open = (index) => look(pictures, index)) =>
  pictures.length === 0 ? nothing : html`
    <ul class="gallery" aria-label=${t('shell.picturesOf', { name: label })}>${pictures.map(
      (picture, index) =>
        html`<li><button class="gallery-item" aria-label=${
          t('shell.enlarge', { name: picture.alt || `${index + 1}` })
        } @click=${() => open(index)}>${photo(picture, { sizes: '160px' })}</button></li>`,
    )}</ul>
  `;

/**
 * Looks at pictures closely: one at a time, larger by a tap, the others by arrows.
 *
 * @param {Picture[]} pictures @param {number} index of the first to be seen
 * @param {{at?: import('../shell/view.js').At, turned?: (index: number) => void}} [options]
 *   `turned` is told which one is seen instead
 */
export function look(pictures, index, { at, turned } = {}) {
  let isLarge = false;
  return openDialog({
    at,
    title: t('shell.picture'),
    wide: true,
    body: (_, update) => {
      const picture = pictures[index];
      const turn = (/** @type {number} */ by) => {
        index = (index + by + pictures.length) % pictures.length;
        isLarge = false;
        turned?.(index);
        update();
      };
      const zoom = () => {
        isLarge = !isLarge;
        update();
      };
      return html`
        <div class="closely ${isLarge ? 'large' : ''}" role="group" tabindex="0"
          aria-label=${t('shell.picture')} @keydown=${(/** @type {KeyboardEvent} */ event) => {
            if (pictures.length < 2 || isLarge) return;
            if (event.key === 'ArrowRight') turn(1);
            if (event.key === 'ArrowLeft') turn(-1);
          }}>${photo(picture, { lazy: false, sizes: isLarge ? '1280px' : '90vw' })}</div>
        ${picture.alt ? html`<p>${picture.alt}</p>` : nothing}
        <div class="row spread">
          <button class="button" aria-pressed=${isLarge ? 'true' : 'false'} @click=${zoom}>${icon(
            'zoom-in',
          )}${t('shell.larger')}</button>
          ${pictures.length > 1
            ? html`<div class="row"><button class="button" aria-label=${t('shell.earlierPicture')}
                @click=${() => turn(-1)}>${icon('chevron-left')}</button>
              <span role="status">${
              t('shell.pictureCount', { number: index + 1, count: pictures.length })
            }</span>
              <button class="button" aria-label=${t('shell.nextPicture')}
                @click=${() => turn(1)}>${icon('chevron-right')}</button></div>`
            : nothing}
        </div>
      `;
    },
  });
}
