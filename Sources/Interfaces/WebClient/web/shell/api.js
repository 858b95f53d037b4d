// The one way to the server: answers kept on the device with their ETags, problems as sentences,
// and a queue for changes that can wait for a network.

import { ask, NoAnswer, OfflineError } from './patience.js';
import * as store from './store.js';

/**
 * @typedef {Object} Problem a problem document (RFC 9457)
 * @property {string} type for instance `/problems/invalid-content`
 * @property {string} title
 * @property {number} status
 * @property {string} [detail]
 * @property {string} [instance]
 * @property {{pointer: string, detail: string}[]} [errors]
 */

/** The server refused, and says why. */
export class ApiError extends Error {
  /** @param {Problem} problem @param {number} [retryAfter] seconds */
  constructor(problem, retryAfter) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.status = problem.status;
    /** The last part of the problem's type, for instance `rate-limited`. */
    this.slug = problem.type.split('/').pop() ?? '';
    this.retryAfter = retryAfter;
  }

  /** What is wrong with one member of what was sent: `name` or `stops/0/title`. @param {string} name */
  about(name) {
    return this.problem.errors?.find((error) =>
      error.pointer === name || error.pointer === `/${name}`
    )?.detail;
  }
}

export { OfflineError };

/**
 * @template T
 * @typedef {Object} Resource what is known of an address of the server
 * @property {T | null} data the last answer, perhaps from an earlier visit
 * @property {Error | null} error why there is no newer one
 * @property {boolean} loading whether an answer is awaited
 * @property {boolean} stale whether the data is from the device while the server cannot be reached
 */

/**
 * @typedef {Object} Sending
 * @property {any} [body] JSON, or a Blob sent as it is
 * @property {string} [type] the type of a Blob
 * @property {string | null} [match] the ETag that is changed; that of the last answer unless given
 * @property {string[]} [changes] beginnings of the addresses whose answers are changed by it
 * @property {string} [queue] what the change is called; with it, it waits for a network if need be
 * @property {string} [names] what is made is called so: changes that wait behind it have `{names}`
 *   in their paths where its `id` belongs
 * @property {AbortSignal} [signal]
 * @property {(part: number) => void} [progress] for uploads: which part has left, 0 to 1
 */

/** @type {Map<string, {data: any, etag: string | null}>} */
const answers = new Map();
/** @type {Set<{path: string, refresh: () => void}>} */
const watchers = new Set();
/** @type {Set<() => void>} */
const followers = new Set();

/** The state of the way to the server; follow it with {@link followConnection}. */
export const connection = {
  online: navigator.onLine,
  /** @type {{id: number, label: string, path: string}[]} changes that wait */
  waiting: [],
};

/** @type {() => void} What to do when the server says that the session has ended. */
let whenSessionEnds = () => {};

/** @param {() => void} call */
export const onSessionEnd = (call) => {
  whenSessionEnds = call;
};

/** Calls when the connection or the queue changes; returns what ends it. @param {() => void} call */
export function followConnection(call) {
  followers.add(call);
  return () => followers.delete(call);
}

const tellFollowers = () => followers.forEach((call) => call());

/** @param {boolean} online */
function setOnline(online) {
  if (connection.online === online) return;
  connection.online = online;
  tellFollowers();
  if (online) {
    sendWaiting();
    invalidate('/v1/');
  } else probe(2000);
}

/** After so many milliseconds what hung is read again. */
const missedPause = 30_000;

/** Asks whether the server is there again, less often each time. @param {number} after ms */
function probe(after) {
  setTimeout(async () => {
    if (connection.online) return;
    setOnline(await isThere());
    if (!connection.online) probe(Math.min(after * 2, 60_000));
  }, after);
}

/** Whether the server answers, at once or nearly so. */
const isThere = () =>
  ask('/livez', { cache: 'no-store' }, 10_000).then(({ ok }) => ok, () => false);

/** Something got no answer past this module; the server is asked until it is there again. */
export const lost = () => setOnline(false);

addEventListener('online', () => setOnline(true));
addEventListener('offline', () => setOnline(false));

/** A random identifier, also on pages without HTTPS. */
export function randomID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} method @param {string} path @param {Record<string, string>} headers
 * @param {any} body @param {AbortSignal} [signal]
 */
async function perform(method, path, headers, body, signal) {
  let answer;
  try {
    // Names and texts are chosen by the language of the pages, which may not be the browser's first.
    const all = { 'Accept-Language': document.documentElement.lang, ...headers };
    answer = await ask(path, { method, headers: all, body, signal, cache: 'no-store' });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof NoAnswer) {
      missed(path);
      throw error;
    }
    setOnline(false);
    throw new OfflineError('offline');
  }
  const { status, ok, text } = answer;
  const fromDevice = answer.headers.get('Wayside-Kept');
  // A slow network is one all the same: else everything would be read again, and be late again.
  if (fromDevice === 'late') missed(path);
  else setOnline(fromDevice === null);
  if (ok || status === 304) return answer;
  throw refusal(status, answer.headers.get('Retry-After'), text);
}

/** An answer did not come: perhaps none does, or it is this one alone, which pages then ask for again. @param {string} path */
async function missed(path) {
  if (await isThere()) setTimeout(() => invalidate(path), missedPause);
  else setOnline(false);
}

/** @param {number} status @param {string | null} retryAfter @param {string} text */
function refusal(status, retryAfter, text) {
  /** @type {Problem} */
  let problem = { type: 'about:blank', title: `${status}`, status };
  try {
    problem = { ...problem, ...JSON.parse(text), status };
  } catch {
    // No problem document: a proxy between us and the server.
  }
  const error = new ApiError(problem, Number(retryAfter) || undefined);
  // Either the session has ended, or its cookie is gone.
  if (error.slug === 'session-ended' || error.slug === 'login-required') whenSessionEnds();
  return error;
}

/**
 * @typedef {Object} Diversion what answers in place of the server
 * @property {(path: string) => any} read undefined asks the server
 * @property {(path: string, data: any) => any} seen what the server answers, as it is shown
 * @property {(method: string, path: string, body: any) => Promise<{answer: any} | null>} change
 *   null sends it to the server
 */
/** @type {Diversion | null} */
let diversion = null;

/** Answers in place of the server, for instance while somebody tries things out. @param {Diversion | null} other */
export const divert = (other) => {
  diversion = other;
};

/** Addresses that a change of ours may have touched. @type {Set<string>} */
const changed = new Set();

/**
 * Reads an address; unchanged answers are not sent again.
 *
 * @param {string} path with its query @param {AbortSignal} [signal] @returns {Promise<any>}
 * @throws {ApiError | OfflineError}
 */
export async function get(path, signal) {
  const other = diversion?.read(path);
  if (other !== undefined) return structuredClone(other);
  const data = await fetched(path, signal);
  return diversion ? diversion.seen(path, data) : data;
}

/** @param {string} path @param {AbortSignal} [signal] */
async function fetched(path, signal) {
  const kept = answers.get(path);
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  // After a change of ours the whole is read: not all that an answer shows counts in its version.
  const isChanged = changed.delete(path);
  if (kept?.etag && !isChanged) headers['If-None-Match'] = kept.etag;
  const answer = await perform('GET', path, headers, undefined, signal);
  if (answer.status === 304 && kept) return kept.data;
  const data = answer.status === 204 ? null : JSON.parse(answer.text);
  keep(path, data, answer.headers.get('ETag'));
  return data;
}

/** So many answers are kept; older ones are dropped. */
const mostAnswers = 300;
let kept = 0;

/** @param {string} path @param {any} data @param {string | null} etag */
function keep(path, data, etag) {
  // Anew, so that the oldest is the first.
  answers.delete(path);
  answers.set(path, { data, etag });
  if (answers.size > mostAnswers) dropOldest();
  if (holdsPosition(path)) return;
  store.write('answers', { path, data, etag, at: Date.now() });
  // Seldom, as it reads them all.
  if (++kept % 50 === 0) dropKept();
}

/** Whether an address says where somebody is, which is not kept on the device. @param {string} path */
function holdsPosition(path) {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return query.has('lat') || query.has('lon') ||
    [...query.values()].some((value) => /^-?[\d.]+,\s*-?[\d.]+/.test(value));
}

/** Drops the oldest answer in memory that no page shows: those may be changed, by their ETag. */
function dropOldest() {
  const shown = new Set([...watchers].map(({ path }) => path));
  const oldest = [...answers.keys()].find((path) => !shown.has(path));
  if (oldest !== undefined) answers.delete(oldest);
}

/** Drops from the device the oldest answers, and positions that earlier versions kept. */
export async function dropKept() {
  const all = (await store.all('answers')).sort((a, b) => b.at - a.at);
  const superfluous = all.filter(({ path }, index) => index >= mostAnswers || holdsPosition(path));
  for (const { path } of superfluous) await store.remove('answers', path);
}

/** The ETag of the last answer of an address. @param {string} path */
export const etag = (path) => answers.get(path)?.etag ?? null;

/**
 * Follows an address: calls with what is known of it now, and again whenever that changes.
 *
 * @param {string} path @param {(resource: Resource<any>) => void} call
 * @returns {{resource: Resource<any>, refresh: () => Promise<void>, end: () => void}}
 */
export function watch(path, call) {
  // What is tried out is not among what was kept.
  const kept = diversion ? undefined : answers.get(path);
  /** @type {Resource<any>} */
  const resource = { data: kept?.data ?? null, error: null, loading: true, stale: false };
  let ended = false;
  const tell = () => ended || call(resource);
  // Of two questions under way the later one's answer stays, whichever comes last.
  let [begun, answered] = [0, 0];
  const refresh = async () => {
    const own = ++begun;
    const isOld = () => own < answered;
    resource.loading = true;
    try {
      const data = await get(path);
      if (isOld()) return;
      answered = own;
      resource.data = data;
      resource.error = null;
      resource.stale = false;
    } catch (error) {
      if (isOld()) return;
      answered = own;
      resource.error = /** @type {Error} */ (error);
      if (error instanceof OfflineError) {
        resource.data ??= (await store.read('answers', path))?.data ?? null;
        resource.stale = resource.data !== null;
      } else if (error instanceof ApiError && [401, 403, 404, 410].includes(error.status)) {
        resource.data = null;
      }
    }
    resource.loading = own < begun;
    tell();
  };
  const watcher = { path, refresh };
  watchers.add(watcher);
  refresh();
  return {
    resource,
    refresh,
    end: () => {
      ended = true;
      watchers.delete(watcher);
    },
  };
}

/** Reads again what pages show of addresses that begin like this. @param {string[]} beginnings */
export function invalidate(...beginnings) {
  for (const watcher of watchers) {
    if (beginnings.some((beginning) => watcher.path.startsWith(beginning))) watcher.refresh();
  }
}

/**
 * Sends a change; returns the answer.
 *
 * @param {'POST' | 'PUT' | 'PATCH' | 'DELETE'} method @param {string} path
 * @param {Sending} [sending] @returns {Promise<any>} null without content
 * @throws {ApiError | OfflineError} offline not if it could be queued: then `{ queued: true }`
 */
export async function send(method, path, sending = {}) {
  const { body, queue } = sending;
  const other = await diversion?.change(method, path, body);
  if (other) {
    invalidate(...(sending.changes ?? [path]));
    return structuredClone(other.answer);
  }
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (body instanceof Blob) headers['Content-Type'] = sending.type ?? body.type;
  else if (body !== undefined) headers['Content-Type'] = 'application/json';
  const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  const key = method === 'POST' ? takeKey(path, content) ?? randomID() : null;
  if (key) headers['Idempotency-Key'] = key;
  const match = sending.match === undefined ? etag(path) : sending.match;
  if (match) headers['If-Match'] = match;
  const changes = sending.changes ?? [path];
  /** Keeps the change until there is a network. */
  const wait = async () => {
    const { names } = sending;
    const change = { method, path, headers, content, label: queue, changes, names, account };
    await store.write('changes', change);
    await readWaiting();
    if (connection.online) sendWaiting();
    return { queued: true };
  };
  // What is about the same thing keeps its order.
  const isBehind = connection.waiting.some((other) =>
    other.path.startsWith(path) || path.startsWith(other.path)
  );
  if (queue && (isBehind || path.includes('{'))) return await wait();
  try {
    const answer = sending.progress
      ? await upload(method, path, headers, content, sending)
      : decoded(await perform(method, path, headers, content, sending.signal), path, method);
    for (const known of answers.keys()) {
      if (changes.some((beginning) => known.startsWith(beginning))) changed.add(known);
    }
    invalidate(...changes);
    return answer;
  } catch (error) {
    if (error instanceof OfflineError && queue) return await wait();
    const isAnswered = error instanceof ApiError && !isTemporary(error);
    if (key && !isAnswered) {
      unanswered.push({ path, content, key });
      // Nobody comes back to what is long ago; it may be a large file.
      if (unanswered.length > 20) unanswered.shift();
    }
    throw error;
  }
}

/**
 * What was to be made, and perhaps has been, as no answer came: sent again it is the same request, so
 * that it is not made twice.
 *
 * @type {{path: string, content: any, key: string}[]}
 */
const unanswered = [];

/** The key of such a request, which is sent again now. @param {string} path @param {any} content */
function takeKey(path, content) {
  const index = unanswered.findIndex((one) => one.path === path && one.content === content);
  return index < 0 ? undefined : unanswered.splice(index, 1)[0].key;
}

/** @param {import('./patience.js').Answer} answer @param {string} path @param {string} method */
function decoded({ headers, text }, path, method) {
  const data = parsed(text);
  const tag = headers.get('ETag');
  // What PATCH and PUT answer is what the address has now.
  if (data && tag && (method === 'PATCH' || method === 'PUT')) keep(path, data, tag);
  if (method === 'DELETE') answers.delete(path);
  return data;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing, or no JSON.
    return null;
  }
}

/**
 * Sends a file and tells how far it is, which fetch cannot.
 *
 * @param {string} method @param {string} path @param {Record<string, string>} headers
 * @param {any} content @param {Sending} sending @returns {Promise<any>}
 */
function upload(method, path, headers, content, { progress, signal }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => progress?.(event.loaded / event.total);
    request.onerror = () => reject(new OfflineError('offline'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status >= 300) {
        reject(refusal(status, request.getResponseHeader('Retry-After'), responseText));
      } else resolve(responseText ? JSON.parse(responseText) : null);
    };
    signal?.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(content);
  });
}

// The queue

/** Reads which changes wait. */
export async function readWaiting() {
  const changes = await store.all('changes');
  connection.waiting = changes.map(({ id, label, path }) => ({ id, label, path }));
  tellFollowers();
}

/** Who is logged in. @type {string | null} */
let account = null;

/** Says who is logged in: what waits is sent for whoever has made it only. @param {string | null} id */
export const actFor = (id) => {
  account = id;
};

let isSending = false;
/** @type {(label: string, error: ApiError) => void} */
let whenRefused = () => {};

/** @param {(label: string, error: ApiError) => void} call told of waiting changes that were refused */
export const onRefusedChange = (call) => {
  whenRefused = call;
};

const firstPause = 2000;
const longestPause = 300_000;
/** How long the queue waits after the next answer that is none, in ms. */
let pause = firstPause;
/** @type {number | undefined} */
let nextTry;

/** Tries again after a while, a longer one each time. @param {number} [atLeast] seconds */
function sendLater(atLeast = 0) {
  nextTry = setTimeout(sendWaiting, Math.max(pause, atLeast * 1000));
  pause = Math.min(pause * 2, longestPause);
}

/** Whether the server may well accept it later. @param {ApiError} error */
const isTemporary = ({ status, slug }) =>
  status >= 500 || status === 429 || slug === 'request-running';

/** Sends the changes that wait, in order; one that is refused is dropped and told of. */
export async function sendWaiting() {
  // Without a session all would be refused; it is sent after the next log-in.
  if (isSending || !account) return;
  isSending = true;
  clearTimeout(nextTry);
  try {
    // One window at a time: the next would send the same again. Only secure pages have locks.
    if (navigator.locks) await navigator.locks.request('wayside-queue', sendInOrder);
    else await sendInOrder();
  } finally {
    isSending = false;
    await readWaiting();
  }
}

/** The first change that waits of whoever is logged in. */
async function nextWaiting() {
  const changes = await store.all('changes');
  // Earlier versions did not write down whose it is, and kept it for the same account only.
  return changes.find((change) => account && (change.account ?? account) === account);
}

async function sendInOrder() {
  // One after the other, as more may come meanwhile.
  for (let change = await nextWaiting(); change; change = await nextWaiting()) {
    try {
      // What should have been made before it was refused, and that has been said.
      if (!change.path.includes('{')) {
        const { text } = await perform(
          change.method,
          change.path,
          change.headers,
          change.content,
        );
        if (change.names) await name(change.names, JSON.parse(text).id);
      }
    } catch (error) {
      // When there is a network again it is tried again; the answer may have hung in spite of one.
      if (error instanceof OfflineError) return connection.online ? sendLater() : undefined;
      if (!(error instanceof ApiError)) return sendLater();
      if (error.status === 401) return;
      if (isTemporary(error)) return sendLater(error.retryAfter);
      whenRefused(change.label, error);
    }
    pause = firstPause;
    await store.remove('changes', change.id);
    await readWaiting();
    invalidate(...change.changes);
  }
}

/** Puts the id of what has been made into the paths of what waits. @param {string} names @param {string} id */
async function name(names, id) {
  for (const change of await store.all('changes')) {
    const path = change.path.replace(`{${names}}`, id);
    if (path !== change.path) await store.write('changes', { ...change, path });
  }
}

/** Takes back a change that waits. @param {number} id */
export async function dropWaiting(id) {
  await store.remove('changes', id);
  await readWaiting();
}

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
  answers.clear();
  unanswered.length = 0;
  await store.clear('answers');
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
