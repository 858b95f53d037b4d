// Groups: families, friends, teams and communities, as those see them who are in them or may come in.

import { Paged } from '../parts/list.js';
import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

/**
 * The members of a group that are changed together.
 *
 * @typedef {{name: string, description: string, joinPolicy: string, timeZone?: string | null}} GroupDraft
 */

const all = '/v1/realms';
/** Lists of groups, not what is known of each. */
const lists = `${all}?`;

/** @param {string} id */
const one = (id) => `${all}/${id}`;

/**
 * All groups that one is in.
 *
 * @param {View} view @param {(resource: Resource<Answers['listRealms']>) => void} [call] before it is drawn
 * @returns {Watched<Answers['listRealms']>}
 */
export const watchGroups = (view, call) => view.watch(address(all, { limit: 200 }), call);

/** The groups that one is in, by as many as the server gives at once. @param {View} view @returns {Paged<Realm>} */
export const pagedGroups = (view) => new Paged(view, all, 200);

/** The groups that one is in, at once. @returns {Promise<Answers['listRealms']>} */
export const readGroups = () => get(address(all, { limit: 200 }));

/**
 * Groups that can be found, by the beginning of their names.
 *
 * @param {View} view @param {string} [name] @returns {Paged<Realm>}
 */
export const pagedOpenGroups = (view, name) =>
  new Paged(view, address(all, { discover: true, name: name || undefined }));

/** @param {string} name @param {number} limit @returns {Promise<Answers['listRealms']>} */
export const readOpenGroups = (name, limit) =>
  get(address(all, { discover: true, limit, name: name.slice(0, 100) }));

/**
 * @param {View} view @param {string} id @param {(resource: Resource<Realm>) => void} [call] before it is drawn
 * @returns {Watched<Realm>}
 */
export const watchGroup = (view, id, call) => view.watch(one(id), call);

/** @param {string} id @returns {Promise<Realm>} */
export const readGroup = (id) => get(one(id));

/** @param {GroupDraft & {kind: string}} draft @returns {Promise<Realm>} */
export const createGroup = (draft) => send('POST', all, { body: draft });

/** @param {string} id @param {GroupDraft} change @param {string} match of what is changed @returns {Promise<Realm>} */
export const changeGroup = (id, change, match) =>
  send('PATCH', one(id), { body: change, match, changes: [all] });

/** Deletes the group as it was read. @param {string} id */
export const removeGroup = (id) => send('DELETE', one(id), { changes: [lists] });

/**
 * @param {string} id @param {Blob} file @param {string} words about it @param {(part: number) => void} progress
 */
export const sendGroupPicture = (id, file, words, progress) =>
  send('PUT', `${one(id)}/picture?${words}`, { body: file, progress, match: null, changes: [all] });

/** @param {string} id */
export const removeGroupPicture = (id) =>
  send('DELETE', `${one(id)}/picture`, { match: null, changes: [all] });

/** Comes into a group that is open to all. @param {string} id @returns {Promise<Realm>} */
export const joinGroup = (id) => send('POST', `${one(id)}/members`, { changes: [all] });

/** Asks those who run it to come in. @param {string} id */
export const askToJoin = (id) => send('POST', `${one(id)}/requests`, { body: {}, changes: [all] });

/** Goes out of a group. @param {string} id @param {string} account one's own */
export const leaveGroup = (id, account) =>
  send('DELETE', `${one(id)}/members/${account}`, {
    changes: [all, '/v1/appointments', '/v1/friends'],
    match: null,
  });
