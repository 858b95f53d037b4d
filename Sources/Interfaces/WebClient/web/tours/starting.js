// Setting out on a tour, from its page or from the list; without a network, too.

import * as api from '../shell/api.js';
import { setOut, walkKey as key } from '../shell/device-run.js';
import { notice } from '../shell/notices.js';
import * as store from '../shell/store.js';
import { t } from '../shell/texts.js';
import { walkPage } from '../shell/under-way.js';

/** @typedef {import('api-types').Tour} Tour */

/** Stands for the id of a walk that the server does not know yet. @param {string} id of the tour */
export const unnamed = (id) => `{${key(id)}}`;

/** The walk as it was last known on this device. @param {string} id of the tour @returns {Promise<{run: any, isAhead: boolean} | undefined>} */
export const lastKnown = (id) => store.read('kept', key(id));

/** @param {string} id of the tour @param {any} run @param {boolean} isAhead of what the server knows */
export const keepRun = (id, run, isAhead) => store.write('kept', { key: key(id), run, isAhead });

/** @param {string} id of the tour */
export const forgetRun = (id) => store.remove('kept', key(id));

/**
 * Begins a walk and shows it; without a network the device counts it until the server is told.
 *
 * @param {import('../shell/view.js').View} view @param {string} id of the tour
 * @param {{anew?: boolean, trial?: boolean}} [how] `anew`: what was walked of it before is given up;
 *   `trial`: in the drawn world, which counts nowhere
 */
export async function startTour(view, id, { anew = false, trial = false } = {}) {
  const path = `/v1/tours/${encodeURIComponent(id)}`;
  /** @type {Tour | undefined} as this device knows it */
  const tour = (await store.read('answers', path))?.data;
  const answer = await api.send('POST', `${path}/runs`, {
    body: { trial, ...(anew ? { anew } : {}) },
    match: null,
    changes: ['/v1/runs'],
    ...(tour ? { queue: t('tours.startNamed', { name: tour.name }), names: key(id) } : {}),
  });
  if (answer?.queued && tour) {
    await keepRun(id, setOut(tour, unnamed(id), new Date().toISOString(), trial), true);
    notice(t('tours.startsOffline'));
  } else await forgetRun(id);
  view.go(walkPage({ tour: id, trial }));
}
