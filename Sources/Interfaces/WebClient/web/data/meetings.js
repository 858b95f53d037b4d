// Common times, meeting places, saved places and starting places.

import { send, watch } from '../shell/api.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').MeetingPlaces} MeetingPlaces */
/** @typedef {import('api-types').Slots} Slots */
/** @typedef {import('api-types').StartingPlace} StartingPlace */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */
/** @typedef {{lat?: number, lon?: number, label?: string, address?: string}} Place */

/**
 * @typedef {Object} SlotQuestion
 * @property {string[]} participants
 * @property {string} from day @property {string} to day
 * @property {number} duration minutes
 * @property {string[]} parts of the day
 * @property {string} zone
 * @property {Place} [place] to which they go
 */

/**
 * @typedef {Object} PlaceQuestion
 * @property {string[]} participants
 * @property {string[]} kinds of places of the map
 * @property {string} order
 * @property {Place[]} [places] own ones that are compared with them
 * @property {string} [activity]
 * @property {string} [time]
 * @property {{lat: number, lon: number}} [from] where the asker sets out
 */

const saved = '/v1/me/places';

/** A question makes no answer outdated. @type {string[]} */
const nothing = ['none'];

/** The times at which all are free. @param {string} group @param {SlotQuestion} question @returns {Promise<Slots>} */
export const findSlots = (group, question) =>
  send('POST', `/v1/realms/${group}/slots`, { body: question, changes: nothing });

/** Calls whenever a group changes; returns what ends it. @param {string} group @param {() => void} call */
export const followGroup = (group, call) => watch(`/v1/realms/${group}`, call).end;

/** @param {string} group @param {PlaceQuestion} question @returns {Promise<MeetingPlaces>} */
export const findMeetingPlaces = (group, question) =>
  send('POST', `/v1/realms/${group}/meeting-places`, { body: question, changes: nothing });

/** The travel times of all to the places of a poll. @param {View} view @param {string} activity @returns {Watched<MeetingPlaces>} */
export const watchActivityWays = (view, activity) => view.watch(`/v1/activities/${activity}/ways`);

/** One's starting place for an activity. @param {View} view @param {string} activity @returns {Watched<StartingPlace>} */
export const watchStartingPlace = (view, activity) =>
  view.watch(`/v1/activities/${activity}/start`);

/** @param {string} activity @param {StartingPlace} start */
export const changeStartingPlace = (activity, start) =>
  send('PUT', `/v1/activities/${activity}/start`, {
    body: start,
    changes: ['start', 'ways'].map((what) => `/v1/activities/${activity}/${what}`),
    match: null,
  });

/** The places that one keeps. @param {View} view @returns {Watched<Answers['listSavedPlaces']>} */
export const watchSavedPlaces = (view) => view.watch(saved);

/** @param {{name: string, place: Place}} draft */
export const savePlace = (draft) => send('POST', saved, { body: draft, changes: [saved] });

/** @param {string} id */
export const removeSavedPlace = (id) =>
  send('DELETE', `${saved}/${id}`, { changes: [saved], match: null });
