// Calendars elsewhere whose entries stand in one's own.

import { send } from '../shell/api.js';

/** @typedef {import('api-types').CalendarSubscription} CalendarSubscription */

const path = '/v1/calendar/subscriptions';
const changes = [path, '/v1/appointments'];

/**
 * @param {import('../shell/view.js').View} view
 * @param {(resource: import('../shell/api.js').Resource<{items: CalendarSubscription[]}>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<{items: CalendarSubscription[]}>}
 */
export const watchCalendarSubscriptions = (view, call) => view.watch(path, call);

/** @param {{name: string, address: string}} body @returns {Promise<CalendarSubscription>} */
export const createCalendarSubscription = (body) => send('POST', path, { body, changes });

/** Has it read now. @param {string} id @returns {Promise<CalendarSubscription>} */
export const readCalendarSubscription = (id) => send('POST', `${path}/${id}/reading`, { changes });

/** Ends it; its entries leave the calendar. @param {string} id @returns {Promise<null>} */
export const removeCalendarSubscription = (id) =>
  send('DELETE', `${path}/${id}`, { match: null, changes });
