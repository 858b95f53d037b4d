// Rides to an event that are offered, looked for and shared.

import { send } from '../shell/api.js';
import { address } from './address.js';
import { occurrenceOf } from './events.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').RideList} RideList */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

/**
 * @typedef {Object} RideDraft
 * @property {'driver' | 'seeker'} role
 * @property {{from: 'home'} | {from: 'shown', lat: number, lon: number, label?: string}} start
 * @property {number} [seats] that are offered
 */

/** The occurrence of an event that one rides to. @typedef {Pick<GroupEvent, 'id' | 'repeats' | 'startsAt'>} Goal */
/** @typedef {import('api-types').RideRequest} RideRequest */

const requests = '/v1/ride-requests';
/** @param {Goal} event */
const all = ({ id }) => `/v1/group-events/${id}/rides`;

/** @param {Goal} event @param {string} what below the rides */
const below = (event, what) =>
  address(`${all(event)}${what}`, { occurrence: occurrenceOf(event).at });

/** @param {'PUT' | 'DELETE'} method @param {Goal} event @param {string} what @param {object} [body] */
const change = (method, event, what, body) =>
  send(method, below(event, what), { body, changes: [all(event), requests], match: null });

/** @param {View} view @param {GroupEvent} event @returns {Watched<RideList>} */
export const watchRides = (view, event) => view.watch(below(event, ''));

/** Those who ask and wait for one's answer. @param {View} view @returns {Watched<import('api-types').RideRequests>} */
export const watchRideRequests = (view) => view.watch(requests);

/** Offers seats, or looks for one. @param {GroupEvent} event @param {RideDraft} draft */
export const offerRide = (event, draft) => change('PUT', event, '/own', draft);

/** Takes one's own offer or wish back. @param {GroupEvent} event */
export const withdrawRide = (event) => change('DELETE', event, '/own');

/** Asks somebody to ride together. @param {GroupEvent} event @param {string} account */
export const askForRide = (event, account) => change('PUT', event, `/with/${account}`);

/** Takes a question back, or no longer rides together. @param {GroupEvent} event @param {string} account */
export const leaveRide = (event, account) => change('DELETE', event, `/with/${account}`);

/** Answers somebody who asks. @param {Goal} event @param {string} account @param {boolean} accept */
export const decideRide = (event, account, accept) =>
  change('PUT', event, `/with/${account}/decision`, { accept });
