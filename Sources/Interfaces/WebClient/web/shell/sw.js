// The service worker: the shell works without a network, and a new version waits until it is wanted.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {string[]} The addresses of the shell's files, put in by the build. */
const shellFiles = SHELL_FILES;
const shell = 'shell-' + SHELL_VERSION;
/** What was used besides: pages loaded on demand, the map, 3D; named by content, so never stale. */
const parts = 'parts';
/** What people downloaded for use without a network; pages write into it. */
const kept = 'downloads';

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
    ).then(() => worker.clients.claim()),
  );
});

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') worker.skipWaiting();
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data ?? '/calendar'));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (address.pathname === '/licenses') return;
    event.respondWith(page(request));
  } else if (address.pathname.startsWith('/assets/')) {
    event.respondWith(file(request));
  } else if (shellFiles.includes(address.pathname)) {
    event.respondWith(
      caches.match(request, { ignoreVary: true }).then((found) => found ?? fetch(request)),
    );
  } else if (!address.pathname.startsWith('/v1/events')) {
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

/** From the network; what was downloaded when there is none. @param {Request} request */
async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(request, { cacheName: kept, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}
