// Teams: their sport, contacts of members, and invitations to events of other teams.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Answers} Answers */
/** @typedef {import('api-types').TeamProfile} TeamProfile */
/** @typedef {import('api-types').TeamInvitation} TeamInvitation */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

/** @param {string} team */
const group = (team) => `/v1/realms/${team}`;

/**
 * @param {View} view @param {string} team @param {(resource: Resource<TeamProfile>) => void} [call] before it is drawn
 * @returns {Watched<TeamProfile>}
 */
export const watchTeam = (view, team, call) => view.watch(`${group(team)}/team`, call);

/** @param {string} team @param {string} sport */
export const describeTeam = (team, sport) =>
  send('PUT', `${group(team)}/team`, { body: { sport }, changes: [group(team)], match: null });

/**
 * The contacts of its members, as far as each allows it.
 *
 * @param {View} view @param {string} team
 * @param {(resource: Resource<Answers['listContacts']>) => void} [call] before it is drawn
 * @returns {Watched<Answers['listContacts']>}
 */
export const watchContacts = (view, team, call) =>
  view.watch(address(`${group(team)}/contacts`, { limit: 200 }), call);

/** Shows the team how one is reached, or no longer. @param {string} team @param {boolean} shared */
export const shareContact = (team, shared) =>
  send('PUT', `${group(team)}/contacts/own`, {
    body: { shared },
    changes: [`${group(team)}/contacts`],
    match: null,
  });

/** Events of other teams that wait for an answer. @param {View} view @param {string} team @returns {Paged<TeamInvitation>} */
export const pagedTeamInvitations = (view, team) =>
  new Paged(view, `${group(team)}/team-invitations`, 50);

/** @param {string} team @param {string} event @param {boolean} accept */
export const answerTeamInvitation = (team, event, accept) =>
  send('PUT', `${group(team)}/team-invitations/${event}`, {
    body: { accept },
    changes: [group(team)],
    match: null,
  });
