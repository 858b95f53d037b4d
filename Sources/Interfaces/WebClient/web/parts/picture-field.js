// The one field for pictures: chosen by file, camera or drop, told in words, and sent.

import { html, nothing } from 'lit-html';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { field, Form } from './form.js';
import { icon } from './icon.js';
import { photo } from './photo.js';

/** @typedef {import('api-types').Picture} Picture */
/** @typedef {{alt: string} | {decorative: true}} Words what is to be seen, or that there is nothing to tell */

/** What can be chosen. */
const types = 'image/jpeg,image/png,image/webp';
/** Bytes and pixels that the server takes; larger photos are made smaller here first. */
const most = { bytes: 20 * 1024 * 1024, pixels: 32_000_000, side: 4000 };

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
 * Choosing a picture, by file, camera or drop, seeing it, saying in words what is to be seen, and sending it.
 *
 * One value of it for each place in which pictures are sent; draw it with {@link PictureField#draw}.
 *
 * ```js
 * const cover = new PictureField(() => view.update(), {
 *   send: (file, words, progress) =>
 *     sendCover(id, file, words, progress),
 *   remove: () => removeCover(id),
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
  /** @type {File[]} chosen at once with the first, each told in words after the other */
  #next = [];
  /** @type {Picture | null} the one that is told in other words */
  #told = null;
  #isOver = false;
  #form;

  /**
   * @param {() => void} update draws the page again
   * @param {{send: (file: Blob, words: string, progress: (part: number) => void) => Promise<unknown>,
   *   describe?: (picture: Picture, words: Words) => Promise<unknown>, remove?: () => Promise<unknown>,
   *   done?: () => void, said?: string}} ways `words` goes into the query of the address; `send` and `describe`
   *   answer false where nothing was kept, which they have told; `said` once it was, and `done` when nothing of
   *   what was chosen waits any more
   */
  constructor(update, ways) {
    this.update = update;
    this.ways = ways;
    this.#form = new Form({ alt: '', decorative: false }, update);
  }

  /** Files that were chosen, dropped or photographed. @param {Iterable<File>} files */
  async take(files) {
    const pictures = [...files].filter(({ type }) => types.split(',').includes(type));
    if (pictures.length === 0) return notice(t('shell.noPictureFile'), { bad: true });
    this.#clear();
    this.#next = pictures;
    await this.#turn();
  }

  /** The next of what was chosen. */
  async #turn() {
    const [file, ...rest] = this.#next;
    this.#next = rest;
    if (file) this.#show(await fitting(file));
    this.update();
  }

  /** @param {Blob} file */
  #show(file) {
    this.#file = file;
    this.#address = URL.createObjectURL(file);
  }

  /** Says anew what is to be seen on a picture that is there. @param {Picture} picture */
  describe(picture) {
    this.#clear();
    this.#next = [];
    this.#told = picture;
    this.#form.values = { alt: picture.alt, decorative: picture.alt === '' };
    this.update();
  }

  /** @param {Event} event */
  #choose = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const files = [...input.files ?? []];
    input.value = '';
    if (files.length > 0) this.take(files);
  };

  /** @param {DragEvent} event */
  #over = (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#hover(true);
  };

  /** @param {boolean} isOver */
  #hover(isOver) {
    if (this.#isOver === isOver) return;
    this.#isOver = isOver;
    this.update();
  }

  /** @param {DragEvent} event */
  #drop = (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    this.#hover(false);
    if (!this.#form.isSending) this.take(files);
  };

  #clear() {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#file = null;
    this.#address = '';
    this.#sent = null;
    this.#told = null;
    this.#form = new Form({ alt: '', decorative: false }, this.update);
  }

  #send = () =>
    this.#form.submit(
      async ({ alt, decorative }) => {
        /** @type {Words} */
        const words = decorative ? { decorative: true } : { alt: alt.trim() };
        const isKept = this.#told
          ? await this.ways.describe?.(this.#told, words) !== false
          : await this.#sendFile(words);
        if (!isKept) return false;
        this.#clear();
        notice(this.ways.said ?? t('shell.pictureSaved'));
        await this.#turn();
        if (!this.#file) this.ways.done?.();
      },
      ({ alt, decorative }) => decorative || alt.trim() ? {} : { alt: t('shell.needsAlt') },
    );

  /** @param {Words} words */
  async #sendFile(words) {
    if (!this.#file) return false;
    const query = new URLSearchParams(
      'alt' in words ? words : { decorative: String(words.decorative) },
    );
    this.#sent = 0;
    try {
      return await this.ways.send(this.#file, String(query), (part) => {
        this.#sent = part;
        this.update();
      }) !== false;
    } finally {
      this.#sent = null;
    }
  }

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
   * @param {{name: string, label: string, help?: string, picture?: Picture | null, more?: boolean,
   *   camera?: boolean, tells?: boolean, isFull?: boolean}} options `name` is unique on the page; `more` where further pictures
   *   are added beside those there are; `camera` where one stands before what is to be seen; `tells` where
   *   the words of the picture can be changed; `isFull` where no other can be added
   */
  draw(
    { name, label, help, picture, more = false, camera = false, tells = false, isFull = false },
  ) {
    const id = `picture-${name}`;
    const isOpen = this.#file !== null || this.#told !== null;
    const leave = (/** @type {DragEvent} */ event) => {
      const field = /** @type {Element} */ (event.currentTarget);
      if (!field.contains(/** @type {Node | null} */ (event.relatedTarget))) this.#hover(false);
    };
    return html`
      <div class="picture-field stack tight ${this.#isOver ? 'is-over' : ''}" role="group"
        aria-labelledby="${id}-label" @dragover=${this.#over} @dragleave=${leave}
        @drop=${this
          .#drop}>
        <span class="field-label ${more && !isOpen && !isFull
          ? 'unseen'
          : ''}" id="${id}-label">${label}</span>
        ${help ? html`<p class="field-help">${help}</p>` : nothing}
        ${isOpen ? this.#chosen(id) : isFull ? nothing : html`
          ${picture ? photo(picture, { look: 'chosen', sizes: '320px' }) : nothing}
          ${tells && picture
            ? html`<p class="soft">${picture.alt || t('shell.isDecorative')}</p>`
            : nothing}
          <div class="row">
            <label class="button" for=${id}>${icon('image-plus')}${t(
              picture ? 'shell.otherPicture' : more ? 'shell.addPicture' : 'shell.choosePicture',
            )}</label>
            <input class="unseen" id=${id} type="file" accept=${types} ?multiple=${more}
              aria-describedby="${id}-label" @change=${this.#choose}>
            ${camera ? this.#camera(id) : nothing}
            ${tells && picture
              ? html`<button type="button" class="button" @click=${() => this.describe(picture)}>${
                icon('pencil')
              }${t('shell.describePicture')}</button>`
              : nothing}
            ${picture && this.ways.remove
              ? html`<button type="button" class="button" @click=${() => this.#remove()}>${
                icon('trash-2')
              }${t('shell.removePicture')}</button>`
              : nothing}
          </div>
          <p class="field-help by-mouse">${t('shell.orDrop')}</p>
        `}
      </div>
    `;
  }

  /** For devices in the hand, whose camera is asked for at once. @param {string} id */
  #camera(id) {
    return html`
      <label class="button by-hand" for="${id}-camera">${icon('camera')}${t(
        'shell.takePhoto',
      )}</label>
      <input class="unseen by-hand" id="${id}-camera" type="file" accept="image/*"
        capture="environment"
        aria-describedby="${id}-label" @change=${this.#choose}>
    `;
  }

  /** @param {string} id */
  #chosen(id) {
    const form = this.#form;
    const { decorative } = form.values;
    return html`
      ${this.#told
        ? photo(this.#told, { look: 'chosen', sizes: '320px' })
        : html`<img class="photo chosen" src=${this.#address} alt=${t('shell.chosenPicture')}>`}
      ${decorative ? nothing : field(form, {
        name: 'alt',
        id: `${id}-alt`,
        label: t('shell.alt'),
        help: t('shell.altHelp'),
        maxlength: 500,
        required: true,
      })}
      <label class="check"><input type="checkbox" .checked=${decorative}
        @change=${(/** @type {Event} */ event) =>
          form.set('decorative', /** @type {HTMLInputElement} */ (event.target).checked)}>
        <span>${t('shell.decorative')}</span></label>
      ${form.problem ? html`<p class="field-error" role="alert">${form.problem}</p>` : nothing}
      ${this.#next.length > 0
        ? html`<p class="soft">${t('shell.morePictures', { count: this.#next.length })}</p>`
        : nothing}
      <div class="row">
        <button type="button" class="button main" ?disabled=${form.isSending}
          @click=${this.#send}>${this.#sent === null
            ? t(this.#told ? 'shell.keepWords' : 'shell.usePicture')
            : t('shell.sendingPicture', { percent: Math.round(this.#sent * 100) })}</button>
        <button type="button" class="button" ?disabled=${form.isSending} @click=${() => {
          this.#clear();
          this.#turn();
        }}>${t('shell.cancel')}</button>
      </div>
    `;
  }
}
