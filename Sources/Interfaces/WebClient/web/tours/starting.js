// Setting out on a tour, from its page or from the list; without a network, too.

import { startRun } from '../data/runs.js';
import { storedTour } from '../data/tours.js';
import { setOut } from '../shell/device-run.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { walkPage } from '../shell/under-way.js';
import { forgetRun, keepRun, nameOfRun, unnamed } from './kept-run.js';

/**
 * Begins a walk and shows it; without a network the device counts it until the server is told.
 *
 * @param {import('../shell/view.js').View} view @param {string} id of the tour
 * @param {{anew?: boolean, trial?: boolean}} [how] `anew`: what was walked of it before is given up;
 *   `trial`: in the drawn world, which counts nowhere
 */
export async function startTour(view, id, { anew = false, trial = false } = {}) {
  const tour = await storedTour(id);
  const answer = await startRun(
    id,
    { trial, ...(anew ? { anew: true } : {}) },
    tour ? { queue: t('tours.startNamed', { name: tour.name }), names: nameOfRun(id) } : {},
  );
  if ('queued' in answer && tour) {
    await keepRun(id, setOut(tour, unnamed(id), new Date().toISOString(), trial), true);
    notice(t('tours.startsOffline'));
  } else await forgetRun(id);
  view.go(walkPage({ tour: id, trial }));
}
