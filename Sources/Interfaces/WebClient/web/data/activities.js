// Activities that a group plans together, step by step.

import { Paged } from '../parts/list.js';
import { get, invalidate, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */

/**
 * A change of an activity, with the step that is gone to.
 *
 * @typedef {{name?: string, description?: string, invitees?: string[], start?: string, duration?: number,
 *   checked?: boolean, place?: Activity['place'], type?: string, tasks?: {title: string, assignee?: string}[],
 *   step?: Activity['step']}} ActivityChange
 */

/** @param {string} group */
const all = (group) => `/v1/realms/${group}/activities`;
/** @param {string} group */
const types = (group) => `/v1/realms/${group}/activity-types`;
/** @param {string} id */
const one = (id) => `/v1/activities/${id}`;
/** Addresses that show an activity. @param {string} id */
export const changesOf = (id) => [one(id), '/v1/realms'];
/** Also where it stands in calendars. @param {string} id */
const calendars = (id) => [...changesOf(id), '/v1/appointments'];

/** @param {View} view @param {string} group @returns {Paged<Activity>} */
export const pagedActivities = (view, group) => new Paged(view, all(group));

/** The newest ones of a group. @param {View} view @param {string} group @returns {Watched<Answers['listActivities']>} */
export const watchActivities = (view, group) => view.watch(address(all(group), { limit: 30 }));

/**
 * @param {View} view @param {string} id @param {(resource: Resource<Activity>) => void} [call] before it is drawn
 * @returns {Watched<Activity>}
 */
export const watchActivity = (view, id, call) => view.watch(one(id), call);

/** @param {string} id @returns {Promise<Activity>} */
export const readActivity = (id) => get(one(id));

/** Reads again what pages show of it. @param {string} id */
export const refreshActivity = (id) => invalidate(one(id));

/** Begins one. @param {string} group @returns {Promise<Activity>} */
export const createActivity = (group) =>
  send('POST', all(group), { body: {}, changes: [`/v1/realms/${group}`] });

/**
 * @param {string} id @param {ActivityChange} change
 * @param {string} [match] of what is changed; what was read last unless given
 */
export const changeActivity = (id, change, match) =>
  send('PATCH', one(id), {
    body: change,
    changes: calendars(id),
    ...(match === undefined ? {} : { match }),
  });

/**
 * The activity that an entry of the calendar is of: among those of its group.
 *
 * @param {string} group @param {string} appointment @returns {Promise<Activity | null>}
 */
export async function activityOfAppointment(group, appointment) {
  /** @type {string | undefined} */
  let cursor;
  do {
    /** @type {Answers['listActivities']} */
    const page = await get(address(all(group), { limit: 200, cursor }));
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
  send('PATCH', one(id), {
    body: { start: start.toISOString(), duration },
    match: `"${version}"`,
    changes: ['/v1/appointments', '/v1/realms', '/v1/group-events', '/v1/activities'],
  });

/** Cancels it. @param {string} id */
export const removeActivity = (id) =>
  send('DELETE', one(id), { changes: ['/v1/realms', '/v1/appointments'], match: null });

/** Enters what was planned into the calendars of all. @param {string} id */
export const sendInvites = (id) => send('POST', `${one(id)}/invites`, { changes: calendars(id) });

/** @param {View} view @param {string} group @returns {Watched<Answers['listActivityTypes']>} */
export const watchActivityTypes = (view, group) =>
  view.watch(address(types(group), { limit: 200 }));

/** @param {string} group @param {{name: string, tasks: string[]}} draft */
export const createActivityType = (group, draft) =>
  send('POST', types(group), { body: draft, changes: [`/v1/realms/${group}`] });
