// Tours, as whoever looks for one or walks one sees them.

import { get, send, stored } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('api-types').Purchase} Purchase */
/** @typedef {import('./runs.js').Watching} Watching */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('./runs.js').Watched<T>} Watched */
/** @typedef {{items: TourSummary[], next?: string}} Page */
/**
 * @typedef {Object} Wanted
 * @property {number} limit
 * @property {string} [q] words of its name or of a stop's
 * @property {string} [near] latitude, longitude
 * @property {number} [radius] metres
 * @property {string} [cursor] where the page before has ended
 */

const all = '/v1/tours';
const purchases = '/v1/purchases';

/** The address of a tour, below which its parts are. @param {string} id */
export const tourAddress = (id) => `${all}/${encodeURIComponent(id)}`;

/** @param {Watching} view @param {string} id @param {(tour: Resource<Tour>) => void} [call] @returns {Watched<Tour>} */
export const watchTour = (view, id, call) => view.watch(tourAddress(id), call);

/** The tour as this device knows it, also from earlier visits. @param {string} id @returns {Promise<Tour | null>} */
export const storedTour = (id) => stored(tourAddress(id));

/** @param {Watching} view @param {Wanted} wanted @param {(page: Resource<Page>) => void} [call] @returns {Watched<Page>} */
export const watchTours = (view, wanted, call) => view.watch(address(all, { ...wanted }), call);

/** @param {Wanted} wanted @param {AbortSignal} [signal] @returns {Promise<Page>} */
export const readTours = (wanted, signal) => get(address(all, { ...wanted }), signal);

/** Buys a tour, once and for good. @param {string} id @returns {Promise<Purchase>} */
export const buyTour = (id) =>
  send('POST', `${tourAddress(id)}/purchase`, {
    match: null,
    changes: [tourAddress(id), purchases],
  });

/** What one has bought. @param {Watching} view @returns {Watched<{items: Purchase[]}>} */
export const watchPurchases = (view) => view.watch(purchases);

/** The picture of the code that opens a tour. @param {string} id @param {'svg' | 'png'} type */
export const codeAddress = (id, type) => `${tourAddress(id)}/qr.${type}`;

/**
 * The recording of a stop in a language.
 *
 * @param {Tour} tour @param {string} stop @param {string} language
 */
export const recordingAddress = (tour, stop, language) =>
  address(`${tourAddress(tour.id)}/stops/${stop}/recording`, {
    // The first one of the tour needs no name.
    language: language === tour.languages[0] ? undefined : language,
  });

/** The models of all objects of a tour, at its stops and beside them. @param {Tour} tour */
export const modelAddresses = (tour) =>
  [
    ...tour.stops.flatMap(({ objects }) => objects),
    ...tour.objects.map(({ object }) => object),
  ].map((id) => `/v1/objects/${id}/content`);

/**
 * Tours that begin near a spot, the nearest first.
 *
 * @param {{lat: number, lon: number}} spot @param {number} radius metres @param {number} limit
 * @param {AbortSignal} [signal]
 */
export const readToursNear = ({ lat, lon }, radius, limit, signal) =>
  readTours({ near: `${lat.toFixed(5)},${lon.toFixed(5)}`, radius, limit }, signal);
