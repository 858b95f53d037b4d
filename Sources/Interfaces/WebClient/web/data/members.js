// Members of groups, what is said of them, and reports on them.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Member} Member */
/** @typedef {import('api-types').MemberReport} MemberReport */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

/** @param {string} group */
const all = (group) => `/v1/realms/${group}/members`;
/** @param {string} group @param {string} account */
const one = (group, account) => `${all(group)}/${account}`;
/** Addresses that show the members of a group: the group, and the lists of groups. @param {string} group */
const changes = (group) => [`/v1/realms/${group}`, '/v1/realms?'];
/** @param {string} group */
const reports = (group) => `/v1/realms/${group}/member-reports`;

/** @param {View} view @param {string} group @param {number} limit @returns {Paged<Member>} */
export const pagedMembers = (view, group, limit) => new Paged(view, all(group), limit);

/** @param {View} view @param {string} group @returns {Watched<import('api-types').Answers['listMembers']>} */
export const watchMembers = (view, group) => view.watch(address(all(group), { limit: 200 }));

/**
 * Gives a member another role, or says something of one; null takes back what was said.
 *
 * @param {string} group @param {string} account
 * @param {{role?: string, biography?: string, position?: string | null, number?: number | null}} change
 */
export const changeMember = (group, account, change) =>
  send('PATCH', one(group, account), { body: change, changes: changes(group), match: null });

/** @param {string} group @param {string} account */
export const removeMember = (group, account) =>
  send('DELETE', one(group, account), { changes: changes(group), match: null });

/** @param {string} group @param {string} account @param {{reason: string, text?: string}} report */
export const reportMember = (group, account, report) =>
  send('PUT', `${one(group, account)}/report`, { body: report, changes: [], match: null });

/** Reports that wait for those who run the group. @param {View} view @param {string} group @returns {Paged<MemberReport>} */
export const pagedMemberReports = (view, group) => new Paged(view, reports(group), 50);

/** @param {string} group @param {string} report */
export const settleMemberReport = (group, report) =>
  send('DELETE', `${reports(group)}/${report}`, { changes: [reports(group)], match: null });
