// The one list: of any length, page by page, with rows that are links or hold actions.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import * as api from '../shell/api.js';
import { complain } from '../shell/notices.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { few } from './few.js';
import { shown } from './states.js';

/** @typedef {import('../shell/view.js').View} View */

/**
 * A page of a list.
 *
 * @template Item
 * @typedef {{items: Item[], next?: string}} Page
 */

/**
 * A list of the server, page by page; at changes of the server all that is shown of it is read anew.
 *
 * @template [Item=any] any: callers that do not say what they list
 * @template [More={}] what its first page says besides
 */
export class Paged {
  /** What is shown. @type {Page<Item>[]} */
  #pages = [];
  /** How many pages are to be shown. */
  #wanted = 1;
  /** Which reading is the latest: answers of earlier ones are of the list as it was. */
  #turn = 0;

  /** @param {View} view @param {string} path without limit and cursor @param {number} [limit] */
  constructor(view, path, limit = 30) {
    this.view = view;
    this.path = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
    /** @type {import('../shell/view.js').Watched<Page<Item> & More>} */
    this.first = view.watch(this.path, ({ data, error }) => this.#take(data, error));
    if (this.first.data) this.#pages = [this.first.data];
  }

  /** Reads nothing more: another list takes its place. */
  end() {
    this.#turn++;
    this.#seen.disconnect();
    this.first.end();
  }

  /** What has been read so far. @returns {Item[]} */
  get items() {
    return this.#pages.flatMap(({ items }) => items);
  }

  /** Whether there is more. */
  get hasMore() {
    return this.#pages.at(-1)?.next !== undefined;
  }

  /** Whether reading on failed: it is tried anew when asked for, or once the first page was read again. */
  hasFailed = false;
  /** @type {Element | undefined} */
  #end;
  #seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) this.readOn();
  });

  /** Reads on whenever an element at the end of the list is seen. @param {Element | undefined} element */
  followEnd = (element) => {
    this.#end = element;
    this.#look();
  };

  /** Looks anew whether the end is seen: it may be still, after another page. */
  #look() {
    this.#seen.disconnect();
    if (this.#end) this.#seen.observe(this.#end);
  }

  /** Reads on without being asked: not again and again what failed. */
  readOn() {
    if (!this.hasFailed) this.more();
  }

  /** All of it, as it now is; what is shown stays. @returns {Promise<Item[]>} */
  async all() {
    /** @type {Item[]} */
    const items = [];
    /** @type {string | undefined} */
    let next;
    do {
      /** @type {Page<Item>} */
      const page = await api.get(
        next ? `${this.path}&cursor=${encodeURIComponent(next)}` : this.path,
      );
      items.push(...page.items);
      next = page.next;
    } while (next);
    return items;
  }

  async more() {
    if (!this.hasMore || this.#wanted > this.#pages.length) return;
    this.#wanted++;
    await this.#read(this.#pages);
  }

  /** The first page, read anew. @param {Page<Item> | null} data null if there is none @param {Error | null} error */
  #take(data, error) {
    if (data && !error) this.#read([data]);
    else if (!data || this.#pages.length === 0) {
      // It may not be seen any more, or is what the device knows of it.
      this.#turn++;
      this.#show(data ? [data] : []);
    }
  }

  /** Reads on until there are as many pages as are wanted, and shows them together. @param {Page<Item>[]} pages */
  async #read(pages) {
    const turn = ++this.#turn;
    try {
      for (
        let next = pages.at(-1)?.next;
        next && pages.length < this.#wanted;
        next = pages.at(-1)?.next
      ) {
        /** @type {Page<Item>} */
        const page = await api.get(`${this.path}&cursor=${encodeURIComponent(next)}`);
        if (turn !== this.#turn) return;
        pages = [...pages, page];
      }
      this.hasFailed = false;
      this.#show(pages);
      this.#look();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.hasFailed = true;
      // A newer first page may not fit before the others: what was shown stays.
      this.#show(this.#pages);
      complain(error);
    }
    this.view.update();
  }

  /** @param {Page<Item>[]} pages */
  #show(pages) {
    this.#pages = pages;
    this.#wanted = Math.max(1, pages.length);
  }
}

/** What says that an item is the one that was shown, so that its row, and the focus in it, stays. @param {unknown} item */
function keyOf(item) {
  const { id, account } = /** @type {{id?: string, account?: {id: string}}} */ (item);
  return id ?? account?.id ?? item;
}

/**
 * A list of rows; in simple mode the first five, see {@link few}.
 *
 * @template Item
 * @param {Paged<Item>} paged
 * @param {{row: (item: Item) => unknown, empty: unknown, label?: string,
 *   scrolls?: boolean}} options `row` gives the
 *   content of an item's list element, see {@link row}; `scrolls`: more is read when its end is seen
 */
export const pagedList = (paged, { row: draw, empty, label, scrolls }) =>
  shown(paged.first, () => {
    if (paged.items.length === 0) return empty;
    return html`${
      few(paged.items, (some) =>
        html`<ul class="list" aria-label=${label ?? nothing}>
        ${repeat(some, keyOf, (item) => html`<li>${draw(item)}</li>`)}
      </ul>`)
    }
      ${
      paged.hasMore
        ? html`<button class="button" ${
          scrolls && !settings.simple ? ref(paged.followEnd) : nothing
        } @click=${() => paged.more()}>${t('shell.more')}</button>`
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
