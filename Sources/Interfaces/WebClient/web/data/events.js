// Events and practices of groups, and what members answer.

import { Paged } from '../parts/list.js';
import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').MemberAnswer} MemberAnswer */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */

/**
 * An occurrence of a series by its start, perhaps with all that follow; the event itself, or the whole series, where
 * neither is given.
 *
 * @typedef {{at?: string, following?: boolean}} Occurrence
 */

/** @param {string} id @param {Occurrence} [which] */
const one = (id, { at, following } = {}) =>
  address(`/v1/group-events/${id}`, { occurrence: at, following: following || undefined });
/** @param {string} group */
const all = (group) => `/v1/realms/${group}/events`;
/** Addresses that show an event. @param {string} id @param {string} group that plans it */
export const changesOf = (id, group) => [`/v1/group-events/${id}`, all(group)];

/** The occurrence that an event was read as. @param {Pick<GroupEvent, 'repeats' | 'startsAt'>} event @returns {Occurrence} */
export const occurrenceOf = ({ repeats, startsAt }) => repeats ? { at: startsAt } : {};

/**
 * The events of a group, from an instant on, or backward from now.
 *
 * @param {View} view @param {string} group @param {number} limit
 * @param {{from?: Date, kind?: string, backward?: true}} [filter] @returns {Paged<GroupEvent>}
 */
export const pagedEvents = (view, group, limit, { from, kind, backward } = {}) =>
  new Paged(view, address(all(group), { from: from?.toISOString(), kind, backward }), limit);

/**
 * @param {View} view @param {string} id @param {Occurrence} which
 * @param {(resource: Resource<GroupEvent>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<GroupEvent>}
 */
export const watchEvent = (view, id, which, call) => view.watch(one(id, which), call);

/** @param {string} id @param {Occurrence} [which] @returns {Promise<GroupEvent>} */
export const readEvent = (id, which) => get(one(id, which));

/** @param {string} group @param {Record<string, unknown>} draft @returns {Promise<GroupEvent>} */
export const createEvent = (group, draft) =>
  send('POST', all(group), { body: draft, changes: [all(group)] });

/**
 * @param {GroupEvent} event @param {Occurrence} which @param {Record<string, unknown>} change
 * @param {string} match of what is changed @returns {Promise<GroupEvent>}
 */
export const changeEvent = ({ id, realm }, which, change, match) =>
  send('PATCH', one(id, which), { body: change, changes: changesOf(id, realm.id), match });

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

/** @param {GroupEvent} event @param {Occurrence} which */
export const cancelEvent = ({ id, realm }, which) =>
  send('DELETE', one(id, which), { changes: changesOf(id, realm.id), match: null });

// Answers

/** What says of an event which occurrence of it is answered. @typedef {Pick<GroupEvent, 'id' | 'repeats' | 'startsAt'> & {realm: {id: string}}} Asked */

/**
 * @param {Asked} event @param {{answer: 'accepted' | 'declined' | 'tentative', comment?: string}} answer
 * @returns {Promise<{answer: GroupEvent['answer']} | null>}
 */
export const answerEvent = (event, answer) =>
  send('PUT', address(`/v1/group-events/${event.id}/answer`, query(occurrenceOf(event))), {
    body: answer,
    changes: [...changesOf(event.id, event.realm.id), '/v1/appointments'],
    match: null,
  });

/** @param {Occurrence} which */
const query = ({ at }) => ({ occurrence: at });

/**
 * The answers of members: of the group, or of a team that takes part as a guest.
 *
 * @param {View} view @param {GroupEvent} event @param {string} [team] @returns {Paged<MemberAnswer>}
 */
export const pagedAnswers = (view, event, team) =>
  new Paged(
    view,
    address(`/v1/group-events/${event.id}/answers`, { ...query(occurrenceOf(event)), team }),
    50,
  );

/** Says that one has an age, which some events ask for. @param {number} threshold years */
export const assertAge = (threshold) =>
  send('PUT', '/v1/me/age-assertion', {
    body: { threshold, answer: true },
    changes: [],
    match: null,
  });

// Teams that take part

/** @param {string} event @param {string} team */
const guest = (event, team) => `/v1/group-events/${event}/teams/${team}`;

/** @param {string} event @param {string} team */
export const inviteTeam = (event, team) =>
  send('PUT', guest(event, team), { changes: [`/v1/group-events/${event}`], match: null });

/** @param {string} event @param {string} team */
export const removeTeam = (event, team) =>
  send('DELETE', guest(event, team), { changes: changesOf(event, team), match: null });
