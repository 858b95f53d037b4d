// Reading the server: once, or as long as a page shows what an address answers.

import { ApiError, OfflineError } from './problem.js';

/** @typedef {import('./cache.js').AnswerCache} AnswerCache */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./diversion.js').Diverter} Diverter */

/**
 * @template T
 * @typedef {Object} Resource what is known of an address of the server
 * @property {T | null} data the last answer, perhaps from an earlier visit
 * @property {Error | null} error why there is no newer one
 * @property {boolean} loading whether an answer is awaited
 * @property {boolean} stale whether the data is from the device while the server cannot be reached
 */

/**
 * @template T
 * @typedef {{resource: Resource<T>, refresh: () => Promise<void>, end: () => void}} Watch
 */

/** Refusals after which what was known is not to be seen any more. */
const isGone = (/** @type {unknown} */ error) =>
  error instanceof ApiError && [401, 403, 404, 410].includes(error.status);

export class Reader {
  #cache;
  #connection;
  #diverter;
  #watchers;

  /**
   * @param {AnswerCache} cache @param {Connection} connection @param {Diverter} diverter
   * @param {Set<Watcher>} watchers those that watch, as the cache keeps what they show
   */
  constructor(cache, connection, diverter, watchers) {
    this.#cache = cache;
    this.#connection = connection;
    this.#diverter = diverter;
    this.#watchers = watchers;
  }

  /**
   * Reads an address; unchanged answers are not sent again.
   *
   * @param {string} path with its query @param {AbortSignal} [signal] @returns {Promise<unknown>}
   * @throws {ApiError | OfflineError}
   */
  async get(path, signal) {
    const other = this.#diverter.read(path);
    if (other !== undefined) return structuredClone(other);
    return this.#diverter.seen(path, await this.#fetched(path, signal));
  }

  /** @param {string} path @param {AbortSignal} [signal] */
  async #fetched(path, signal) {
    const known = this.#cache.get(path);
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json' };
    const etag = this.#cache.takeEtag(path);
    if (etag) headers['If-None-Match'] = etag;
    const answer = await this.#connection.request('GET', path, headers, undefined, signal);
    if (answer.status === 304 && known) return known.data;
    const data = answer.status === 204 ? null : JSON.parse(answer.text);
    this.#cache.keep(path, data, answer.headers.get('ETag'));
    return data;
  }

  /**
   * Follows an address: calls with what is known of it now, and again whenever that changes.
   *
   * @template T @param {string} path @param {(resource: Resource<T>) => void} call @returns {Watch<T>}
   */
  watch(path, call) {
    // What is tried out is not among what was kept.
    const known = this.#diverter.isOn ? undefined : this.#cache.get(path);
    const watcher = new Watcher(path, known?.data ?? null, call, {
      read: () => this.get(path),
      stored: () => this.#cache.stored(path),
    });
    this.#watchers.add(watcher);
    watcher.refresh();
    return {
      resource: /** @type {Resource<T>} */ (watcher.resource),
      refresh: () => watcher.refresh(),
      end: () => {
        watcher.end();
        this.#watchers.delete(watcher);
      },
    };
  }

  /** Reads again what pages show of addresses that begin like this. @param {string[]} beginnings */
  invalidate(...beginnings) {
    for (const watcher of this.#watchers) {
      if (beginnings.some((beginning) => watcher.path.startsWith(beginning))) watcher.refresh();
    }
  }
}

/** An address that is followed. */
export class Watcher {
  #call;
  #source;
  #hasEnded = false;
  /** Of two questions under way the later one's answer stays, whichever comes last. */
  #begun = 0;
  #answered = 0;

  /**
   * @param {string} path @param {unknown} data what is known already @param {(resource: Resource<any>) => void} call
   *   any: the caller of `watch` says what the address answers
   * @param {{read: () => Promise<unknown>, stored: () => Promise<unknown>}} source
   */
  constructor(path, data, call, source) {
    this.path = path;
    this.#call = call;
    this.#source = source;
    /** @type {Resource<unknown>} */
    this.resource = { data, error: null, loading: true, stale: false };
  }

  end() {
    this.#hasEnded = true;
  }

  async refresh() {
    const own = ++this.#begun;
    const { resource } = this;
    resource.loading = true;
    try {
      const data = await this.#source.read();
      if (own < this.#answered) return;
      this.#answered = own;
      Object.assign(resource, { data, error: null, stale: false });
    } catch (error) {
      if (own < this.#answered) return;
      this.#answered = own;
      resource.error = /** @type {Error} */ (error);
      if (error instanceof OfflineError) {
        resource.data ??= await this.#source.stored();
        resource.stale = resource.data !== null;
      } else if (isGone(error)) resource.data = null;
    }
    resource.loading = own < this.#begun;
    if (!this.#hasEnded) this.#call(resource);
  }
}
