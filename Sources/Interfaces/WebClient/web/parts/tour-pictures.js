// The pictures of a tour, as its organization sees to them: the cover, and those at each stop.

import { html, nothing } from 'lit-html';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { icon } from './icon.js';
import { photo, PictureField } from './photo.js';

/** @typedef {import('api-types').Tour} Tour */

/** Most pictures at a stop. */
const most = 10;

/** Pictures of a tour's draft: choosing, sending, taking away; one value for a page. */
export class TourPictures {
  /** @type {Map<number, PictureField>} by the order of stops, as a draft has stops of its own */
  #stops = new Map();
  #cover;
  /** @type {Tour | null} */
  #tour = null;

  /** @param {() => void} update draws the page again @param {string} path the tour's address at the server */
  constructor(update, path) {
    this.update = update;
    this.path = path;
    this.#cover = new PictureField(update, {
      send: (file, words, progress) =>
        this.#change('PUT', `/picture?${words}`, { body: file, progress }),
      remove: () => this.#change('DELETE', '/picture'),
    });
  }

  /** @param {'PUT' | 'POST' | 'DELETE'} method @param {string} rest @param {import('../shell/api.js').Sending} [sending] */
  #change(method, rest, sending = {}) {
    return api.send(method, this.path + rest, {
      ...sending,
      match: api.etag(this.path),
      changes: [this.path, '/v1/tours'],
    });
  }

  /** @param {number} order */
  #stop(order) {
    return this.#tour?.stops.find((stop) => stop.order === order)?.id;
  }

  /** @param {number} order */
  #fieldOf(order) {
    const known = this.#stops.get(order);
    if (known) return known;
    const field = new PictureField(this.update, {
      send: (file, words, progress) =>
        this.#change('POST', `/stops/${this.#stop(order)}/pictures?${words}`, {
          body: file,
          progress,
        }),
    });
    this.#stops.set(order, field);
    return field;
  }

  /** @param {number} order @param {string} picture */
  async #remove(order, picture) {
    try {
      await this.#change('DELETE', `/stops/${this.#stop(order)}/pictures/${picture}`);
      notice(t('shell.pictureRemoved'));
    } catch (error) {
      complain(error);
    }
  }

  /** The cover alone. @param {Tour} tour as its editors see it */
  cover(tour) {
    this.#tour = tour;
    return this.#cover.draw({
      name: 'cover',
      label: t('shell.cover'),
      help: t('shell.coverHelp'),
      picture: tour.picture,
    });
  }

  /** Those at one stop. @param {Tour} tour @param {Tour['stops'][number]} stop @param {string} [label] */
  stop(tour, stop, label = `${stop.order}. ${stop.title}`) {
    this.#tour = tour;
    const pictures = stop.pictures ?? [];
    return html`
      <div class="stack tight">
        ${pictures.length
          ? html`<ul class="gallery" aria-label=${t('shell.picturesOf', { name: stop.title })}>${
            pictures.map((picture, index) =>
              html`<li class="stack tight">${photo(picture, { look: 'small', sizes: '160px' })}
              <button type="button" class="button quiet small" aria-label=${
                t('shell.removeNamed', { name: picture.alt || `${index + 1}` })
              } @click=${() => this.#remove(stop.order, picture.id)}>${
                icon('trash-2')
              }</button></li>`
            )
          }</ul>`
          : nothing}
        ${pictures.length < most
          ? this.#fieldOf(stop.order).draw({ name: `stop-${stop.order}`, label, more: true })
          : html`<p class="soft">${t('shell.galleryFull', { count: most })}</p>`}
      </div>
    `;
  }
}
