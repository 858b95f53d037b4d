// Which tours fit what is asked for in their list. Pure; `tour-filters.js` asks it.

/** @typedef {import('../data/tours.js').TourSummary} TourSummary */
/** @typedef {import('../data/tours.js').Tour} Tour */

/** @param {Pick<Tour, 'price'>} tour */
export const isFree = ({ price }) => Number(price) === 0;

/**
 * Whether a tour can be taken in a wheelchair; what nobody has told of is not among those.
 *
 * @param {Pick<Tour, 'wheelchair'>} tour @param {string} wished `limited` counts those with help, too
 */
export const isStepFree = ({ wheelchair }, wished) =>
  wheelchair === 'yes' || wished === 'limited' && wheelchair === 'limited';

/**
 * Whether a tour fits.
 *
 * @param {TourSummary} tour @param {URLSearchParams} query of the page: `q`, `length`, `time`, `free`, `wheelchair`, `language`
 * @param {{name: string, hasStop: boolean}} known how it is called here, and whether one of its stops is called as one searches
 */
export function fits(tour, query, { name, hasStop }) {
  const asked = (/** @type {string} */ what) => query.get(what) ?? '';
  const words = asked('q').toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const { description, organizationName, place = '' } = tour;
  const text = `${name} ${tour.name} ${description} ${organizationName} ${place}`
    .toLocaleLowerCase();
  return (words.every((word) => text.includes(word)) || hasStop) &&
    (!asked('length') || tour.distance <= Number(asked('length'))) &&
    (!asked('time') || tour.duration <= Number(asked('time'))) &&
    (!asked('free') || isFree(tour)) &&
    (!asked('wheelchair') || isStepFree(tour, asked('wheelchair'))) &&
    (!asked('language') || tour.languages.includes(asked('language')));
}
