// Requests with a timeout: one that hangs, as in a tunnel, would leave a page loading for ever.

import { TimeoutError } from './problem.js';

/** Milliseconds until an answer begins, and once more until it is whole, of what is read. */
const readTimeout = 30_000;
/** The same of what is changed: the server may have more to do, and nobody is to do it again for nothing. */
const changeTimeout = 90_000;

/**
 * @typedef {Object} Answer
 * @property {number} status
 * @property {boolean} ok
 * @property {Headers} headers
 * @property {string} text all of it
 */

/**
 * Asks the server, and gives up when it has not answered in time. Files may take as long as they do.
 *
 * @param {string} path @param {RequestInit} request
 * @param {number} [timeout] milliseconds
 * @returns {Promise<Answer>} @throws {TimeoutError} too late
 */
export async function ask(
  path,
  { signal, ...request },
  timeout = (request.method ?? 'GET') === 'GET' ? readTimeout : changeTimeout,
) {
  const control = new AbortController();
  const end = () => control.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  /** @type {number | undefined} */
  let timer;
  const wait = () => {
    clearTimeout(timer);
    if (request.body instanceof Blob) return;
    timer = setTimeout(() => control.abort(new TimeoutError(path)), timeout);
  };
  try {
    wait();
    const response = await fetch(path, { ...request, signal: control.signal });
    wait();
    const { status, ok, headers } = response;
    return { status, ok, headers, text: await response.text() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
