// Communities: those that can be found, and what is new in one's own.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').Community} Community */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const all = '/v1/communities';

/**
 * One's own first; with the categories of all.
 *
 * @param {View} view @param {string} [category] @returns {Paged<Community, {categories: string[]}>}
 */
export const pagedCommunities = (view, category) =>
  new Paged(view, address(all, { category: category || undefined }));

/** The number of those with something new, and the categories of all. @param {View} view @returns {Watched<Answers['listCommunities']>} */
export const watchCommunities = (view) => view.watch(address(all, { limit: 1 }));

/**
 * A community's category and publishers.
 *
 * @param {View} view @param {string} id @param {(resource: Resource<Community>) => void} [call] before it is drawn
 * @returns {Watched<Community>}
 */
export const watchCommunity = (view, id, call) => view.watch(`${all}/${id}`, call);

/** @param {string} id @param {{category: string, publishers: string}} description */
export const describeCommunity = (id, description) =>
  send('PUT', `${all}/${id}`, {
    body: description,
    changes: [all, `/v1/realms/${id}`],
    match: null,
  });

/** Marks what is new in a group as seen. @param {string} id */
export const visitGroup = (id) =>
  send('PUT', `/v1/realms/${id}/visit`, { changes: [all, '/v1/realms?'], match: null });
