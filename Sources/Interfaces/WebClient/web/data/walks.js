// What one has walked, as a list; runs.js, which stands around all pages, has no lists.

import { Paged } from '../parts/list.js';

/** Walks, newest first. @param {import('../shell/view.js').View} view @returns {Paged<import('api-types').RunSummary>} */
export const pagedWalks = (view) => new Paged(view, '/v1/runs');
