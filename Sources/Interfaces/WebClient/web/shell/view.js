// What a page is given: its place in the document, its address, and help to draw and to follow.

import { render } from 'lit-html';
import * as api from './api.js';
import { t } from './texts.js';

/** @typedef {import('lit-html').TemplateResult} Template */

export class View {
  /** @type {(() => unknown) | null} */
  #template = null;
  #isQueued = false;
  #isLeft = false;
  /** @type {(() => void)[]} */
  #leavers = [];

  /**
   * @param {HTMLElement} root where the page is drawn
   * @param {Record<string, string>} params of the path: `view.params.id`
   * @param {URL} address
   * @param {(path: string, options?: {replace?: boolean}) => void} go
   */
  constructor(root, params, address, go) {
    this.root = root;
    this.params = params;
    this.address = address;
    /** The page's name for whoever hears it, where the page itself has no heading. */
    this.heading = document.createElement('h1');
    this.heading.className = 'unseen';
    this.heading.hidden = true;
    /** Goes to another page. */
    this.go = go;
    const control = new AbortController();
    this.onLeave(() => control.abort());
    /** Aborted when the page is left. */
    this.signal = control.signal;
  }

  /** The query of the address. */
  get query() {
    return this.address.searchParams;
  }

  /** Whether the page has been left. */
  get isLeft() {
    return this.#isLeft;
  }

  /** Says how the page looks; drawn at once and at every {@link update}. @param {() => unknown} template */
  draw(template) {
    this.#template = template;
    this.#render();
  }

  /** Draws the page again, soon; cheap to call often. */
  update() {
    if (this.#isQueued) return;
    this.#isQueued = true;
    queueMicrotask(() => this.#render());
  }

  #render() {
    this.#isQueued = false;
    if (!this.#template || this.#isLeft) return;
    render(this.#template(), this.root);
    // A page whose content could not be had still says which it is.
    this.heading.hidden = this.root.querySelector('h1') !== null ||
      this.root.querySelector('.empty') === null;
  }

  /**
   * Follows an address of the server while the page is shown; draws again when its answer changes.
   *
   * @param {string} path
   * @param {(resource: import('./api.js').Resource<any>) => void} [call] before it is drawn
   * @returns {import('./api.js').Resource<any> & {refresh: () => Promise<void>}}
   */
  watch(path, call) {
    const watching = api.watch(path, (resource) => {
      Object.assign(shown, resource);
      call?.(resource);
      this.update();
    });
    const shown = { ...watching.resource, refresh: watching.refresh };
    this.onLeave(watching.end);
    return shown;
  }

  /** Calls when the page is left. @param {() => void} call */
  onLeave(call) {
    this.#leavers.push(call);
  }

  /**
   * Leaves the window to what is shown in it, for instance a camera: the navigation is in the menu.
   *
   * @param {boolean} isBare
   */
  bare(isBare) {
    document.getElementById('app')?.classList.toggle('bare', isBare);
  }

  /** Names the page in the window's title. @param {string} title */
  title(title) {
    this.heading.textContent = title;
    document.title = `${title} · ${t('shell.name')}`;
  }

  /**
   * Changes the query of the address without leaving the page; null removes an item.
   *
   * @param {Record<string, string | null>} changes @param {{push?: boolean}} [options] `push` for
   *   a step that "back" undoes
   */
  setQuery(changes, options = {}) {
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) this.address.searchParams.delete(name);
      else this.address.searchParams.set(name, value);
    }
    const path = this.address.pathname + this.address.search;
    // While the next page is on its way, the address is its own.
    if (location.pathname === this.address.pathname) {
      if (options.push) history.pushState({}, '', path);
      else history.replaceState(history.state, '', path);
    }
    this.update();
  }

  /** Ends everything that belongs to the page. */
  leave() {
    this.#isLeft = true;
    this.bare(false);
    for (const call of this.#leavers.reverse()) call();
    render(null, this.root);
  }
}
