// Statistics and records of teams.

import { Paged } from '../parts/list.js';
import { send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').TeamRecord} TeamRecord */
/** @typedef {import('../shell/view.js').View} View */

/**
 * A player and a season; all unless given.
 *
 * @typedef {{player?: string, season?: string}} RecordFilter
 */

/**
 * @typedef {{account?: string, metric: string, value: number, unit: string, season: string, day: string}} RecordDraft
 */

/** @param {string} team */
const all = (team) => `/v1/realms/${team}/records`;
/** @param {string} id */
const one = (id) => `/v1/team-records/${id}`;
/** @param {RecordFilter} filter */
const query = ({ player, season }) => ({
  player: player || undefined,
  season: season || undefined,
});

/** @param {View} view @param {string} team @param {RecordFilter} filter @returns {Paged<TeamRecord>} */
export const pagedRecords = (view, team, filter) =>
  new Paged(view, address(all(team), query(filter)), 200);

/** The file for a spreadsheet. @param {string} team @param {RecordFilter} filter */
export const recordsTableAddress = (team, filter) => address(`${all(team)}.csv`, query(filter));

/** @param {string} team @param {RecordDraft} draft */
export const createRecord = (team, draft) =>
  send('POST', all(team), { body: draft, changes: [all(team)] });

/** Changes the record as it was shown. @param {TeamRecord} record @param {RecordDraft} draft */
export const replaceRecord = ({ id, realm, version }, draft) =>
  send('PUT', one(id), { body: draft, changes: [all(realm)], match: `"${version}"` });

/** @param {TeamRecord} record */
export const removeRecord = ({ id, realm }) =>
  send('DELETE', one(id), { changes: [all(realm)], match: null });
