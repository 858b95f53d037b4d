// Reports to the admins: making one, and what became of one's own.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';

/** @typedef {import('api-types').OwnReport} OwnReport */
/** @typedef {import('../shell/view.js').View} View */

const own = '/v1/me/reports';

/**
 * @param {{subject: {kind: string, id: string}, reason: string, text?: string}} report
 * @param {string} queue what it is called while it waits
 */
export const createReport = (report, queue) =>
  send('POST', '/v1/reports', { body: report, changes: [], queue });

/** @param {View} view @returns {Paged<OwnReport>} */
export const pagedOwnReports = (view) => new Paged(view, own);

/** @param {View} view @param {string} id @returns {import('../shell/view.js').Watched<OwnReport>} */
export const watchOwnReport = (view, id) => view.watch(`${own}/${id}`);
