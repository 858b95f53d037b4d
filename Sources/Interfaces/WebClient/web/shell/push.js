// Pushes to this device: what pages and the service worker do about the browser's subscription.

/** Whether this browser can show notifications while the pages are closed. */
export const canPush = () =>
  'Notification' in globalThis && 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** The bytes of a text in base64url. @param {string} text */
function bytesOf(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Whether a subscription is for a server of that key. @param {PushSubscription} subscription @param {string} key */
export function isFor(subscription, key) {
  const known = subscription.options?.applicationServerKey;
  if (!known) return true;
  const wanted = bytesOf(key);
  const bytes = new Uint8Array(known);
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
}

/**
 * The browser's subscription for a server; made if there is none, anew if it is another server's.
 *
 * @param {ServiceWorkerRegistration} registration @param {string} key of the server, base64url
 */
export async function subscribed(registration, key) {
  const known = await registration.pushManager.getSubscription();
  if (known && isFor(known, key)) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
}

/** What the server is told of a subscription. @param {PushSubscription} subscription */
export function bodyOf(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } };
}

/** Milliseconds that nobody waits longer for a push service, for instance to log out. */
const patience = 2_000;

/** Ends the browser's subscription, if there is one: nothing comes to whoever is next here. */
export async function leavePush() {
  if (!canPush()) return;
  // The server has let go of the device all the same.
  await Promise.race([
    unsubscribe().catch(() => false),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);
}

async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.unsubscribe();
}
