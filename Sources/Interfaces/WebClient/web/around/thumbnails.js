// Pictures of objects: the server's, else made here from their models and kept on the device by their
// digest. The owner's device sends what it has made, so that all others need not.

import { html } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { sendObjectPicture } from '../data/objects.js';
import { icon } from '../parts/icon.js';
import { sizeOf } from '../parts/photo.js';
import { session } from '../shell/session.js';

/** @typedef {import('../shell/view.js').View} View */
/** @typedef {import('../data/objects.js').ARObject} ARObject */

const store = 'wayside-thumbnails';
/** Addresses of pictures, by the digest of the model; empty where there is none. @type {Map<string, string>} */
const made = new Map();
/** Where it is waited for, by the same. @type {Map<string, Set<View>>} */
const waiting = new Map();
/** Drawing keeps the page from answering: one after the other. @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @type {Promise<import('../view/models.js').Models> | undefined} */
let models;

const key = (/** @type {ARObject} */ object) => `/thumbnails/${object.sha256}`;
const openStore = async () =>
  'caches' in globalThis ? await caches.open(store).catch(() => undefined) : undefined;

/** What is kept on the device. @param {ARObject} object */
async function kept(object) {
  const found = await (await openStore())?.match(key(object));
  return found ? URL.createObjectURL(await found.blob()) : undefined;
}

/** @param {ARObject} object @returns {Promise<string>} */
async function make(object) {
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
  await (await openStore())?.put(
    key(object),
    new Response(blob, { headers: { 'Content-Type': 'image/png' } }),
  ).catch(
    () => {},
  );
  return URL.createObjectURL(blob);
}

/** Gives one's own object its picture. @param {ARObject} object @param {Blob} blob */
function send(object, blob) {
  sendObjectPicture(
    object.id,
    blob,
    object.alt ? { alt: object.alt } : { decorative: true },
  ).catch(() => {
    // Everyone can make it: it is tried again on another device.
  });
}

/** What stands where, and what of it is seen, or nearly: only that is drawn. @type {WeakMap<Element, ARObject>} */
const objects = new WeakMap();
/** @type {Set<Element>} */
const seen = new Set();
const watching = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      seen.add(target);
      const object = objects.get(target);
      if (object) wish(object);
    } else {
      seen.delete(target);
      if (!target.isConnected) watching.unobserve(target);
    }
  }
}, { rootMargin: '100px' });
/** @type {Set<string>} */
const wished = new Set();

/** Waits until the page has nothing better to do, a second at most. @returns {Promise<unknown>} */
const idle = () =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(resolve, { timeout: 1000 })
      : setTimeout(resolve, 50)
  );

/** Sees to the picture of an object, if nobody has yet. @param {ARObject} object */
async function wish(object) {
  const digest = object.sha256;
  if (wished.has(digest)) return;
  wished.add(digest);
  const found = await kept(object).catch(() => undefined);
  if (found !== undefined) return give(digest, found);
  queue = queue.then(idle).then(async () => {
    // Scrolled away meanwhile: it is wished for again when it is seen.
    if (![...seen].some((element) => objects.get(element)?.sha256 === digest)) {
      wished.delete(digest);
    } else give(digest, await make(object).catch(() => ''));
  });
}

/** @param {string} digest @param {string} address */
function give(digest, address) {
  made.set(digest, address);
  for (const view of waiting.get(digest) ?? []) view.update();
  waiting.delete(digest);
}

/**
 * The picture of an object; an icon until it is made, which it is when it is seen.
 *
 * @param {ARObject} object @param {View} view
 */
export function thumbnail(object, view) {
  const address = object.picture ? sizeOf(object.picture, 160) : made.get(object.sha256);
  if (address) return html`<img class="thumbnail" src=${address} alt="" width="96" height="96">`;
  /** @param {Element | undefined} element */
  const place = (element) => {
    if (!element || address === '') return;
    objects.set(element, object);
    waiting.set(object.sha256, (waiting.get(object.sha256) ?? new Set()).add(view));
    if (seen.has(element)) wish(object);
    else watching.observe(element);
  };
  return html`<span class="thumbnail" ${ref(place)}>${icon('box')}</span>`;
}
