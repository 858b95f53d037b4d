// Pictures of things in the sizes that the server keeps: shown, looked at closely, sent.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from './dialog.js';
import { field, Form } from './form.js';
import { icon } from './icon.js';

/** @typedef {import('api-types').Picture} Picture */

/** What can be chosen. */
const types = 'image/jpeg,image/png,image/webp';
/** Bytes and pixels that the server takes; larger photos are made smaller here first. */
const most = { bytes: 20 * 1024 * 1024, pixels: 32_000_000, side: 4000 };

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

/** A photo as the server takes it. @param {File} file @returns {Promise<Blob>} */
export async function fitting(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const pixels = bitmap.width * bitmap.height;
  if (file.size <= most.bytes && pixels <= most.pixels) return file;
  const scale = Math.min(1, most.side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/**
 * Choosing a picture, seeing it, saying in words what is to be seen, and sending it.
 *
 * One value of it for each place in which pictures are sent; draw it with {@link PictureField#draw}.
 *
 * ```js
 * const cover = new PictureField(() => view.update(), {
 *   send: (file, words, progress) =>
 *     api.send('PUT', `/v1/tours/${id}/picture?${words}`, { body: file, progress, changes: [path] }),
 *   remove: () => api.send('DELETE', `/v1/tours/${id}/picture`, { changes: [path] }),
 * });
 * // ...
 * ${cover.draw({ name: 'cover', label: t('shell.cover'), picture: tour.picture })}
 * ```
 */
export class PictureField {
  /** @type {Blob | null} */
  #file = null;
  #address = '';
  /** How much of it has left; null while nothing is being sent. @type {number | null} */
  #sent = null;
  #form;

  /**
   * @param {() => void} update draws the page again
   * @param {{send: (file: Blob, words: string, progress: (part: number) => void) => Promise<unknown>,
   *   remove?: () => Promise<unknown>}} ways `words` goes into the query of the address
   */
  constructor(update, ways) {
    this.update = update;
    this.ways = ways;
    this.#form = new Form({ alt: '', decorative: false }, update);
  }

  /** @param {Event} event */
  #choose = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    this.#clear();
    this.#file = await fitting(file);
    this.#address = URL.createObjectURL(this.#file);
    this.update();
  };

  #clear() {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#file = null;
    this.#address = '';
    this.#sent = null;
    this.#form = new Form({ alt: '', decorative: false }, this.update);
  }

  #send = () =>
    this.#form.submit(
      async ({ alt, decorative }) => {
        if (!this.#file) return;
        const words = new URLSearchParams(
          decorative ? { decorative: 'true' } : { alt: alt.trim() },
        );
        this.#sent = 0;
        try {
          await this.ways.send(this.#file, String(words), (part) => {
            this.#sent = part;
            this.update();
          });
        } finally {
          this.#sent = null;
        }
        this.#clear();
        notice(t('shell.pictureSaved'));
      },
      ({ alt, decorative }) => decorative || alt.trim() ? {} : { alt: t('shell.needsAlt') },
    );

  async #remove() {
    try {
      await this.ways.remove?.();
      notice(t('shell.pictureRemoved'));
    } catch (error) {
      complain(error);
    }
    this.update();
  }

  /**
   * @param {{name: string, label: string, help?: string, picture?: Picture | null, more?: boolean}} options
   *   `name` is unique on the page; `more` where further pictures are added beside those there are
   */
  draw({ name, label, help, picture, more = false }) {
    const id = `picture-${name}`;
    return html`
      <div class="picture-field stack tight" role="group" aria-labelledby="${id}-label">
        <span class="field-label" id="${id}-label">${label}</span>
        ${help ? html`<p class="field-help">${help}</p>` : nothing}
        ${this.#file ? this.#chosen(id) : html`
          ${picture ? photo(picture, { look: 'chosen', sizes: '320px' }) : nothing}
          <div class="row">
            <label class="button" for=${id}>${icon('image-plus')}${t(
              picture ? 'shell.otherPicture' : more ? 'shell.addPicture' : 'shell.choosePicture',
            )}</label>
            <input class="unseen" id=${id} type="file" accept=${types}
              aria-describedby="${id}-label" @change=${this.#choose}>
            ${picture && this.ways.remove
              ? html`<button type="button" class="button" @click=${() => this.#remove()}>${
                icon('trash-2')
              }${t('shell.removePicture')}</button>`
              : nothing}
          </div>
        `}
      </div>
    `;
  }

  /** @param {string} id */
  #chosen(id) {
    const form = this.#form;
    const { decorative } = form.values;
    return html`
      <img class="photo chosen" src=${this.#address} alt=${t('shell.chosenPicture')}>
      ${decorative ? nothing : field(form, {
        name: 'alt',
        id: `${id}-alt`,
        label: t('shell.alt'),
        help: t('shell.altHelp'),
        maxlength: 500,
        required: true,
      })}
      <label class="row"><input type="checkbox" .checked=${decorative}
        @change=${(/** @type {Event} */ event) =>
          form.set('decorative', /** @type {HTMLInputElement} */ (event.target).checked)}>
        <span>${t('shell.decorative')}</span></label>
      ${form.problem ? html`<p class="field-error" role="alert">${form.problem}</p>` : nothing}
      <div class="row">
        <button type="button" class="button main" ?disabled=${form.isSending}
          @click=${this.#send}>${this.#sent === null
            ? t('shell.usePicture')
            : t('shell.sendingPicture', { percent: Math.round(this.#sent * 100) })}</button>
        <button type="button" class="button" ?disabled=${form.isSending} @click=${() => {
          this.#clear();
          this.update();
        }}>${t('shell.cancel')}</button>
      </div>
    `;
  }
}
