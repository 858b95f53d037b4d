// The walk of a tour as this device knows it, for when there is no network.

import { walkKey as key } from '../shell/device-run.js';
import * as store from '../shell/store.js';

/** @typedef {import('api-types').Run} Run */

/** Stands for the id of a walk that the server does not know yet. @param {string} id of the tour */
export const unnamed = (id) => `{${key(id)}}`;

/** Under which such a walk is named once the server has begun it. @param {string} id of the tour */
export const nameOfRun = key;

/** The walk as it was last known. @param {string} id of the tour @returns {Promise<{run: Run, isAhead: boolean} | undefined>} */
export const lastKnown = (id) => store.read('kept', key(id));

/** @param {string} id of the tour @param {Run} run @param {boolean} isAhead of what the server knows */
export const keepRun = (id, run, isAhead) => store.write('kept', { key: key(id), run, isAhead });

/** @param {string} id of the tour */
export const forgetRun = (id) => store.remove('kept', key(id));
