// What stands around all pages follows: news, families, what begins soon, and what the server tells of itself.
// It is loaded before any page, without what only pages need.

import { get, invalidate, invalidateAll, watch } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */

/** How many notifications are unread. @param {(resource: Resource<Answers['listNotifications']>) => void} call */
export const followUnread = (call) => watch(address('/v1/notifications', { limit: 1 }), call);

/** How many communities have what one has not seen. @param {(resource: Resource<Answers['listCommunities']>) => void} call */
export const followCommunityNews = (call) => watch(address('/v1/communities', { limit: 1 }), call);

/** The groups that one is in, those first where one has been last. @returns {Promise<import('api-types').Realm[]>} */
export async function listGroupsAsUsed() {
  /** @type {Answers['listRealms']} */
  const { items } = await get(address('/v1/realms', { limit: 200 }));
  const used = (/** @type {import('api-types').Realm} */ { visitedAt }) => visitedAt ?? '';
  return items.filter(({ kind }) => !['public', 'personal', 'direct'].includes(kind))
    .sort((a, b) => used(b).localeCompare(used(a)));
}

/**
 * What stands in the calendar between two moments.
 *
 * @param {Date} from @param {Date} to @param {(resource: Resource<{items: CalendarLine[]}>) => void} call
 */
export const followCalendar = (from, to, call) =>
  watch(
    address('/v1/appointments', { from: from.toISOString(), to: to.toISOString(), limit: 200 }),
    call,
  );

// What the server tells while a page is open

/** What is read again when a notification has come. @param {{kind: string}} notification */
export function notified({ kind }) {
  invalidate('/v1/notifications', '/v1/me/notifications');
  if (kind === 'invitation' || kind === 'membership') {
    invalidate('/v1/invitations', '/v1/friends', '/v1/friend-requests');
  }
  // Pages show what one may do there; whoever was not in it is told of no change.
  if (kind === 'membership') invalidate('/v1/realms');
}

/** Somebody whose position one may see has moved. */
export const positionsChanged = () => invalidate('/v1/positions');

/** Anything may have changed. */
export const everythingChanged = () => invalidateAll();
