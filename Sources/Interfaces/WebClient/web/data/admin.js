// What admins see beside reports: accounts, requests of organizations, messages, the audit trail, the imported data.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';

/** @typedef {import('api-types').AccountStanding} AccountStanding */
/** @typedef {import('api-types').AuditEntry} AuditEntry */
/** @typedef {import('api-types').OperatorMessage} OperatorMessage */
/** @typedef {import('api-types').OrganizationRequest} OrganizationRequest */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const accounts = '/v1/admin/accounts';
const requests = '/v1/admin/organization-requests';
const messages = '/v1/admin/operator-messages';
/** Of a queue. */
const pageSize = 50;

// Accounts

/** Those that are suspended. @param {View} view @returns {Paged<AccountStanding>} */
export const pagedSuspendedAccounts = (view) => new Paged(view, accounts, pageSize);

/** @param {View} view @param {string} id @returns {Watched<AccountStanding>} */
export const watchAccountStanding = (view, id) => view.watch(`${accounts}/${id}`);

/** @param {string} id @param {'suspension' | 'reinstatement'} act @param {string} reason */
export const changeAccountStanding = (id, act, reason) =>
  send('POST', `${accounts}/${id}/${act}`, { body: { reason }, changes: [accounts] });

// Requests of organizations

/** @param {View} view @returns {Paged<OrganizationRequest>} */
export const pagedOrganizationRequests = (view) => new Paged(view, requests, pageSize);

/** @param {View} view @param {string} id @returns {Watched<OrganizationRequest>} */
export const watchOrganizationRequest = (view, id) => view.watch(`${requests}/${id}`);

/** @param {string} id @param {'accept' | 'deny'} decision @param {string} [reason] @returns {Promise<OrganizationRequest>} */
export const decideOrganizationRequest = (id, decision, reason) =>
  send('POST', `${requests}/${id}/decision`, {
    body: { decision, reason: reason || undefined },
    changes: [requests],
  });

// Messages to the operator

/** @param {View} view @returns {Paged<OperatorMessage>} */
export const pagedOperatorMessages = (view) => new Paged(view, messages, pageSize);

/** @param {View} view @param {string} id @returns {Watched<OperatorMessage>} */
export const watchOperatorMessage = (view, id) => view.watch(`${messages}/${id}`);

/** @param {string} id @param {string} text @returns {Promise<OperatorMessage>} */
export const answerOperatorMessage = (id, text) =>
  send('POST', `${messages}/${id}/answer`, { body: { text }, changes: [messages] });

/** How many breaches were told of, by month. @param {View} view @returns {Watched<import('api-types').BreachCounts>} */
export const watchBreachCounts = (view) => view.watch('/v1/admin/breaches');

/** How many find the pages easy, by month. @param {View} view @returns {Watched<import('api-types').EaseCounts>} */
export const watchEaseCounts = (view) => view.watch('/v1/admin/ease');

// What was done, and with what

/** The audit trail, newest first. @param {View} view @returns {Paged<AuditEntry>} */
export const pagedAudit = (view) => new Paged(view, '/v1/admin/audit', pageSize);

/** How old the imported maps, heights and timetables are. @param {View} view @returns {Watched<import('api-types').Geodata>} */
export const watchGeodata = (view) => view.watch('/v1/geodata');
