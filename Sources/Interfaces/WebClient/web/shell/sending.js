// Sending changes: each once, for the version that was read, and later where it may wait.

import { ApiError, OfflineError } from './problem.js';
import { upload } from './upload.js';

/** @typedef {import('./cache.js').AnswerCache} AnswerCache */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./outbox.js').Outbox} Outbox */
/** @typedef {import('./reading.js').Reader} Reader */
/** @typedef {import('./diversion.js').Diverter} Diverter */
/** @typedef {'POST' | 'PUT' | 'PATCH' | 'DELETE'} Method */

/**
 * @typedef {Object} Sending
 * @property {unknown} [body] JSON, or a Blob sent as it is
 * @property {string} [type] the type of a Blob
 * @property {string | null} [match] the ETag that is changed; that of the last answer unless given
 * @property {string[]} [changes] beginnings of the addresses whose answers are changed by it
 * @property {string} [queue] what the change is called; with it, it waits for a network if need be
 * @property {boolean} [isKeptFirst] with `queue`: it is kept on the device before it is sent, so that no crash of the
 *   page loses it
 * @property {string} [names] what is made is called so: changes that wait behind it have `{names}`
 *   in their paths where its `id` belongs
 * @property {AbortSignal} [signal]
 * @property {(part: number) => void} [progress] for uploads: which part has left, 0 to 1
 */

/** So many requests without an answer are remembered: nobody comes back to what is long ago. */
const mostUnanswered = 20;

/** A random identifier, also on pages without HTTPS. */
export function randomID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Sender {
  #cache;
  #connection;
  #outbox;
  #reader;
  #diverter;
  /**
   * What was to be made, and perhaps has been, as no answer came: sent again it is the same request, so that it
   * is not made twice.
   *
   * @type {{path: string, content: string | Blob | undefined, key: string}[]}
   */
  #unanswered = [];

  /**
   * @param {{cache: AnswerCache, connection: Connection, outbox: Outbox, reader: Reader,
   *   diverter: Diverter}} parts
   */
  constructor({ cache, connection, outbox, reader, diverter }) {
    this.#cache = cache;
    this.#connection = connection;
    this.#outbox = outbox;
    this.#reader = reader;
    this.#diverter = diverter;
  }

  /**
   * Sends a change; returns the answer.
   *
   * @param {Method} method @param {string} path @param {Sending} [sending]
   * @returns {Promise<unknown>} null without content
   * @throws {ApiError | OfflineError} offline not if it could be queued: then `{ queued: true }`
   */
  async send(method, path, sending = {}) {
    const { body, queue, changes = [path] } = sending;
    const other = await this.#diverter.change(method, path, body);
    if (other) {
      this.#reader.invalidate(...changes);
      return structuredClone(other.answer);
    }
    const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
    const key = method === 'POST' ? this.#takeKey(path, content) ?? randomID() : null;
    const headers = this.#headers(path, sending, key);
    const { account } = this.#outbox;
    const wait = async () => {
      const { names } = sending;
      const label = queue ?? '';
      const change = { method, path, headers, content, label, changes, names, account };
      return await this.#outbox.add(change) ? { queued: true } : null;
    };
    if (queue && (sending.isKeptFirst || this.#outbox.isAhead(path))) {
      const waits = await wait();
      // Where a device keeps nothing, it is sent at once.
      if (waits || !sending.isKeptFirst) return waits ?? { queued: true };
    }
    try {
      const answer = sending.progress
        ? await upload(this.#connection, method, path, headers, content, sending)
        : this.#taken(
          method,
          path,
          await this.#connection.request(
            method,
            path,
            headers,
            content,
            sending.signal,
          ),
        );
      this.changed(changes);
      return answer;
    } catch (error) {
      // Whoever has logged out meanwhile wants nothing sent any more, least of all by the next one.
      const mayWait = queue && account === this.#outbox.account;
      if (error instanceof OfflineError && mayWait) return await wait() ?? { queued: true };
      const isAnswered = error instanceof ApiError && !error.isTemporary;
      if (key && !isAnswered) this.#rememberKey(path, content, key);
      throw error;
    }
  }

  /** @param {string} path @param {Sending} sending @param {string | null} key */
  #headers(path, { body, type, match = this.#cache.etag(path) }, key) {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json' };
    if (body instanceof Blob) headers['Content-Type'] = type ?? body.type;
    else if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (key) headers['Idempotency-Key'] = key;
    if (match) headers['If-Match'] = match;
    return headers;
  }

  /** Has what begins like this read anew, and whole. @param {string[]} beginnings */
  changed(beginnings) {
    this.#cache.outdate(beginnings);
    this.#reader.invalidate(...beginnings);
  }

  /** @param {string} method @param {string} path @param {import('./request.js').Answer} answer */
  #taken(method, path, { headers, text }) {
    const data = parsed(text);
    const tag = headers.get('ETag');
    // What PATCH and PUT answer is what the address has now.
    if (data && tag && (method === 'PATCH' || method === 'PUT')) this.#cache.keep(path, data, tag);
    if (method === 'DELETE') this.#cache.drop(path);
    return data;
  }

  /** The key of a request without an answer, which is sent again now. @param {string} path @param {unknown} content */
  #takeKey(path, content) {
    const index = this.#unanswered.findIndex((one) => one.path === path && one.content === content);
    return index < 0 ? undefined : this.#unanswered.splice(index, 1)[0].key;
  }

  /** @param {string} path @param {string | Blob | undefined} content @param {string} key */
  #rememberKey(path, content, key) {
    this.#unanswered.push({ path, content, key });
    // It may be a large file.
    if (this.#unanswered.length > mostUnanswered) this.#unanswered.shift();
  }

  /** Forgets the requests without an answer. */
  clear() {
    this.#unanswered = [];
  }
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing, or no JSON.
    return null;
  }
}
