// How far a tour has come, as two facts: what visitors see of it, and where one's own work is.

/** @typedef {import('api-types').Tour} Tour */

/**
 * The number of the version that visitors see; 0 where they see none.
 *
 * @param {Tour | null} tour as its editors see it
 */
export const publishedVersion = (tour) =>
  tour?.state === 'published' ? (tour.revision ?? 1) - (tour.hasDraft ? 1 : 0) : 0;

/**
 * What is published, as the key of a text with the number of the version, and the look of it.
 *
 * @param {Tour | null} tour @param {boolean} isDirty whether there is work that the server does not have
 * @returns {{mark: string, look: 'good' | 'warn', text: string, number: number}}
 */
export function publication(tour, isDirty) {
  const number = publishedVersion(tour);
  const state = tour?.state ?? 'draft';
  if (number === 0) return { mark: `state-${state}`, look: 'warn', text: `not-${state}`, number };
  return tour?.hasDraft || isDirty
    ? { mark: 'hasDraft', look: 'warn', text: 'changesSince', number }
    : { mark: 'state-published', look: 'good', text: 'isPublished', number };
}
