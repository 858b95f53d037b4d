// Addresses of the API, with what is asked of them.

/** @typedef {string | number | boolean | readonly (string | number)[] | null | undefined} QueryValue */

/**
 * An address with its query: values are encoded, lists joined by commas, what is undefined or null left out.
 *
 * @param {string} path of the API, for instance `/v1/tours` @param {Record<string, QueryValue>} [query]
 */
export function address(path, query = {}) {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** A colon, as in times, and a comma, as in places, need no code in a query. @param {string} text */
const encoded = (text) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');

/** The beginning of all addresses of the API. */
export const everything = '/v1/';

// What the service worker asks too, which loads nothing of the pages.

/** The stream of events. */
export const eventsAddress = '/v1/events';

/** The key that the browser's subscription to pushes is for. */
export const pushKeyAddress = '/v1/push-key';

/** This device among those that are pushed to. */
export const pushDeviceAddress = '/v1/push-subscriptions/current';
