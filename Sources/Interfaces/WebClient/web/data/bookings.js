// Bookings of shared things, and requests to have another's time.

import { Paged } from '../parts/list.js';
import { invalidate, send, watch } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('api-types').OverrideRequest} OverrideRequest */
/** @typedef {import('api-types').Resource} SharedThing */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */
/** @typedef {{start: string, end: string, reason: string, priority: string}} BookingDraft */
/** @typedef {{from: Date, to: Date}} Span */

/** @param {string} group */
const all = (group) => `/v1/realms/${group}/bookings`;
/** @param {string} id */
const one = (id) => `/v1/bookings/${id}`;
const requests = '/v1/override-requests';
/** @param {string} id */
const request = (id) => `${requests}/${id}`;
/** Addresses that show a booking. @param {Booking} booking */
const changes = ({ id, realm, resource }) => [
  one(id),
  `/v1/realms/${realm}`,
  `/v1/resources/${resource.id}`,
  '/v1/appointments',
];

/** @param {string} group @param {string} resource @param {Span} span @param {boolean} [given] also what was given up or away */
const ofResource = (group, resource, { from, to }, given) =>
  address(all(group), {
    resource,
    all: given || undefined,
    from: from.toISOString(),
    to: to.toISOString(),
  });

/**
 * All bookings of a thing, also those that were given up or away.
 *
 * @param {View} view @param {string} group @param {string} resource @param {Span} span @returns {Paged<Booking>}
 */
export const pagedBookings = (view, group, resource, span) =>
  new Paged(view, ofResource(group, resource, span, true), 200);

/**
 * The bookings of all things of a group that stand, in order of time.
 *
 * @param {View} view @param {string} group @param {Span} span @returns {Watched<Answers['listBookings']>}
 */
export const watchBookings = (view, group, { from, to }) =>
  view.watch(address(all(group), { from: from.toISOString(), to: to.toISOString(), limit: 50 }));

/**
 * Follows the bookings of a thing at a time, until it is ended.
 *
 * @param {string} group @param {string} resource @param {Span} span @param {() => void} call
 * @returns {import('../shell/api.js').Watch<Answers['listBookings']>}
 */
export const followBookings = (group, resource, span, call) =>
  watch(ofResource(group, resource, span), call);

/** Reads again what pages show of the bookings of a group. @param {string} group */
export const refreshBookings = (group) => invalidate(all(group));

/**
 * @param {View} view @param {string} id @param {(resource: Resource<Booking>) => void} [call] before it is drawn
 * @returns {Watched<Booking>}
 */
export const watchBooking = (view, id, call) => view.watch(one(id), call);

/** @param {SharedThing} thing @param {BookingDraft} draft @returns {Promise<Booking>} */
export const createBooking = ({ id, realm }, draft) =>
  send('POST', `/v1/resources/${id}/bookings`, {
    body: draft,
    changes: [`/v1/resources/${id}`, `/v1/realms/${realm}`, '/v1/appointments', requests],
  });

/** @param {Booking} booking @param {BookingDraft} draft */
export const changeBooking = (booking, draft) =>
  send('PATCH', one(booking.id), { body: draft, changes: changes(booking) });

/** @param {Booking} booking */
export const giveUpBooking = (booking) =>
  send('DELETE', one(booking.id), { changes: changes(booking), match: null });

/** Agrees to what cannot be checked. @param {Booking} booking */
export const acknowledgeBooking = (booking) =>
  send('POST', `${one(booking.id)}/acknowledgement`, { changes: changes(booking) });

// Another's time

/** Asks whoever has the time. @param {Booking} booking @param {BookingDraft} draft @returns {Promise<OverrideRequest>} */
export const askForBooking = (booking, draft) =>
  send('POST', `${one(booking.id)}/override-requests`, {
    body: draft,
    changes: [...changes(booking), requests],
  });

/**
 * @param {View} view @param {string} id @param {(resource: Resource<OverrideRequest>) => void} [call] before it is drawn
 * @returns {Watched<OverrideRequest>}
 */
export const watchOverrideRequest = (view, id, call) => view.watch(request(id), call);

/** Requests that one has made or has to answer, newest first. @param {View} view @returns {Watched<Answers['listOverrideRequests']>} */
export const watchOverrideRequests = (view) => view.watch(address(requests, { limit: 50 }));

/**
 * @param {string} id
 * @param {'approve' | 'deny'} decision
 * @param {boolean} [keepRest] whether the holder keeps what was not asked for
 * @returns {Promise<OverrideRequest>}
 */
export const decideOverride = (id, decision, keepRest) =>
  send('POST', `${request(id)}/decision`, {
    body: { decision, ...(keepRest ? { keepRest } : {}) },
    changes: [requests, '/v1/appointments', '/v1/realms'],
  });
