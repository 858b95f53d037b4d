// Walks of tours: those of the account, what is reported of one, and its end.

import { get, invalidate, send, watch } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Run} Run */
/** @typedef {import('api-types').RunSummary} RunSummary */
/** @typedef {import('api-types').RunAdvance} RunAdvance */
/**
 * A place on a walk.
 *
 * @typedef {Object} RunPoint
 * @property {number} lat
 * @property {number} lon
 * @property {number} accuracy metres
 * @property {string} at when
 * @property {boolean} [simulated] whether it was walked to in the drawn world
 */
/** @template T @typedef {import('../shell/api.js').Resource<T>} Resource */
/**
 * Whoever follows answers: a page, or a walk that goes on beside it.
 *
 * @typedef {Pick<import('../shell/view.js').View, 'watch'>} Watching
 */
/** @template T @typedef {Resource<T> & {refresh: () => Promise<void>, end: () => void}} Watched */
/** @typedef {{queued: true}} Queued what is answered without a network */

const all = '/v1/runs';
/** The id may stand for a walk that the server does not know yet. @param {string} id */
const one = (id) => `${all}/${id}`;

/** What can be gone on with, last active first. */
const open = address(all, { open: true, limit: 20 });

/** @param {Watching} view @param {(runs: Resource<{items: RunSummary[]}>) => void} [call] @returns {Watched<{items: RunSummary[]}>} */
export const watchOpenRuns = (view, call) => view.watch(open, call);

/** The same beside all pages. @param {(runs: Resource<{items: RunSummary[]}>) => void} call */
export const followOpenRuns = (call) => watch(open, call);

/** The last walks, newest first. @param {Watching} view @param {(runs: Resource<{items: RunSummary[]}>) => void} [call] @returns {Watched<{items: RunSummary[]}>} */
export const watchRuns = (view, call) => view.watch(address(all, { limit: 10 }), call);

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<Run>} */
export const readRun = (id, signal) => get(one(id), signal);

/** The address at which walks of a tour begin. @param {string} tour */
const beginnings = (tour) => `/v1/tours/${encodeURIComponent(tour)}/runs`;

/**
 * Begins a walk of a tour, or goes on with the one that is kept.
 *
 * @param {string} tour @param {{trial: boolean, anew?: true}} how
 * @param {{queue?: string, names?: string}} [waiting] `names`: what stands for its id until the server knows it
 * @returns {Promise<Run | Queued>}
 */
export const startRun = (tour, how, waiting = {}) =>
  send('POST', beginnings(tour), { ...waiting, body: how, match: null, changes: [all] });

/**
 * Tells where one was.
 *
 * @param {string} id @param {RunPoint[]} points
 * @param {{queue?: string, isNews?: boolean}} [options] `isNews`: whether pages show other walks by it
 * @returns {Promise<RunAdvance | Queued>}
 */
export const sendPositions = (id, points, { queue, isNews = false } = {}) =>
  send('POST', `${one(id)}/positions`, {
    body: { points },
    match: null,
    changes: isNews ? [all] : [],
    queue,
  });

/** @param {string} id @param {string} queue @returns {Promise<Run | Queued>} */
export const pauseRun = (id, queue) =>
  send('POST', `${one(id)}/pause`, { match: null, changes: [all], queue });

/** Leaves the tour for good. @param {string} id @param {string} queue @returns {Promise<Queued | null>} */
export const endRun = (id, queue) =>
  send('DELETE', one(id), { match: null, changes: [all], queue });

/** Tells the organization how it was. @param {string} id @param {{stars: number, text?: string}} words @param {string} queue */
export const tellOrganization = (id, words, queue) =>
  send('PUT', `${one(id)}/feedback`, { body: words, match: null, changes: [], queue });

/** How the server refuses positions of a walk that another device has paused or ended. */
export const endedRuns = ['run-paused', 'run-ended'];

/** Another device has begun, paused, gone on with or ended one. */
export const runsChanged = () => invalidate(all);

/** Whether something of a tour's walks still waits for a network. @param {{path: string}[]} waiting @param {string} tour */
export const awaitsRuns = (waiting, tour) =>
  waiting.some(({ path }) => path === beginnings(tour) || path.startsWith(`${all}/`));
