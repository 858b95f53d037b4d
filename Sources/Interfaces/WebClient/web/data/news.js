// News of groups.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';

/** @typedef {import('api-types').GroupNews} GroupNews */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */

/** @param {string} group */
const all = (group) => `/v1/realms/${group}/news`;

/** @param {View} view @param {string} group @returns {Paged<GroupNews>} */
export const pagedNews = (view, group) => new Paged(view, all(group), 5);

/**
 * @param {View} view @param {string} id @param {(resource: Resource<GroupNews>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<GroupNews>}
 */
export const watchNews = (view, id, call) => view.watch(`/v1/news/${id}`, call);

/** @param {string} group @param {{title: string, text: string}} draft */
export const createNews = (group, draft) =>
  send('POST', all(group), { body: draft, changes: [all(group)] });

/** @param {GroupNews} news */
export const removeNews = ({ id, realm }) =>
  send('DELETE', `/v1/news/${id}`, { changes: [all(realm)], match: null });
