// The one list: of any length, page by page, with rows that are links or hold actions.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import * as api from '../shell/api.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { shown } from './states.js';

/** @typedef {import('../shell/view.js').View} View */

/** A list of the server, page by page; changes at the server refresh its first page. */
export class Paged {
  /** @type {any[]} */
  #later = [];
  /** @type {string | undefined} */
  #next;

  /** @param {View} view @param {string} path without limit and cursor @param {number} [limit] */
  constructor(view, path, limit = 30) {
    this.view = view;
    this.path = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
    this.first = view.watch(this.path, ({ data }) => {
      this.#later = [];
      this.#next = data?.next;
    });
  }

  /** What has been read so far. @returns {any[]} */
  get items() {
    return [...this.first.data?.items ?? [], ...this.#later];
  }

  /** Whether there is more. */
  get hasMore() {
    return this.#next !== undefined;
  }

  async more() {
    if (!this.#next) return;
    try {
      const page = await api.get(`${this.path}&cursor=${encodeURIComponent(this.#next)}`);
      this.#later.push(...page.items);
      this.#next = page.next;
    } catch (error) {
      complain(error);
    }
    this.view.update();
  }
}

/**
 * A list of rows.
 *
 * @param {Paged} paged
 * @param {{row: (item: any) => unknown, empty: unknown, label?: string}} options `row` gives the
 *   content of an item's list element, see {@link row}
 */
export const pagedList = (paged, { row: draw, empty, label }) =>
  shown(paged.first, () => {
    if (paged.items.length === 0) return empty;
    return html`<ul class="list" aria-label=${label ?? nothing}>
        ${repeat(paged.items, (item) => item.id ?? item, (item) => html`<li>${draw(item)}</li>`)}
      </ul>
      ${
      paged.hasMore
        ? html`<button class="button" @click=${() => paged.more()}>${t('shell.more')}</button>`
        : nothing
    }`;
  });

/**
 * A row: picture or icon, title, a line below, something at the end; a link if it leads somewhere.
 *
 * @param {{href?: string, start?: unknown, title: unknown, text?: unknown, end?: unknown, current?: boolean}} parts
 */
export function row({ href, start, title, text, end, current }) {
  const body = html`${start ? html`<span class="row-start">${start}</span>` : nothing}
    <span class="row-body"><span class="row-title">${title}</span>
      ${text ? html`<span class="row-text">${text}</span>` : nothing}</span>`;
  return html`<div class="list-row">
    ${
    href
      ? html`<a class="row-link" href=${href} aria-current=${
        current ? 'true' : nothing
      }>${body}</a>`
      : html`<div class="row-link">${body}</div>`
  }
    ${end ? html`<div class="row-end">${end}</div>` : nothing}
  </div>`;
}
