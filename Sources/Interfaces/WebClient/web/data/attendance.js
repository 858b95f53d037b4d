// The attendance of events.

import { Paged } from '../parts/list.js';
import { get, send } from '../shell/api.js';
import { address } from './address.js';
import { changesOf, occurrenceOf } from './events.js';

/** @typedef {import('api-types').AttendanceLine} AttendanceLine */
/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {'present' | 'absent'} Mark */

/** As many marks as one request takes. */
export const mostMarks = 200;

/** @param {GroupEvent} event @param {string} [team] that takes part as a guest */
const sheet = (event, team) =>
  address(`/v1/group-events/${event.id}/attendance`, {
    occurrence: occurrenceOf(event).at,
    team,
  });

/**
 * @param {import('../shell/view.js').View} view @param {GroupEvent} event @param {number} limit
 * @param {string} [team] that takes part as a guest @returns {Paged<AttendanceLine>}
 */
export const pagedAttendance = (view, event, limit, team) =>
  new Paged(view, sheet(event, team), limit);

/**
 * The first lines at once, as far as one may see them.
 *
 * @param {string} event @param {import('./events.js').Occurrence} [which]
 * @returns {Promise<{items: AttendanceLine[]}>}
 */
export const readAttendance = (event, which) =>
  get(address(`/v1/group-events/${event}/attendance`, { limit: 200, occurrence: which?.at }));

/** Marks others. @param {GroupEvent} event @param {{account: string, mark?: Mark}[]} marks @param {string} [team] */
export const markAttendance = (event, marks, team) =>
  send('PUT', sheet(event, team), {
    body: { marks },
    changes: changesOf(event.id, event.realm.id),
    match: null,
  });

/** Marks oneself, perhaps by where one is. @param {GroupEvent} event @param {Mark} mark @param {{lat: number, lon: number}} [position] */
export const markOwnAttendance = (event, mark, position) =>
  send(
    'PUT',
    address(`/v1/group-events/${event.id}/attendance/own`, {
      occurrence: occurrenceOf(event).at,
    }),
    { body: { mark, ...position }, changes: changesOf(event.id, event.realm.id), match: null },
  );
