// How somebody travels: means at hand, limits, home.

import { etag, get, send } from '../shell/api.js';

/** @typedef {import('api-types').TravelPreferences} TravelPreferences */
/** @typedef {import('api-types').TravelPreferencesInput} TravelPreferencesInput */

const path = '/v1/me/travel-preferences';

/**
 * @param {import('../shell/view.js').View} view
 * @param {(resource: import('../shell/api.js').Resource<TravelPreferences>) => void} [call] before it is drawn
 * @returns {import('../shell/view.js').Watched<TravelPreferences>}
 */
export const watchTravelPreferences = (view, call) => view.watch(path, call);

/** @param {AbortSignal} [signal] @returns {Promise<TravelPreferences>} */
export const readTravelPreferences = (signal) => get(path, signal);

/** The version that was read last, for a change of it. */
export const travelPreferencesTag = () => etag(path);

/** Stores them; every plan is made anew. @param {TravelPreferencesInput} body @param {string | null} tag @returns {Promise<TravelPreferences>} */
export const storeTravelPreferences = (body, tag) =>
  send('PUT', path, { body, match: tag, changes: [path, '/v1/appointments'] });
