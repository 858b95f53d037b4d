// Things that a group shares.

import { Paged } from '../parts/list.js';
import { get, send } from '../shell/api.js';

/** @typedef {import('api-types').Resource} SharedThing */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */

/**
 * @typedef {{name: string, description: string, place?: SharedThing['place'], rules: SharedThing['rules'],
 *   calendarAddress?: string}} ResourceDraft
 */

/** @param {string} group */
const all = (group) => `/v1/realms/${group}/resources`;
/** @param {string} id */
const one = (id) => `/v1/resources/${id}`;
/** Addresses that show a thing. @param {SharedThing} thing */
const changes = ({ id, realm }) => [one(id), all(realm)];

/** @param {View} view @param {string} group @returns {Paged<SharedThing>} */
export const pagedResources = (view, group) => new Paged(view, all(group), 200);

/**
 * @param {View} view @param {string} id @param {(resource: Resource<SharedThing>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<SharedThing>}
 */
export const watchResource = (view, id, call) => view.watch(one(id), call);

/** @param {string} id @returns {Promise<SharedThing>} */
export const readResource = (id) => get(one(id));

/** @param {string} group @param {ResourceDraft} draft @returns {Promise<SharedThing>} */
export const createResource = (group, draft) =>
  send('POST', all(group), { body: draft, changes: [`/v1/realms/${group}`] });

/** @param {SharedThing} thing @param {ResourceDraft} draft @param {string} match of what is changed @returns {Promise<SharedThing>} */
export const replaceResource = (thing, draft, match) =>
  send('PUT', one(thing.id), { body: draft, changes: changes(thing), match });

/** Deletes it as it is now, with its bookings. @param {SharedThing} thing */
export async function removeResource({ id, realm }) {
  await get(one(id));
  await send('DELETE', one(id), { changes: [`/v1/realms/${realm}`] });
}

/**
 * @param {SharedThing} thing @param {Blob} file @param {string} words about it
 * @param {(part: number) => void} progress
 */
export const sendResourcePicture = (thing, file, words, progress) =>
  send('PUT', `${one(thing.id)}/picture?${words}`, {
    body: file,
    progress,
    match: null,
    changes: changes(thing),
  });

/** @param {SharedThing} thing */
export const removeResourcePicture = (thing) =>
  send('DELETE', `${one(thing.id)}/picture`, { match: null, changes: changes(thing) });

/** Has the server read the thing's calendar elsewhere again, which takes it some seconds. @param {string} id */
export const readResourceCalendar = (id) =>
  send('POST', `${one(id)}/reading`, { changes: [one(id)] });
