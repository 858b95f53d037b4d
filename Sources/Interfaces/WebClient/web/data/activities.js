// Activities of groups.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Activity} Activity */

/**
 * The activity that an entry of the calendar is of: among those of its group.
 *
 * @param {string} group @param {string} appointment @returns {Promise<Activity | null>}
 */
export async function activityOfAppointment(group, appointment) {
  /** @type {string | undefined} */
  let cursor;
  do {
    /** @type {{items: Activity[], next?: string}} */
    const page = await get(address(`/v1/realms/${group}/activities`, { limit: 200, cursor }));
    const found = page.items.find((one) => one.appointment === appointment);
    if (found) return found;
    cursor = page.next;
  } while (cursor);
  return null;
}

/**
 * Has an activity take place at another time; all who take part are told.
 *
 * @param {string} id @param {Date} start @param {number} duration seconds @param {number} version that was read
 * @returns {Promise<Activity>}
 */
export const moveActivity = (id, start, duration, version) =>
  send('PATCH', `/v1/activities/${id}`, {
    body: { start: start.toISOString(), duration },
    match: `"${version}"`,
    changes: ['/v1/appointments', '/v1/realms', '/v1/group-events', '/v1/activities'],
  });
