// Objects that stand somewhere: placing, changing, reacting, and what stands around.

import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Instance} Instance */
/** @typedef {import('api-types').ViewCell} ViewCell */
/** @typedef {Instance['pose']} Pose */
/** @typedef {keyof Instance['reactions']} Reaction */
/** @typedef {{lat: number, lon: number}} Spot */
/**
 * @typedef {Object} InstanceWords what it carries; null takes it away
 * @property {string | null} [name]
 * @property {string | null} [message]
 * @property {boolean} [showsMessage]
 */

const all = '/v1/instances';
/** What shows that something stands elsewhere. */
const changes = ['/v1/nearby', all, '/v1/view'];

/** @param {string} id @returns {Promise<Instance>} */
export const readInstance = (id) => get(`${all}/${id}`);

/**
 * Places an object.
 *
 * @param {{object: string, realms: string[], pose: Pose, scale: number, name?: string, message?: string,
 *   showsMessage?: boolean}} draft @returns {Promise<Instance>}
 */
export const createInstance = (draft) => send('POST', all, { body: draft, changes });

/**
 * @param {Instance} instance as it was read @param {{pose?: Pose, scale?: number} & InstanceWords} change
 * @returns {Promise<Instance>}
 */
export const changeInstance = ({ id, version }, change) =>
  send('PATCH', `${all}/${id}`, { body: change, match: `"${version}"`, changes });

/** @param {string} id */
export const removeInstance = (id) => send('DELETE', `${all}/${id}`, { match: null, changes });

/**
 * Reacts to one, in the place of how one has reacted before; null takes it back.
 *
 * @param {string} id @param {Reaction | null} kind @returns {Promise<Instance>}
 */
export async function react(id, kind) {
  const path = `${all}/${id}/reaction`;
  if (kind) return await send('PUT', path, { match: null, body: { kind }, changes: [] });
  await send('DELETE', path, { match: null, changes: [] });
  return await readInstance(id);
}

/**
 * All instances of a group around a spot, on a grid of spots, so that the answer is found again on the device
 * when there is no network.
 *
 * @param {Spot} spot @param {number} radius metres @param {string} realm
 * @returns {Promise<ViewCell['items']>}
 */
export const readInstancesAround = async ({ lat, lon }, radius, realm) =>
  (await get(
    address('/v1/view/cell', { lat: lat.toFixed(3), lon: lon.toFixed(3), radius, realm }),
  )).items;
