// AR objects: what is known of one, those that one makes, and those that one keeps.

import { Paged } from '../parts/list.js';
import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Object} ARObject */
/** @typedef {import('api-types').InventoryItem} InventoryItem */
/** @typedef {import('../shell/view.js').View} View */
/** @typedef {{alt: string} | {decorative: true}} AltText what is to be seen, or that there is nothing to tell */

const all = '/v1/objects';
const inventory = '/v1/inventory';

/** @param {string} id @returns {Promise<ARObject>} */
export const readObject = (id) => get(`${all}/${id}`);

/** The file of its model. @param {string} id */
export const modelAddress = (id) => `${all}/${id}/content`;

/**
 * Makes an object of a model.
 *
 * @param {Blob} file @param {{name: string, origin: 'upload' | 'scan'} & AltText} words
 * @param {(part: number) => void} progress @returns {Promise<ARObject>}
 */
export const uploadObject = (file, words, progress) =>
  send('POST', address(all, words), {
    body: file,
    type: 'model/gltf-binary',
    changes: [inventory],
    progress,
  });

/** Makes an object of words. @param {{name: string, prompt: string, alt: string}} words @returns {Promise<ARObject>} */
export const makeObject = (words) => send('POST', all, { body: words, changes: [inventory] });

/** Withdraws an own object; where it stands it stays. @param {string} id */
export const withdrawObject = (id) =>
  send('DELETE', `${all}/${id}`, { match: null, changes: [inventory] });

/** Gives an own object the picture that was drawn of it. @param {string} id @param {Blob} picture @param {AltText} words */
export const sendObjectPicture = (id, picture, words) =>
  send('PUT', address(`${all}/${id}/picture`, words), { body: picture, match: null, changes: [] });

/** What one can place. @param {View} view @param {string} [source] one of them only @returns {Paged<InventoryItem>} */
export const pagedInventory = (view, source) => new Paged(view, address(inventory, { source }), 60);

/** The same, at once. @param {AbortSignal} [signal] @returns {Promise<InventoryItem[]>} */
export const readInventory = async (signal) =>
  (await get(address(inventory, { limit: 200 }), signal)).items;

/** Keeps somebody else's object. @param {string} id */
export const keepObject = (id) =>
  send('PUT', `${inventory}/${id}`, { match: null, changes: [inventory] });

/** Keeps it no longer. @param {string} id */
export const dropObject = (id) =>
  send('DELETE', `${inventory}/${id}`, { match: null, changes: [inventory] });
