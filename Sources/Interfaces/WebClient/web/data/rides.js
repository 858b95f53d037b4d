// Rides to an event that are offered, looked for and shared.

import { send } from '../shell/api.js';
import { address } from './address.js';
import { occurrenceOf } from './events.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').RideList} RideList */

/**
 * @typedef {Object} RideDraft
 * @property {'driver' | 'seeker'} role
 * @property {{from: 'home'} | {from: 'shown', lat: number, lon: number, label?: string}} start
 * @property {number} [seats] that are offered
 */

/** @param {GroupEvent} event */
const all = ({ id }) => `/v1/group-events/${id}/rides`;

/** @param {GroupEvent} event @param {string} what below the rides */
const below = (event, what) =>
  address(`${all(event)}${what}`, { occurrence: occurrenceOf(event).at });

/** @param {'PUT' | 'DELETE'} method @param {GroupEvent} event @param {string} what @param {object} [body] */
const change = (method, event, what, body) =>
  send(method, below(event, what), { body, changes: [all(event)], match: null });

/** @param {import('../shell/view.js').View} view @param {GroupEvent} event @returns {import('../shell/view.js').Watched<RideList>} */
export const watchRides = (view, event) => view.watch(below(event, ''));

/** Offers seats, or looks for one. @param {GroupEvent} event @param {RideDraft} draft */
export const offerRide = (event, draft) => change('PUT', event, '/own', draft);

/** Takes one's own offer or wish back. @param {GroupEvent} event */
export const withdrawRide = (event) => change('DELETE', event, '/own');

/** Asks somebody to ride together. @param {GroupEvent} event @param {string} account */
export const askForRide = (event, account) => change('PUT', event, `/with/${account}`);

/** Takes a question back, or no longer rides together. @param {GroupEvent} event @param {string} account */
export const leaveRide = (event, account) => change('DELETE', event, `/with/${account}`);

/** Answers somebody who asks. @param {GroupEvent} event @param {string} account @param {boolean} accept */
export const decideRide = (event, account, accept) =>
  change('PUT', event, `/with/${account}/decision`, { accept });
