// Keeping a tour on the device: how large it is is said before, how far it is while it comes.

import { html } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { fileSize } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { keepTour, keptBytes, letGo, sizeOfTour } from './keep.js';

/** @typedef {import('api-types').Tour} Tour */

export class Keeping {
  /** Bytes on the device; null if it is not there. @type {number | null} */
  #kept = null;
  /** Which part has come, while it comes. @type {number | null} */
  #part = null;
  #control = new AbortController();

  /** @param {import('../shell/view.js').View} view @param {string} id of the tour */
  constructor(view, id) {
    this.view = view;
    this.id = id;
    keptBytes(id).then((bytes) => {
      this.#kept = bytes;
      view.update();
    });
    view.onLeave(() => this.#control.abort());
  }

  /** Says how much it is, and keeps it. @param {Tour} tour @param {import('../shell/view.js').At} at */
  async ask(tour, at) {
    const control = new AbortController();
    /** @type {number | undefined} */
    let bytes;
    const yes = await openDialog({
      at,
      title: t('tours.keepTitle', { name: tour.name }),
      body: (/** @type {(yes?: boolean) => void} */ close, update) => {
        if (bytes === undefined && !control.signal.aborted) {
          bytes = -1;
          sizeOfTour(tour, control.signal).then((size) => {
            bytes = size;
            update();
          }, (error) => {
            if (control.signal.aborted) return;
            close();
            complain(error);
          });
        }
        const isKnown = bytes !== undefined && bytes >= 0;
        return html`
          <p role="status">${isKnown
            ? t('tours.keepSize', { size: fileSize(bytes ?? 0) })
            : t('tours.keepMeasuring')}</p>
          <p class="soft">${t('tours.keepText')}</p>
          <div class="row">
            <button class="button main" ?disabled=${!isKnown} @click=${() => close(true)}>${t(
              'tours.keepNow',
            )}</button>
            <button class="button" @click=${() => close()}>${t('shell.cancel')}</button>
          </div>
        `;
      },
    });
    control.abort();
    if (yes) await this.#keep(tour);
  }

  /** @param {Tour} tour */
  async #keep(tour) {
    this.#control = new AbortController();
    const { signal } = this.#control;
    this.#part = 0;
    this.view.update();
    try {
      this.#kept = await keepTour(tour, (part) => {
        this.#part = part;
        this.view.update();
      }, signal);
      notice(t('tours.keptWith', { size: fileSize(this.#kept) }));
    } catch (error) {
      if (!signal.aborted) complain(error);
    }
    this.#part = null;
    this.view.update();
  }

  async #letGo() {
    await letGo(this.id);
    this.#kept = null;
    notice(t('tours.letGo'));
    this.view.update();
  }

  draw() {
    const part = this.#part;
    if (part !== null) {
      return html`<div class="row tour-keeping">
        <label>${t('tours.keeping', { percent: Math.round(part * 100) })}
          <progress max="1" .value=${part}></progress></label>
        <button class="button quiet" @click=${() => this.#control.abort()}>${
        t('shell.cancel')
      }</button></div>`;
    }
    if (this.#kept === null) {
      return html`<button class="button" @click=${() => this.view.open('keep')}>${
        icon('download')
      }${t('tours.keep')}</button>`;
    }
    return html`
      <span class="mark good">${icon('check')}${t('tours.kept', {
        size: fileSize(this.#kept),
      })}</span>
      <button class="button" @click=${() => this.#letGo()}>${icon('trash-2')}${t(
        'tours.keepNoMore',
      )}</button>
    `;
  }
}
