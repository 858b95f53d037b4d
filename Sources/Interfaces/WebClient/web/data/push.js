// Devices that are pushed to.

import { send } from '../shell/api.js';
import { consentsAddress } from './account.js';
import { pushDeviceAddress, pushKeyAddress } from './address.js';

/** @typedef {import('api-types').PushKey} PushKey */
/** @typedef {import('api-types').PushSubscription} Device */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const all = '/v1/push-subscriptions';

/** The key that the browser's subscription is for. @param {View} view @returns {Watched<PushKey>} */
export const watchPushKey = (view) => view.watch(pushKeyAddress);

/** @param {View} view @returns {Watched<{items: Device[]}>} */
export const watchPushDevices = (view) => view.watch(all);

/** Has this device pushed to, which is a consent. @param {ReturnType<typeof import('../shell/push.js').bodyOf>} subscription */
export const registerPush = (subscription) =>
  send('PUT', pushDeviceAddress, {
    body: subscription,
    match: null,
    changes: [all, consentsAddress],
  });

/** Has this device left alone. */
export const unregisterPush = () =>
  send('DELETE', pushDeviceAddress, { match: null, changes: [all] });

/** Has another device left alone. @param {string} id */
export const endPushDevice = (id) =>
  send('DELETE', `${all}/${id}`, { match: null, changes: [all] });
