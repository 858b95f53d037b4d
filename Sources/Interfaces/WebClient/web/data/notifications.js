// Notifications: what one was told, and how and when one is told.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';

/** @typedef {import('api-types').Notification} Notification */
/** @typedef {import('api-types').NotificationSetting} Setting */
/** @typedef {import('api-types').DeliverySchedule} Schedule */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const all = '/v1/notifications';
const settings = '/v1/notification-settings';
const schedule = '/v1/delivery-schedule';

/** What one was told, newest first. @param {View} view @returns {Paged<Notification, {unread: number}>} */
export const pagedNotifications = (view) => new Paged(view, all);

/** The newest of them. @param {View} view @returns {Watched<{items: Notification[], unread: number}>} */
export const watchNotifications = (view) => view.watch(`${all}?limit=30`);

/** @param {string} id @param {string} queue what it is called while it waits */
export const markSeen = (id, queue) => send('POST', `${all}/${id}/seen`, { changes: [all], queue });

/** @param {string} queue what it is called while it waits */
export const markAllSeen = (queue) => send('POST', `${all}/seen`, { changes: [all], queue });

// How one is told

/** @param {View} view @returns {Watched<{items: Setting[]}>} */
export const watchNotificationSettings = (view) => view.watch(settings);

/**
 * Where a kind is told; pushes follow the list in the app until they are chosen.
 *
 * @param {Pick<Setting, 'kind' | 'enabled'> & Partial<Setting>} setting @param {string} queue what it is called
 */
export const changeNotificationSetting = (setting, queue) =>
  send('PUT', settings, { body: setting, changes: [settings], queue, match: null });

/** @param {View} view @param {(resource: Resource<Schedule>) => void} call @returns {Watched<Schedule>} */
export const watchDeliverySchedule = (view, call) => view.watch(schedule, call);

/** @param {Omit<Schedule, 'mailReaches'>} change @returns {Promise<Schedule>} */
export const changeDeliverySchedule = (change) =>
  send('PUT', schedule, { body: change, changes: [schedule], match: null });
