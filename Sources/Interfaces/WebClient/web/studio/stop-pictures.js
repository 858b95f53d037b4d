// The pictures of a tour where it is written: its cover, and those of the stop that is open; chosen, put in
// order, told in words and taken away.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../parts/icon.js';
import { look, photo } from '../parts/photo.js';
import { PictureField } from '../parts/picture-field.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { languagesOf, moved, titleOf } from './document.js';
import { mostPictures } from './media.js';
import { Sorting } from './sorting.js';

/** @typedef {import('./document.js').Stop} Stop */
/** @typedef {import('api-types').Picture} Picture */

/** Says why a picture was not kept, unless the author chose another's. @param {boolean | undefined} isKept */
const told = (isKept) => {
  if (isKept === false) notice(t('studio.pictureNeedsSave'), { bad: true });
  return isKept === true;
};

/** The picture on the cover. */
export class CoverField {
  #field;

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    const { editor, view } = page;
    this.#field = new PictureField(() => view.update(), {
      said: t('studio.pictureInDraft'),
      send: async (file, words, progress) =>
        told(await editor.media.putCover(file, words, progress)),
      describe: async (_, words) => told(await editor.media.describeCover(words)),
      done: () => editor.settle(),
      remove: async () =>
        editor.change({ ...editor.doc, picture: null }, t('studio.didRemovePicture')),
    });
  }

  draw() {
    const { doc, media } = this.page.editor;
    const picture = doc.picture ? media.find(doc.picture) : null;
    return html`<div id="field-picture" tabindex="-1">${
      this.#field.draw({
        name: 'cover',
        label: t('shell.cover'),
        help: t('shell.coverHelp'),
        picture,
        camera: true,
        tells: true,
      })
    }${
      doc.picture && picture === null
        ? html`<p class="soft">${t('studio.pictureGone')}</p>`
        : nothing
    }</div>`;
  }
}

/** Those of the stop that is open. */
export class StopPictures {
  /** @type {Map<string, PictureField>} by the key of the stop */
  #fields = new Map();
  #sorting = new Sorting('.studio-grip', (from, to) => this.#move(from, to));

  /** @param {import('./editor-page.js').EditorPage} page @param {import('./stops-part.js').StopsPart} stops */
  constructor(page, stops) {
    this.page = page;
    this.stops = stops;
    page.view.onLeave(() => this.#sorting.end());
  }

  /** @param {string} key of a stop */
  #fieldOf(key) {
    const known = this.#fields.get(key);
    if (known) return known;
    const { editor, view } = this.page;
    const field = new PictureField(() => view.update(), {
      said: t('studio.pictureInDraft'),
      send: async (file, words, progress) =>
        told(await editor.media.addPicture(key, file, words, progress)),
      describe: async ({ id }, words) => told(await editor.media.describePicture(key, id, words)),
      done: () => editor.settle(),
    });
    this.#fields.set(key, field);
    return field;
  }

  get #stop() {
    return this.page.editor.doc.stops.find(({ key }) => key === this.page.stopKey);
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    const stop = this.#stop;
    const pictures = stop?.pictures ?? [];
    if (!stop || to < 0 || to >= pictures.length || from === to) return;
    this.stops.set(
      stop.key,
      { pictures: moved(pictures, from, to) },
      t('studio.didOrderPictures'),
    );
    this.page.editor.said = t('studio.pictureMoved', { number: to + 1 });
    this.page.view.update();
  }

  /** @param {Stop} stop @param {string} id */
  #remove(stop, id) {
    const { editor } = this.page;
    const pictures = (stop.pictures ?? []).filter((one) => one !== id);
    this.stops.set(stop.key, { pictures }, t('studio.didRemovePicture'));
    notice(t('shell.pictureRemoved'), {
      action: { label: t('studio.undo'), run: () => editor.undo() },
    });
    this.page.focus('#stop-pictures');
  }

  /** @param {Stop} stop */
  draw(stop) {
    const pictures = stop.pictures ?? [];
    const name = titleOf(stop, languagesOf(this.page.editor.doc));
    return html`
      <section class="stack tight" id="stop-pictures" tabindex="-1" aria-labelledby="stop-pictures-title">
        <h3 id="stop-pictures-title">${t('studio.pictures')}</h3>
        ${pictures.length > 1
          ? html`<p class="soft small" id="studio-pictures-help">${t('studio.picturesHelp')}</p>`
          : nothing}
        ${pictures.length > 0
          ? html`<ol class="studio-pictures plain-list" aria-label=${
            t('shell.picturesOf', { name })
          } ${ref(this.#sorting.list)}>${
            repeat(pictures, (id) => id, (id, index) => this.#row(stop, id, index))
          }</ol>`
          : nothing}
        ${this.#fieldOf(stop.key).draw({
          name: `stop-${stop.key}`,
          label: pictures.length < mostPictures
            ? t('shell.addPicture')
            : t('shell.galleryFull', { count: mostPictures }),
          more: true,
          camera: true,
          isFull: pictures.length >= mostPictures,
        })}
      </section>
    `;
  }

  /** @param {Stop} stop @param {string} id @param {number} index */
  #row(stop, id, index) {
    const { media } = this.page.editor;
    const all = stop.pictures ?? [];
    const picture = media.find(id);
    const name = picture?.alt || `${index + 1}`;
    const step = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (!event.altKey || by === undefined) return;
      event.preventDefault();
      this.#move(index, index + by);
      this.page.focus(`#picture-row-${CSS.escape(id)}`);
    };
    return html`
      <li data-key=${id} @keydown=${step}>
        <span class="studio-grip" aria-hidden="true">${icon('grip-vertical')}</span>
        ${picture
          ? html`
            <button type="button" class="gallery-item" id="picture-row-${id}"
              aria-label=${t('shell.enlarge', { name })}
              aria-describedby=${all.length > 1 ? 'studio-pictures-help' : nothing}
              @click=${() =>
                look(shownOf(all, media), shownOf(all, media).indexOf(picture))}>${photo(picture, {
                  look: 'small',
                  sizes: '160px',
                })}</button>
          `
          : html`<span class="studio-lost">${icon('image-off')}</span>`}
        <div class="stack tight">
          <p class="studio-said">${picture
            ? picture.alt || html`<span class="soft">${t('shell.isDecorative')}</span>`
            : picture === null
            ? t('studio.pictureGone')
            : nothing}</p>
          <div class="row tight">
            <button type="button" class="button quiet" aria-label=${t('studio.moveUp', { name })}
              ?disabled=${index === 0} @click=${() => this.#move(index, index - 1)}>${icon(
                'chevron-up',
              )}</button>
            <button type="button" class="button quiet" aria-label=${t('studio.moveDown', { name })}
              ?disabled=${index === all.length - 1} @click=${() =>
                this.#move(index, index + 1)}>${icon('chevron-down')}</button>
            <button type="button" class="button quiet" aria-label=${t('studio.describeNamed', {
              name,
            })} ?disabled=${!picture} @click=${() =>
              picture && this.#describe(stop, picture)}>${icon('pencil')}</button>
            <button type="button" class="button quiet" aria-label=${t('shell.removeNamed', {
              name,
            })} @click=${() => this.#remove(stop, id)}>${icon('trash-2')}</button>
          </div>
        </div>
      </li>
    `;
  }

  /** @param {Stop} stop @param {Picture} picture */
  #describe(stop, picture) {
    this.#fieldOf(stop.key).describe(picture);
    this.page.focus(`#${CSS.escape(`picture-stop-${stop.key}-alt`)}`);
  }
}

/** What can be looked at. @param {string[]} ids @param {import('./media.js').TourMedia} media */
const shownOf = (ids, media) => ids.flatMap((id) => media.find(id) ?? []);
