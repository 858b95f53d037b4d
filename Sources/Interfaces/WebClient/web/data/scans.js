// Requests for models of things that are shown by photos.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').ScanRequest} ScanRequest */
/** @typedef {import('./objects.js').AltText} AltText */

const all = '/v1/scan-requests';

/** @param {import('../shell/view.js').View} view @returns {Paged<ScanRequest>} */
export const pagedScanRequests = (view) => new Paged(view, all, 20);

/** Sends a photo, which a request names. @param {Blob} photo @param {AltText} words @returns {Promise<import('api-types').Picture>} */
export const sendScanPhoto = (photo, words) =>
  send('POST', address('/v1/scan-photos', words), { body: photo });

/** @param {{name: string, photos: string[]} & AltText} request @returns {Promise<ScanRequest>} */
export const requestScan = (request) => send('POST', all, { body: request, changes: [all] });

/** @param {string} id */
export const withdrawScanRequest = (id) =>
  send('DELETE', `${all}/${id}`, { match: null, changes: [all] });
