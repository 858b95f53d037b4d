// Setting out on a tour, from its page or from the list.

import * as api from '../shell/api.js';

/** Begins a walk and shows it. @param {import('../shell/view.js').View} view @param {string} id of the tour */
export async function startTour(view, id) {
  await api.send('POST', `/v1/tours/${encodeURIComponent(id)}/runs`, {
    match: null,
    changes: ['/v1/runs'],
  });
  view.go(`/t/${id}/walk`);
}
