// Reports as admins decide them.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').ReportCase} ReportCase */
/** @typedef {import('api-types').ReportDetails} ReportDetails */
/** @typedef {import('../shell/view.js').View} View */

const all = '/v1/admin/reports';

/** What waits, urgent first. @param {View} view @param {string} [kind] of what was reported @returns {Paged<ReportCase>} */
export const pagedCases = (view, kind) =>
  new Paged(view, address(all, { kind: kind || undefined }), 50);

/** @param {View} view @param {string} id @returns {import('../shell/view.js').Watched<ReportDetails>} */
export const watchCase = (view, id) => view.watch(`${all}/${id}`);

/** What was decided on a thing. @typedef {NonNullable<ReportCase['decision']>} Decision */

/** @param {string} id */
const decisionOf = (id) => `${all}/${id}/decision`;

/** @param {string} id @param {Decision} decision @param {string} reason @returns {Promise<ReportCase>} */
export const decideCase = (id, decision, reason) =>
  send('POST', decisionOf(id), { body: { decision, reason }, changes: [all] });

/** Takes back what one has just decided. @param {string} id @returns {Promise<ReportCase>} */
export const undoDecision = (id) => send('DELETE', decisionOf(id), { changes: [all], match: null });
