// The way to an event: the card of a journey, which comes with its words.

import { occurrenceOf } from '../data/events.js';
import { loadJourneyTexts } from '../parts/journey/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

/**
 * Whether one may still have to leave for it, and it is known where to.
 *
 * @param {GroupEvent} data
 */
export const hasWay = (data) =>
  data.status === 'confirmed' && !data.begun && !data.allDay && data.answer !== 'declined' &&
  data.place?.lat !== undefined;

/**
 * The page that finds the ways to a place.
 *
 * @param {{lat?: number, lon?: number, label?: string, address?: string}} place
 */
export function wayTo({ lat, lon, label, address }) {
  const toName = label ?? address;
  const to = new URLSearchParams({ to: `${lat},${lon}`, ...(toName ? { toName } : {}) });
  return `/ways/find?${to}`;
}

/**
 * The card of the way to it, with its words.
 *
 * @param {import('../shell/view.js').View} view @param {GroupEvent} data
 */
export async function wayThere(view, data) {
  const [{ PlanCard }] = await Promise.all([
    import('../parts/journey/plan.js'),
    loadJourneyTexts(),
  ]);
  return new PlanCard(view, data, occurrenceOf(data).at);
}
