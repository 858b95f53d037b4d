// What the page of ways is asked for, as its address says it and as the server is asked.

/** @typedef {import('../../data/ways.js').WayQuery} WayQuery */
/** @typedef {import('../../parts/place-field.js').Place} Place */

/** Means of a way, in the order in which they are offered, with their icons. */
export const looks = {
  transit: { icon: 'bus' },
  walk: { icon: 'footprints' },
  bicycle: { icon: 'bike' },
  car: { icon: 'car' },
  withBicycle: { icon: 'train-front' },
  withCar: { icon: 'square-parking' },
};
/** @typedef {keyof typeof looks} Means */
export const means = /** @type {Means[]} */ (Object.keys(looks));

/** What the server is asked for instead. @type {Partial<Record<Means, string>>} */
const modesOf = { withBicycle: 'transit,bicycle', withCar: 'transit,car,parkAndRide' };
/** Means by timetable, for which no order is chosen. @type {Means[]} */
const timed = ['transit', 'withBicycle', 'withCar'];

/** @param {string | null} text such as `47.14,9.52` */
export function spotOf(text) {
  const [lat, lon] = text?.split(',').map(Number) ?? [];
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat, lon } : undefined;
}

/** The one place of an address. @param {URLSearchParams} query @returns {Place | undefined} */
export function placeAt(query) {
  const spot = spotOf(query.get('at'));
  const label = query.get('name');
  return spot && { ...spot, ...(label ? { label } : {}) };
}

/** A place of the address. @param {URLSearchParams} query @param {string} name @returns {Place | undefined} */
export function placeOf(query, name) {
  const spot = spotOf(query.get(name));
  const label = query.get(`${name}Name`);
  return spot && { ...spot, ...(label ? { label } : {}) };
}

/** @param {URLSearchParams} query */
export const meansOf = (query) => means.find((one) => one === query.get('mode')) ?? 'transit';

/** Whether one goes at any time, so that places on the way may be called at in another order. @param {URLSearchParams} query */
export const isFree = (query) => !timed.includes(meansOf(query));

/** Where the car stands, if the way is one back to it. @param {URLSearchParams} query @param {number} calls places on the way */
export const carSpot = (query, calls) =>
  meansOf(query) === 'withCar' && calls === 0 ? spotOf(query.get('carAt')) : undefined;

/**
 * The question for the server; nothing while a place is missing.
 *
 * @param {URLSearchParams} query
 * @param {{from?: Place, to?: Place, via: Place[], stay: number[]}} places that have a position
 * @returns {WayQuery | undefined}
 */
export function questionOf(query, { from, to, via, stay }) {
  const isRound = Boolean(query.get('round'));
  if (!from || (isRound ? via.length === 0 : !to)) return undefined;
  const chosen = meansOf(query);
  const modes = modesOf[chosen] ?? chosen;
  return {
    from,
    to: isRound ? undefined : to,
    ...(via.length > 0 ? { via, stay } : {}),
    optimize: Boolean(query.get('optimize')) && isFree(query) && via.length > 1,
    // Over places on the way the server leaves no car on the way.
    mode: via.length > 0 ? modes.replace(',parkAndRide', '') : modes,
    limit: 5,
    carAt: carSpot(query, via.length),
    order: query.get('order') || undefined,
    avoid: query.get('steps') ? 'steps' : undefined,
    departAt: query.get('departAt') || undefined,
    arriveBy: query.get('arriveBy') || undefined,
  };
}
