// Private addresses by which other programs follow a calendar.

import { send } from '../shell/api.js';

/** @typedef {import('api-types').CalendarFeed} CalendarFeed */

const path = '/v1/calendar/feeds';
const changes = [path];

/** @param {import('../shell/view.js').View} view @returns {import('../shell/view.js').Watched<{items: CalendarFeed[]}>} */
export const watchCalendarFeeds = (view) => view.watch(path);

/** Its address is in the answer, and in no later one. @param {{name: string, realm?: string}} body @returns {Promise<CalendarFeed>} */
export const createCalendarFeed = (body) => send('POST', path, { body, changes });

/** Gives it another address, in the answer alone. @param {string} id @returns {Promise<CalendarFeed>} */
export const renewCalendarFeed = (id) => send('POST', `${path}/${id}/address`, { changes });

/** @param {string} id @returns {Promise<null>} */
export const removeCalendarFeed = (id) => send('DELETE', `${path}/${id}`, { match: null, changes });
