// Organizations, and asking to become one.

import { send } from '../shell/api.js';

/** @typedef {import('api-types').Organization} Organization */
/** @typedef {import('api-types').OrganizationRequest} OrganizationRequest */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const requests = '/v1/organization-requests';
/** @param {string} id */
const one = (id) => `/v1/organizations/${id}`;

/** What one has asked for. @param {View} view @returns {Watched<{items: OrganizationRequest[]}>} */
export const watchOwnOrganizationRequests = (view) => view.watch(requests);

/** @param {{organizationName: string, reason: string, website?: string}} request @returns {Promise<OrganizationRequest>} */
export const requestOrganization = (request) => send('POST', requests, { body: request });

/** @param {View} view @param {string} id @returns {Watched<Organization>} */
export const watchOrganization = (view, id) => view.watch(one(id));

/** @param {string} id @param {Blob} file @param {string} words about it, as a query @param {(part: number) => void} progress */
export const sendOrganizationPicture = (id, file, words, progress) =>
  send('PUT', `${one(id)}/picture?${words}`, {
    body: file,
    progress,
    match: null,
    changes: [one(id)],
  });

/** @param {string} id */
export const removeOrganizationPicture = (id) =>
  send('DELETE', `${one(id)}/picture`, { match: null, changes: [one(id)] });
