// Whether there is a way to the server, as far as its answers tell.

import { OfflineError, refusal, TimeoutError } from './problem.js';
import { ask } from './request.js';

/** @typedef {import('./request.js').Answer} Answer */
/** @typedef {import('./problem.js').ApiError} ApiError */

/** Milliseconds after which a lost server is asked for the first time, and between the last times. */
const [firstProbe, longestProbe] = [2000, 60_000];
/** Milliseconds in which a server that is there says so. */
const probeTimeout = 10_000;
/** Milliseconds after which an answer that did not come is asked for again. */
const missedPause = 30_000;

/**
 * @typedef {Object} ConnectionOptions
 * @property {boolean} [isOnline] at the beginning
 * @property {typeof ask} [send] sends a request
 * @property {(call: () => void, ms: number) => unknown} [later]
 * @property {() => Record<string, string>} [headers] of all requests
 */

export class Connection {
  /** @type {Set<() => void>} */
  #followers = new Set();
  #send;
  #later;
  #headers;

  /** Called when the server is there again. */
  onBack = () => {};
  /** Called with an address whose answer did not come and may be asked for again. @type {(path: string) => void} */
  onMissed = () => {};
  /** Called when the server says that the session has ended. */
  onSessionEnd = () => {};

  /** @param {ConnectionOptions} [options] */
  constructor({ isOnline = true, send = ask, later = setTimeout, headers = () => ({}) } = {}) {
    this.online = isOnline;
    this.#send = send;
    // Browsers want their own timers called on nothing else.
    this.#later = (/** @type {() => void} */ call, /** @type {number} */ ms) => later(call, ms);
    this.#headers = headers;
  }

  /** Calls when the state changes; returns what ends it. @param {() => void} call */
  follow(call) {
    this.#followers.add(call);
    return () => this.#followers.delete(call);
  }

  /** Tells those who follow. */
  tell() {
    for (const call of this.#followers) call();
  }

  /** Takes note of whether there is a way to the server. @param {boolean} online */
  set(online) {
    if (this.online === online) return;
    this.online = online;
    this.tell();
    if (online) this.onBack();
    else this.#probe(firstProbe);
  }

  /** Asks whether the server is there again, less often each time. @param {number} after ms */
  #probe(after) {
    this.#later(async () => {
      if (this.online) return;
      this.set(await this.#isThere());
      if (!this.online) this.#probe(Math.min(after * 2, longestProbe));
    }, after);
  }

  /** Whether the server answers, at once or nearly so. */
  #isThere() {
    return this.#send('/livez', { cache: 'no-store' }, probeTimeout).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /**
   * Sends a request and takes note of what its answer says about the way.
   *
   * @param {string} method @param {string} path @param {Record<string, string>} headers
   * @param {BodyInit | undefined} body @param {AbortSignal} [signal] @returns {Promise<Answer>}
   * @throws {ApiError | OfflineError}
   */
  async request(method, path, headers, body, signal) {
    const answer = await this.#answerOf(method, path, headers, body, signal);
    const fromDevice = answer.headers.get('Wayside-Kept');
    // A slow network is one all the same: else everything would be read again, and be late again.
    if (fromDevice === 'late') this.#missed(path);
    else this.set(fromDevice === null);
    if (answer.ok || answer.status === 304) return answer;
    throw this.refused(answer.status, answer.headers.get('Retry-After'), answer.text);
  }

  /**
   * @param {string} method @param {string} path @param {Record<string, string>} headers
   * @param {BodyInit | undefined} body @param {AbortSignal} [signal]
   */
  async #answerOf(method, path, headers, body, signal) {
    try {
      const all = { ...this.#headers(), ...headers };
      return await this.#send(path, { method, headers: all, body, signal, cache: 'no-store' });
    } catch (error) {
      if (signal?.aborted) throw error;
      if (error instanceof TimeoutError) {
        this.#missed(path);
        throw error;
      }
      this.set(false);
      throw new OfflineError('offline');
    }
  }

  /** An answer did not come: perhaps none does, or it is this one alone. @param {string} path */
  async #missed(path) {
    if (await this.#isThere()) this.#later(() => this.onMissed(path), missedPause);
    else this.set(false);
  }

  /**
   * The error of a refusal; tells of a session that has ended.
   *
   * @param {number} status @param {string | null} retryAfter @param {string} text
   */
  refused(status, retryAfter, text) {
    const error = refusal(status, retryAfter, text);
    if (error.isSessionEnd) this.onSessionEnd();
    return error;
  }
}
