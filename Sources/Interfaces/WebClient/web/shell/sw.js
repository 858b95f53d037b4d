// The service worker: the shell works without a network, and a new version waits until it is wanted.

/// <reference lib="webworker" />

import { eventsAddress, pushDeviceAddress, pushKeyAddress } from '../data/address.js';
import { bodyOf, subscribed } from './push.js';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {string[]} The addresses of the shell's files, put in by the build. */
const shellFiles = SHELL_FILES;
/** @type {string[]} The first parts of the pages' addresses, put in by the build. */
const places = SHELL_PLACES;
const shell = 'shell-' + SHELL_VERSION;
/** What was used besides: pages loaded on demand, the map, 3D; named by content, so never stale. */
const parts = 'parts';
/** Files of that kind that are kept: about two versions. */
const mostParts = 600;
/** What people downloaded for use without a network; pages write into it. */
const kept = 'downloads';
/** Milliseconds after which that is given: in a tunnel requests hang rather than fail. */
const patience = 5000;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(shellFiles)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(
        names.filter((name) => ![shell, parts, kept].includes(name)).map((name) =>
          caches.delete(name)
        ),
      )
    ).then(dropOldParts).then(() => worker.clients.claim()),
  );
});

/** Lets files of former versions go, which are the first that came. */
async function dropOldParts() {
  const cache = await caches.open(parts);
  for (const file of (await cache.keys()).slice(0, -mostParts)) await cache.delete(file);
}

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') worker.skipWaiting();
});

worker.addEventListener('push', (event) => event.waitUntil(tell(event.data)));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? '/calendar'));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil(renew());
});

/** Shows what the server has sent; one about the same thing takes the place of the last. @param {PushMessageData | null} data */
async function tell(data) {
  /** @type {{title?: string, body?: string, link?: string, tag?: string}} */
  let push = {};
  try {
    push = data?.json() ?? {};
  } catch {
    // Browsers want something to be shown for each push, whatever it holds.
  }
  const { title = 'Wayside', body = '', link = '/notifications', tag } = push;
  /** @type {NotificationOptions & {renotify?: boolean, vibrate?: number[]}} */
  const options = {
    body,
    data: link,
    tag,
    // Heard and felt, unless the device is set otherwise (TV-RTE-18).
    silent: false,
    vibrate: [200, 100, 200],
    renotify: tag !== undefined,
  };
  await worker.registration.showNotification(title, options);
}

/** Shows a page in the window that is there, else in a new one. @param {string} link */
async function open(link) {
  const address = new URL(link, worker.location.origin);
  if (address.origin !== worker.location.origin) return;
  const windows = (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    .filter((window) => new URL(window.url).pathname !== '/licenses');
  const shown = windows.find((window) => window.visibilityState === 'visible') ?? windows[0];
  if (!shown) {
    await worker.clients.openWindow(address.href);
    return;
  }
  shown.postMessage({ open: address.pathname + address.search });
  await shown.focus();
}

/** The push service has given the device another address: the server is told. */
async function renew() {
  const answer = await fetch(pushKeyAddress, { cache: 'no-store' });
  if (!answer.ok) return;
  const { publicKey } = await answer.json();
  if (!publicKey) return;
  const subscription = await subscribed(worker.registration, publicKey);
  await fetch(pushDeviceAddress, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bodyOf(subscription)),
  });
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    // The server's own answers can be opened in a window, too: the interface's document, a calendar's file.
    if (places.includes(address.pathname.split('/')[1])) event.respondWith(page(request));
  } else if (address.pathname.startsWith('/assets/')) {
    event.respondWith(file(request));
  } else if (shellFiles.includes(address.pathname)) {
    event.respondWith(
      caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)),
    );
  } else if (!address.pathname.startsWith(eventsAddress)) {
    event.respondWith(answer(request));
  }
});

/** The shell of this version, whatever page is asked for. @param {Request} request */
async function page(request) {
  const found = await caches.match('/', { cacheName: shell, ignoreVary: true });
  return found ?? fetch(request);
}

/** A file named by its content: once is enough. @param {Request} request */
async function file(request) {
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) (await caches.open(parts)).put(request, response.clone());
  return response;
}

/** From the network; what was downloaded when there is none, or none that answers. @param {Request} request */
async function answer(request) {
  const network = fetch(request);
  const response = network.catch(() => undefined);
  const found = await caches.match(request, { cacheName: kept, ignoreVary: true });
  if (!found) return network;
  const late = new Promise((resolve) => setTimeout(resolve, patience, 'late'));
  const inTime = await Promise.race([response, late]);
  if (inTime instanceof Response) return inTime;
  // The pages know from it that there is no network all the same, or perhaps only a slow one.
  const { status, headers } = found;
  const told = new Headers(headers);
  told.set('Wayside-Kept', inTime === 'late' ? inTime : '1');
  return new Response(found.body, { status, headers: told });
}
