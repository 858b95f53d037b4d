// The door to the server: what pages and `data` ask and send passes here.
//
// cache.js keeps answers, connection.js knows whether there is a network, outbox.js holds the changes that wait
// for one, reading.js and sending.js ask and change.

import { everything } from '../data/address.js';
import { AnswerCache } from './cache.js';
import { Connection } from './connection.js';
import { Diverter } from './diversion.js';
import { Outbox } from './outbox.js';
import { Reader } from './reading.js';
import { Sender } from './sending.js';
import * as store from './store.js';

export { ApiError, OfflineError } from './problem.js';
export { randomID } from './sending.js';

/** @typedef {import('./sending.js').Sending} Sending */
/** @template T @typedef {import('./reading.js').Resource<T>} Resource */
/** @template T @typedef {import('./reading.js').Watch<T>} Watch */

const way = new Connection({
  isOnline: navigator.onLine,
  // Names and texts are chosen by the language of the pages, which may not be the browser's first.
  headers: () => ({ 'Accept-Language': document.documentElement.lang }),
});
/** @type {Set<import('./reading.js').Watcher>} */
const watchers = new Set();
const cache = new AnswerCache(store, () => [...watchers].map(({ path }) => path));
const diverter = new Diverter();
const outbox = new Outbox(store, way);
const reader = new Reader(cache, way, diverter, watchers);
const sender = new Sender({ cache, connection: way, outbox, reader, diverter });

way.onBack = () => {
  outbox.send();
  invalidateAll();
};
way.onMissed = (/** @type {string} */ path) => reader.invalidate(path);
outbox.onDone = (/** @type {string[]} */ changes) => sender.changed(changes);
addEventListener('online', () => way.set(true));
addEventListener('offline', () => way.set(false));

// Reading

/**
 * Reads an address once; unchanged answers are not sent again. The caller says by its own return type what it reads.
 *
 * @template [T=any] any: callers that do not say what they read
 * @param {string} path with its query @param {AbortSignal} [signal] @returns {Promise<T>}
 * @throws {import('./problem.js').ApiError | OfflineError}
 */
export const get = (path, signal) => /** @type {Promise<T>} */ (reader.get(path, signal));

/**
 * Follows an address: calls with what is known of it now, and again whenever that changes.
 *
 * @template [T=any] any: callers that do not say what they read
 * @param {string} path @param {(resource: Resource<T>) => void} call @returns {Watch<T>}
 */
export const watch = (path, call) => reader.watch(path, call);

/** Reads again what pages show of addresses that begin like this. @param {string[]} beginnings */
export const invalidate = (...beginnings) => reader.invalidate(...beginnings);

/** Reads again all that pages show. */
export const invalidateAll = () => reader.invalidate(everything);

/** The ETag of the last answer of an address. @param {string} path */
export const etag = (path) => cache.etag(path);

/** What the device has kept of an address, also from earlier visits. @template [T=any] any: as of `get`
 * @param {string} path @returns {Promise<T | null>} */
export const stored = (path) => /** @type {Promise<T | null>} */ (cache.stored(path));

/** Drops from the device answers that are too many. */
export const dropKept = () => cache.trim();

// Changing

/**
 * Sends a change; returns the answer.
 *
 * @template [T=any] any: callers that do not say what is answered
 * @param {import('./sending.js').Method} method @param {string} path @param {Sending} [sending]
 * @returns {Promise<T>} null without content
 * @throws {import('./problem.js').ApiError | OfflineError} offline not if it could be queued: then `{ queued: true }`
 */
export const send = (
  method,
  path,
  sending,
) => /** @type {Promise<T>} */ (sender.send(method, path, sending));

/** Sends the changes that wait, in order; one that is refused is dropped and told of. */
export const sendWaiting = () => outbox.send();

/** Reads which changes wait. */
export const readWaiting = () => outbox.read();

/** Takes back a change that waits. @param {number} id */
export const dropWaiting = (id) => outbox.drop(id);

/** @param {(label: string, error: import('./problem.js').ApiError) => void} call told of waiting changes that were refused */
export const onRefusedChange = (call) => {
  outbox.onRefused = call;
};

/** Says who is logged in: what waits is sent for whoever has made it only. @param {string | null} id */
export const actFor = (id) => {
  outbox.account = id;
};

/** Answers in place of the server. @param {import('./diversion.js').Diversion | null} other */
export const divert = (other) => diverter.set(other);

// The connection

/** The state of the way to the server; follow it with {@link followConnection}. */
export const connection = {
  get online() {
    return way.online;
  },
  /** Changes that wait. */
  get waiting() {
    return outbox.waiting;
  },
};

/** Calls when the connection or the queue changes; returns what ends it. @param {() => void} call */
export const followConnection = (call) => way.follow(call);

/** Something got no answer past this module; the server is asked until it is there again. */
export const lost = () => way.set(false);

/** @param {() => void} call when the server says that the session has ended */
export const onSessionEnd = (call) => {
  way.onSessionEnd = call;
};

// Forgetting

/** What pages have kept on the device: tours with their recordings, pictures made of models. */
const stores = ['downloads', 'wayside-thumbnails'];
/** @type {() => void | Promise<void>} */
let whenForgotten = () => {};

/** @param {() => void | Promise<void>} call when what somebody was about to do is forgotten */
export const onForget = (call) => {
  whenForgotten = call;
};

/**
 * Forgets everything that was read, for instance when another person logs in.
 *
 * @param {{keepsWork?: boolean}} [options] whether what somebody was about to do stays
 */
export async function forget({ keepsWork = false } = {}) {
  sender.clear();
  await cache.clear();
  if (!keepsWork) {
    await Promise.all([
      store.clear('changes'),
      store.clear('kept'),
      ...('caches' in globalThis ? stores.map((name) => caches.delete(name).catch(() => {})) : []),
      whenForgotten(),
    ]);
  }
  await readWaiting();
}
