// Tours as their organization writes them: drafts, their files, checks, versions and publication.

import { Paged } from '../parts/list.js';
import { get, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('../shell/view.js').View} View */
/** @typedef {import('./objects.js').AltText} AltText */
/** @typedef {(part: number) => void} Progress */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const all = '/v1/tours';
/** Lists of tours; a tour that is being written is not read anew while one writes. */
const lists = [`${all}?`];

/** @param {string} id */
const one = (id) => `${all}/${id}`;
/** @param {number} version that was read */
const tag = (version) => `"${version}"`;

/** The tours of one's organization. @param {View} view @returns {Paged<TourSummary>} */
export const pagedOwnTours = (view) => new Paged(view, address(all, { own: true }));

/**
 * @param {View} view @param {string} id
 * @param {(tour: import('../shell/api.js').Resource<Tour>) => void} [call] @returns {Watched<Tour>}
 */
export const watchDraft = (view, id, call) => view.watch(one(id), call);

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<Tour>} */
export const readDraft = (id, signal) => get(one(id), signal);

/** @param {object} body @returns {Promise<Tour>} */
export const createDraft = (body) => send('POST', all, { body, changes: lists });

/**
 * Saves a draft; without a network it waits.
 *
 * @param {string} id @param {object} body @param {number} version @param {string} queue what it is called while
 *   it waits @returns {Promise<Tour | {queued: true}>}
 */
export const saveDraft = (id, body, version, queue) =>
  send('PATCH', one(id), { body, match: tag(version), queue, changes: [all] });

/** Whether a change that waits is one of a draft. @param {{path: string}} waiting @param {string} id */
export const isOfDraft = ({ path }, id) => path === one(id);

/** Deletes a tour that is not published, or the draft of one that is. @param {string} id @param {number} version */
export const deleteDraft = (id, version) =>
  send('DELETE', one(id), { match: tag(version), changes: lists });

/**
 * Makes a tour of a file.
 *
 * @param {Blob} file @param {Progress} progress @returns {Promise<Tour & {notes?: string[]}>}
 */
export const importTour = (file, progress) =>
  send('POST', `${all}/import`, {
    body: file,
    type: 'application/octet-stream',
    match: null,
    changes: [all],
    progress,
  });

/** @param {string} id @param {number} [version] only this one @returns {Promise<Tour>} */
export const publishTour = (id, version) =>
  send('POST', `${one(id)}/publication`, {
    match: version === undefined ? null : tag(version),
    changes: [all],
  });

/** Takes a tour back, which nobody can begin from then on. @param {string} id */
export const retireTour = (id) =>
  send('DELETE', `${one(id)}/publication`, { match: null, changes: [all] });

/** @param {string} id @param {{noise: number, seed: number}} walk @returns {Promise<import('api-types').TourCheck>} */
export const checkDraft = (id, walk) =>
  send('POST', `${one(id)}/checks`, { body: walk, match: null, changes: [] });

/** How it is walked. @param {View} view @param {string} id @returns {Watched<import('api-types').TourStatistics>} */
export const watchStatistics = (view, id) => view.watch(`${one(id)}/statistics`);

/** What walkers tell. @param {View} view @param {string} id @returns {Paged<{id: string, stars: number, text?: string, at: string}>} */
export const pagedFeedback = (view, id) => new Paged(view, `${one(id)}/feedback`);

/** @param {View} view @param {string} id @returns {Paged<import('api-types').TourRevision>} */
export const pagedRevisions = (view, id) => new Paged(view, `${one(id)}/revisions`);

/** @param {string} id @param {string} revision @returns {Promise<Tour>} */
export const readRevision = (id, revision) => get(`${one(id)}/revisions/${revision}`);

/** A file made of a tour. @param {string} id @param {'bundle.zip' | 'export.gpx' | 'export.kml' | 'export.geojson' | 'qr.svg' | 'qr.png'} name */
export const fileAddress = (id, name) => `${one(id)}/${name}`;
