// Calendars as a whole: a group's, and files in and out.

import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').GroupCalendar} GroupCalendar */
/** @typedef {import('api-types').ImportedCalendar} ImportedCalendar */

/**
 * When each of a group is free or busy, from one moment until another.
 *
 * @param {import('../shell/view.js').View} view @param {string} group @param {Date} from @param {Date} to
 * @returns {import('../shell/view.js').Watched<GroupCalendar>}
 */
export const watchGroupCalendar = (view, group, from, to) =>
  view.watch(address(`/v1/realms/${group}/calendar`, {
    from: from.toISOString(),
    to: to.toISOString(),
  }));

/** Takes the events of a file into one's calendar. @param {File} file @returns {Promise<ImportedCalendar>} */
export const importCalendar = (file) =>
  send('POST', '/v1/calendar/import', {
    body: file,
    type: 'text/calendar',
    changes: ['/v1/appointments'],
  });

/** The address of one's calendar as a file. */
export const calendarFile = '/v1/calendar/export.ics';
