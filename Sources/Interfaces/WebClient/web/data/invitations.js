// Invitations into groups, and wishes to come in.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('api-types').OpenInvitation} OpenInvitation */
/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const all = '/v1/invitations';
/** The lists of invitations and of groups. */
const lists = { invitations: `${all}?`, groups: '/v1/realms?' };

/** @param {string} idOrToken */
const one = (idOrToken) => `${all}/${encodeURIComponent(idOrToken)}`;
/** @param {string} group */
const ofGroup = (group) => `/v1/realms/${group}`;

/** Invitations that wait for one's answer. @param {View} view @param {number} limit @returns {Watched<Answers['listOwnInvitations']>} */
export const watchOwnInvitations = (view, limit) => view.watch(address(all, { limit }));

/**
 * The invitation of a link or a notification.
 *
 * @param {View} view @param {string} token
 * @param {(resource: import('../shell/api.js').Resource<Invitation>) => void} [call] before it is drawn
 * @returns {Watched<Invitation>}
 */
export const watchInvitation = (view, token, call) => view.watch(one(token), call);

/** What a link says to who is not logged in. @param {View} view @param {string} token @returns {Watched<OpenInvitation>} */
export const watchOpenInvitation = (view, token) => view.watch(one(token));

/** Open invitations and requests of a group, for its admins. @param {View} view @param {string} group @returns {Paged<Invitation>} */
export const pagedInvitations = (view, group) =>
  new Paged(view, `${ofGroup(group)}/invitations`, 50);

/**
 * Invites by address, or makes a link.
 *
 * @param {string} group
 * @param {{role: string, expiresIn: number, to?: string, message?: string, link?: true, uses?: number}} draft
 * @returns {Promise<import('api-types').NewInvitation>}
 */
export const createInvitation = (group, draft) =>
  send('POST', `${ofGroup(group)}/invitations`, { body: draft, changes: [ofGroup(group)] });

/** Comes into the group of a link. @param {string} token @returns {Promise<Realm>} */
export const joinByInvitation = (token) =>
  send('POST', `${one(token)}/acceptance`, { changes: ['/v1/realms', lists.invitations] });

/** Answers an invitation or a friend request. @param {string} id @param {boolean} accepts */
export const answerInvitation = (id, accepts) =>
  send('POST', `${one(id)}/${accepts ? 'acceptance' : 'refusal'}`, {
    changes: [lists.invitations, '/v1/realms', '/v1/friends', '/v1/notifications'],
  });

/** Takes an invitation back. @param {string} id @param {string} group */
export const withdrawInvitation = (id, group) =>
  send('DELETE', one(id), { changes: [ofGroup(group), lists.groups], match: null });

/**
 * Decides on a wish to come in.
 *
 * @param {string} id @param {'accept' | 'deny'} decision
 */
export const decideRequest = (id, decision) =>
  send('POST', `/v1/requests/${id}/decision`, {
    body: { decision },
    changes: ['/v1/realms', lists.invitations],
  });
