// The service worker, and the word that a new version of the pages is there.

import { letGo } from './unsaved.js';
import { notice } from './notices.js';
import { t } from './texts.js';
import { session } from './session.js';
import { keepTyped } from './restored-input.js';

/** Offers a version that waits. @param {ServiceWorkerRegistration} registration */
function offer(registration) {
  const { waiting } = registration;
  // Without one at work this is the first visit: nothing is new.
  if (!waiting || !navigator.serviceWorker.controller) return;
  notice(t('shell.newVersion'), {
    seconds: 0,
    action: { label: t('shell.useIt'), run: () => waiting.postMessage('activate') },
  });
}

/** Loads the page anew; in a dialog, whose fields would be lost, once that is closed. */
function takeOver() {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) {
    dialog.addEventListener('close', () => takeOver(), { once: true });
    return;
  }
  keepTyped(session.account?.id ?? null);
  letGo();
  location.reload();
}

/** Registers the service worker where there is one: over HTTPS and on this machine. */
export async function watchVersion() {
  if (!('serviceWorker' in navigator)) return;
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) takeOver();
    isFirst = false;
  });
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    offer(registration);
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => offer(registration));
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    });
  } catch {
    // Pages work without; only not offline.
  }
}
