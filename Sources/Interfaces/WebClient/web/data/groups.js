// Groups: families, friends, teams and communities, as those see them who are in them.

import { Paged } from '../parts/list.js';
import { get } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */
/** @typedef {{items: Realm[], next?: string}} Groups */

/**
 * All groups that one is in.
 *
 * @param {View} view @param {(resource: Resource<Groups>) => void} [call] before it is drawn
 * @returns {Watched<Groups>}
 */
export const watchGroups = (view, call) => view.watch(address('/v1/realms', { limit: 200 }), call);

/**
 * @param {View} view @param {string} id @param {(resource: Resource<Realm>) => void} [call] before it is drawn
 * @returns {Watched<Realm>}
 */
export const watchGroup = (view, id, call) => view.watch(`/v1/realms/${id}`, call);

/**
 * What a community says of itself.
 *
 * @param {View} view @param {string} id
 * @param {(resource: Resource<import('api-types').Community>) => void} [call] before it is drawn
 * @returns {Watched<import('api-types').Community>}
 */
export const watchCommunity = (view, id, call) => view.watch(`/v1/communities/${id}`, call);

const all = '/v1/realms';

/** The groups that one is in, page by page. @param {View} view @returns {Paged<Realm>} */
export const pagedGroups = (view) => new Paged(view, all, 50);

/** The groups that one is in, at once. @returns {Promise<Answers['listRealms']>} */
export const readGroups = () => get(address(all, { limit: 200 }));
