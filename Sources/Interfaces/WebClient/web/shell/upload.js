// Files that are sent with their progress, which fetch cannot tell.

import { OfflineError } from './problem.js';

/**
 * Sends a file and tells how far it is.
 *
 * @param {import('./connection.js').Connection} connection
 * @param {string} method @param {string} path @param {Record<string, string>} headers
 * @param {string | Blob | undefined} content
 * @param {Pick<import('./sending.js').Sending, 'progress' | 'signal'>} options @returns {Promise<unknown>}
 */
export function upload(connection, method, path, headers, content, { progress, signal }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => progress?.(event.loaded / event.total);
    request.onerror = () => reject(new OfflineError('offline'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status >= 300) {
        const retryAfter = request.getResponseHeader('Retry-After');
        reject(connection.refused(status, retryAfter, responseText));
      } else resolve(responseText ? JSON.parse(responseText) : null);
    };
    signal?.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(content);
  });
}
