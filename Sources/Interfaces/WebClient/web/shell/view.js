// What a page is given: its place in the document, its address, and help to draw and to follow.

import { render } from 'lit-html';
import * as api from './api.js';
import { dropKeyed, entry, inOrder, openKey, push, replace } from './history.js';
import { complain } from './notices.js';
import { t } from './texts.js';

/** @typedef {import('lit-html').TemplateResult} Template */

/** The part of the query that says which dialog is open. */
const dialog = 'dialog';

/**
 * The address of a dialog that is to be opened: `NAME` or `NAME.ID`.
 *
 * @typedef {Object} At
 * @property {string} key all of it
 * @property {string} id the part behind the name, or empty
 * @property {boolean} isOpen
 * @property {() => boolean} isWanted whether it still stands in the page's address
 * @property {(id: string) => void} follow another thing is shown in it now: the address names that one
 * @property {() => void} closed takes it out of the page's address
 */

/**
 * What a page knows of an address of the server; `end` for what is not shown any more, though the page is.
 *
 * @template T
 * @typedef {import('./api.js').Resource<T> & {refresh: () => Promise<void>, end: () => void}} Watched
 */

/** @typedef {(at: At) => Promise<unknown> | null | undefined | false} Opener */

/** Dialogs that every page has. @type {Map<string, Opener>} */
const everywhere = new Map();

/** Names a dialog of all pages, such as the menu; see {@link View.dialog}. @param {string} name @param {Opener} opener */
export const dialogEverywhere = (name, opener) => everywhere.set(name, opener);

/**
 * Follows one thing at a time, as of a calendar the days that are shown: when another is wanted, the one before
 * is let go, and nothing more is read of it.
 *
 * @template {{end: () => void}} T
 * @param {(path: string) => T} follow @returns {(path: string) => T}
 */
export function oneAtATime(follow) {
  /** @type {{path: string, followed: T} | null} */
  let now = null;
  return (path) => {
    if (now?.path !== path) {
      now?.followed.end();
      now = { path, followed: follow(path) };
    }
    return now.followed;
  };
}

export class View {
  /** @type {(() => unknown) | null} */
  #template = null;
  #isQueued = false;
  #isLeft = false;
  /** @type {Set<() => void>} */
  #leavers = new Set();
  /** @type {Map<string, Opener>} */
  #openers = new Map();
  /** The dialog that was opened last, or is about to be. @type {At | null} */
  #at = null;

  /**
   * @param {HTMLElement} root where the page is drawn
   * @param {Record<string, string>} params of the path: `view.params.id`
   * @param {URL} address
   * @param {(path: string, options?: {replace?: boolean}) => void} go
   * @param {string} visit what the entries of the history call this visit of the page
   */
  constructor(root, params, address, go, visit) {
    this.root = root;
    this.params = params;
    this.address = address;
    this.visit = visit;
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
    this.openAddressed();
  }

  /**
   * Follows an address of the server while the page is shown; draws again when its answer changes.
   *
   * @template [T=any] any: callers that do not say what they read
   * @param {string} path
   * @param {(resource: import('./api.js').Resource<T>) => void} [call] before it is drawn
   * @returns {Watched<T>}
   */
  watch(path, call) {
    const watching = api.watch(path, (/** @type {import('./api.js').Resource<T>} */ resource) => {
      Object.assign(shown, resource);
      call?.(resource);
      this.update();
    });
    const end = () => {
      this.#leavers.delete(end);
      watching.end();
    };
    const shown = { ...watching.resource, refresh: watching.refresh, end };
    this.onLeave(end);
    return shown;
  }

  /** Calls when the page is left. @param {() => void} call */
  onLeave(call) {
    this.#leavers.add(call);
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
    // While the next page is on its way, the address is its own.
    if (options.push) inOrder(() => this.#isShown && push({ page: this.visit }, this.#path));
    else if (this.#isShown) replace(entry(), this.#path);
    this.update();
  }

  /** What {@link keep} has kept for this visit of the page, also before a reload. */
  get kept() {
    return this.#isShown ? entry().kept : undefined;
  }

  /** Keeps what is neither in the address nor worth a place in it. @param {unknown} value made of plain values */
  keep(value) {
    if (this.#isShown) replace({ ...entry(), kept: value }, this.#path);
  }

  /** Whether the present entry of the history is the page's. */
  get #isShown() {
    return !this.#isLeft && entry().page === this.visit;
  }

  get #path() {
    return this.address.pathname + this.address.search;
  }

  /**
   * Names a dialog of the page, so that it has an address: it opens by {@link open}, by a reload, by "forward" and
   * in another window, and closes by "back".
   *
   * @param {string} name
   * @param {Opener} opener calls `openDialog({ at, ... })`, with `at.id` saying of what it is; returns nothing while
   *   what it needs is not there yet, and is asked again at the next drawing
   */
  dialog(name, opener) {
    this.#openers.set(name, opener);
  }

  /** Opens a dialog of the page, in place of one that is open. @param {string} name @param {string} [id] */
  open(name, id) {
    inOrder(() => {
      if (!this.#isShown) return;
      const isFirst = openKey() === null;
      this.query.set(dialog, id === undefined ? name : `${name}.${id}`);
      if (isFirst) push({ ...entry(), opened: true }, this.#path);
      else replace(entry(), this.#path);
      this.openAddressed();
    });
  }

  /** Has the dialog open that the address names, and no other. */
  openAddressed() {
    if (this.#isLeft) return;
    const key = this.query.get(dialog);
    if (openKey() !== key) dropKeyed();
    if (key === null || openKey() === key) return;
    // It is on its way.
    if (this.#at?.key === key) return;
    const [name] = key.split('.', 1);
    const opener = this.#openers.get(name) ?? everywhere.get(name);
    if (!opener) return;
    /** @type {At} */
    const at = {
      key,
      id: key.slice(name.length + 1),
      isOpen: false,
      isWanted: () => this.#at === at && !this.#isLeft && this.query.get(dialog) === at.key,
      follow: (id) => {
        if (!at.isWanted()) return;
        at.id = id;
        at.key = `${name}.${id}`;
        this.query.set(dialog, at.key);
        if (this.#isShown) replace(entry(), this.#path);
      },
      closed: () => {
        if (this.#at === at) this.#at = null;
        if (this.query.get(dialog) !== at.key) return;
        this.query.delete(dialog);
        if (this.#isShown) replace(entry(), this.#path);
      },
    };
    this.#at = at;
    const flow = opener(at);
    if (!flow) this.#at = null;
    // What could not be opened is not tried again at each drawing.
    else flow.catch(complain).finally(() => at.isOpen || at.closed());
  }

  /**
   * The browser has come to another entry; says whether that is the page as it is shown, but for dialogs.
   *
   * @param {URL} address @param {boolean} isClosing whether a dialog has closed itself
   */
  arrive(address, isClosing) {
    if (!this.#isShown) return false;
    if (isClosing) {
      // What was changed while the dialog was open.
      replace(entry(), this.#path);
      return true;
    }
    const others = (/** @type {URL} */ url) => {
      const query = new URLSearchParams(url.search);
      query.delete(dialog);
      query.sort();
      return String(query);
    };
    if (others(address) !== others(this.address)) return false;
    const key = address.searchParams.get(dialog);
    if (key === null) this.query.delete(dialog);
    else this.query.set(dialog, key);
    if (this.#at?.key !== key) this.#at = null;
    return true;
  }

  /** Ends everything that belongs to the page. */
  leave() {
    this.#isLeft = true;
    dropKeyed();
    this.bare(false);
    for (const call of [...this.#leavers].reverse()) call();
    render(null, this.root);
  }
}
