// Friends, requests to be one, and people whom one has blocked.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').AccountSummary} AccountSummary */
/** @typedef {import('api-types').Friend} Friend */
/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('../shell/view.js').View} View */

const friends = '/v1/friends';
const requests = '/v1/friend-requests';
const blocks = '/v1/blocks';

/** By the beginning of their names. @param {View} view @param {string} [name] @returns {Paged<Friend>} */
export const pagedFriends = (view, name) =>
  new Paged(view, address(friends, { name: name || undefined }), 50);

/** Friend requests that one has sent. @param {View} view @returns {Paged<Invitation>} */
export const pagedFriendRequests = (view) => new Paged(view, requests, 50);

/** @param {{to: string, message?: string}} draft `to`: an account, an address or a telephone number */
export const requestFriend = (draft) =>
  send('POST', requests, { body: draft, changes: [requests] });

/** @param {string} id */
export const withdrawFriendRequest = (id) =>
  send('DELETE', `/v1/invitations/${id}`, { changes: [requests], match: null });

/** @param {Friend} friend @param {string} account one's own */
export const endFriendship = ({ realm }, account) =>
  send('DELETE', `/v1/realms/${realm}/members/${account}`, {
    changes: [friends, '/v1/realms'],
    match: null,
  });

/** @param {View} view @returns {Paged<AccountSummary>} */
export const pagedBlocks = (view) => new Paged(view, blocks);

/** @param {string} account @param {string} [group] that shows the person */
export const block = (account, group) =>
  send('PUT', `${blocks}/${account}`, {
    changes: [blocks, ...(group ? [`/v1/realms/${group}`] : [])],
    match: null,
  });

/** @param {string} account */
export const unblock = (account) =>
  send('DELETE', `${blocks}/${account}`, { changes: [blocks], match: null });
