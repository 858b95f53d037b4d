// Events and practices of groups.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('./appointments.js').Occurrence} Occurrence */

/** @param {string} id @param {Occurrence} [which] */
const one = (id, which) =>
  address(`/v1/group-events/${id}`, {
    occurrence: which?.at,
    following: which?.following ? true : undefined,
  });

/** @param {string} id @param {Occurrence} [which] @returns {Promise<GroupEvent>} */
export const readEvent = (id, which) => get(one(id, which));

/**
 * Has an event begin at another time; all who are asked are told.
 *
 * @param {string} id @param {string} start wall time @param {number} version that was read
 * @param {Occurrence} [which] @returns {Promise<GroupEvent>}
 */
export const moveEvent = (id, start, version, which) =>
  send('PATCH', one(id, which), {
    body: { start },
    match: `"${version}"`,
    changes: ['/v1/appointments', '/v1/realms', '/v1/group-events', '/v1/activities'],
  });
