// Changes that wait for a network, on the device, and are sent in order.

import { ApiError, OfflineError } from './problem.js';

/** @typedef {import('./cache.js').Store} Store */
/** @typedef {import('./connection.js').Connection} Connection */

/**
 * @typedef {Object} Change as it is kept on the device
 * @property {number} [id] given when it is kept
 * @property {string} method
 * @property {string} path with `{name}` where the id of what is still to be made belongs
 * @property {Record<string, string>} headers
 * @property {string | Blob | undefined} content
 * @property {string} label what it is called
 * @property {string[]} changes beginnings of the addresses whose answers are changed by it
 * @property {string} [names] what is made is called so in the paths of those behind it
 * @property {string | null} [account] whose it is
 */

/** @typedef {{id: number, label: string, path: string}} Waiting */

const firstPause = 2000;
const longestPause = 300_000;

export class Outbox {
  #store;
  #connection;
  #later;
  #isSending = false;
  /** How long is waited after the next answer that is none, in ms. */
  #pause = firstPause;
  /** @type {unknown} */
  #nextTry;

  /** Changes that wait. @type {Waiting[]} */
  waiting = [];
  /** Who is logged in: what waits is sent for whoever has made it only. @type {string | null} */
  account = null;
  /** Called with a waiting change that was refused. @type {(label: string, error: ApiError) => void} */
  onRefused = () => {};
  /** Called with the beginnings of addresses that a change was about. @type {(changes: string[]) => void} */
  onDone = () => {};

  /**
   * @param {Store} store @param {Connection} connection
   * @param {(call: () => void, ms: number) => unknown} [later]
   */
  constructor(store, connection, later = setTimeout) {
    this.#store = store;
    this.#connection = connection;
    this.#later = (/** @type {() => void} */ call, /** @type {number} */ ms) => later(call, ms);
  }

  /** Reads which changes wait. */
  async read() {
    const changes = await this.#store.all('changes');
    this.waiting = changes.map(({ id, label, path }) => ({ id, label, path }));
    this.#connection.tell();
  }

  /**
   * Keeps a change until there is a network.
   *
   * @param {Change} change @returns {Promise<boolean>} whether the device has kept it
   */
  async add(change) {
    const isKept = await this.#store.write('changes', change) !== undefined;
    await this.read();
    if (this.#connection.online) this.send();
    return isKept;
  }

  /** Takes back a change that waits. @param {number} id */
  async drop(id) {
    await this.#store.remove('changes', id);
    await this.read();
  }

  /** Whether something about the same thing waits, behind which a change keeps its order. @param {string} path */
  isAhead(path) {
    return path.includes('{') ||
      this.waiting.some((other) => other.path.startsWith(path) || path.startsWith(other.path));
  }

  /** Sends the changes that wait, in order; one that is refused is dropped and told of. */
  async send() {
    // Without a session all would be refused; it is sent after the next log-in.
    if (this.#isSending || !this.account) return;
    this.#isSending = true;
    clearTimeout(/** @type {number} */ (this.#nextTry));
    try {
      const inOrder = () => this.#sendInOrder();
      // One window at a time: the next would send the same again. Only secure pages have locks.
      if (navigator.locks) await navigator.locks.request('wayside-queue', inOrder);
      else await inOrder();
    } finally {
      this.#isSending = false;
      await this.read();
    }
  }

  /** The first change that waits of whoever is logged in. @returns {Promise<(Change & {id: number}) | undefined>} */
  async #next() {
    const changes = await this.#store.all('changes');
    // Earlier versions did not write down whose it is, and kept it for the same account only.
    return changes.find((change) =>
      this.account && (change.account ?? this.account) === this.account
    );
  }

  async #sendInOrder() {
    // One after the other, as more may come meanwhile.
    for (let change = await this.#next(); change; change = await this.#next()) {
      if (!await this.#sendOne(change)) return;
      this.#pause = firstPause;
      await this.drop(change.id);
      this.onDone(change.changes);
    }
  }

  /** Sends a change; says whether it is done with. @param {Change} change */
  async #sendOne(change) {
    try {
      // What should have been made before it was refused, and that has been said.
      if (change.path.includes('{')) return true;
      const { method, path, headers, content } = change;
      const { text } = await this.#connection.request(method, path, headers, content);
      if (change.names) await this.#name(change.names, JSON.parse(text).id);
      return true;
    } catch (error) {
      if (error instanceof OfflineError) {
        // When there is a network again it is tried again; the answer may have hung in spite of one.
        if (this.#connection.online) this.#sendLater();
        return false;
      }
      if (error instanceof ApiError && error.status === 401) return false;
      if (!(error instanceof ApiError) || error.isTemporary) {
        this.#sendLater(error instanceof ApiError ? error.retryAfter : 0);
        return false;
      }
      this.onRefused(change.label, error);
      return true;
    }
  }

  /** Tries again after a while, a longer one each time. @param {number} [atLeast] seconds */
  #sendLater(atLeast = 0) {
    this.#nextTry = this.#later(() => this.send(), Math.max(this.#pause, atLeast * 1000));
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  /** Puts the id of what has been made into the paths of what waits. @param {string} names @param {string} id */
  async #name(names, id) {
    for (const change of await this.#store.all('changes')) {
      const path = change.path.replace(`{${names}}`, id);
      if (path !== change.path) await this.#store.write('changes', { ...change, path });
    }
  }
}
