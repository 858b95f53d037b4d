// What one has walked and bought.

import { Paged } from '../parts/list.js';

/** @typedef {import('../shell/view.js').View} View */

/** Walks, newest first. @param {View} view @returns {Paged<import('api-types').RunSummary>} */
export const pagedWalks = (view) => new Paged(view, '/v1/runs');

/** @param {View} view @returns {import('../shell/view.js').Watched<{items: import('api-types').Purchase[]}>} */
export const watchPurchases = (view) => view.watch('/v1/purchases');
