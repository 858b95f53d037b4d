// Pictures of objects: the server's, else made here from their models and kept on the device by their
// digest. The owner's device sends what it has made, so that all others need not.

import { html } from 'lit-html';
import { icon } from '../parts/icon.js';
import { sizeOf } from '../parts/photo.js';
import * as api from '../shell/api.js';
import { session } from '../shell/session.js';

const store = 'wayside-thumbnails';
/** @type {Map<string, string>} */
const made = new Map();
/** @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @type {Promise<import('../view/models.js').Models> | undefined} */
let models;

/** @param {any} object @returns {Promise<string>} */
async function make(object) {
  const key = `/thumbnails/${object.sha256}`;
  const cache = 'caches' in globalThis
    ? await caches.open(store).catch(() => undefined)
    : undefined;
  const kept = await cache?.match(key);
  if (kept) return URL.createObjectURL(await kept.blob());
  const [view, server] = await Promise.all([
    import('../view/models.js'),
    import('../view/server.js'),
  ]);
  models ??= Promise.resolve(new view.Models(server.load));
  const blob = await view.picture(
    await (await models).get(object.content, object.boundingBox),
    192,
    192,
  );
  if (!blob) return '';
  if (object.owner === session.account?.id) send(object, blob);
  await cache?.put(key, new Response(blob, { headers: { 'Content-Type': 'image/png' } })).catch(
    () => {},
  );
  return URL.createObjectURL(blob);
}

/** Gives one's own object its picture. @param {any} object @param {Blob} blob */
function send(object, blob) {
  const words = new URLSearchParams(object.alt ? { alt: object.alt } : { decorative: 'true' });
  api.send('PUT', `/v1/objects/${object.id}/picture?${words}`, {
    body: blob,
    match: null,
    changes: [],
  }).catch(() => {
    // Everyone can make it: it is tried again on another device.
  });
}

/**
 * The picture of an object; an icon until it is made, one after the other.
 *
 * @param {any} object @param {import('../shell/view.js').View} view
 */
export function thumbnail(object, view) {
  const address = object.picture ? sizeOf(object.picture, 160) : made.get(object.sha256);
  if (address) return html`<img class="thumbnail" src=${address} alt="" width="96" height="96">`;
  if (address === undefined) {
    made.set(object.sha256, '');
    queue = queue.then(async () => {
      if (view.isLeft) {
        made.delete(object.sha256);
        return;
      }
      made.set(object.sha256, await make(object).catch(() => ''));
      view.update();
    });
  }
  return html`<span class="thumbnail">${icon('box')}</span>`;
}
