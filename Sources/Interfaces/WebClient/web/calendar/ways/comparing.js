// Ways of one answer compared with those of another: which is the same one, and which were seen before.

/** @typedef {import('api-types').Itinerary} Itinerary */

/** What is ridden on a way, and when; empty where nothing is. @param {Itinerary} way */
export const ridesOf = ({ legs }) =>
  legs.filter(({ trip }) => trip)
    .map(({ trip, plannedDeparture, departure }) => `${trip} ${plannedDeparture ?? departure}`)
    .join();

/** What tells a way from the others of another answer: what is ridden, else how one goes. @param {Itinerary} way */
const keyOf = (way) => ridesOf(way) || way.legs.map(({ mode }) => mode).join();

/**
 * Without those that have been shown; all of them where no other is left.
 *
 * @param {Itinerary[]} ways @param {Set<string>} shown
 */
export function unseen(ways, shown) {
  const others = ways.filter((way) => !ridesOf(way) || !shown.has(ridesOf(way)));
  return others.some(ridesOf) ? others : ways;
}

/**
 * The ways of a newer answer, and which of them is the one that was chosen before.
 *
 * @param {Itinerary[]} next @param {Itinerary | undefined} before
 * @param {boolean} isPicked whether somebody has chosen it: then it stays, also where others are better by now
 * @returns {{ways: Itinerary[], chosen: number}}
 */
export function following(next, before, isPicked) {
  if (!before) return { ways: next, chosen: 0 };
  const same = next.findIndex((way) => keyOf(way) === keyOf(before));
  return same < 0 && isPicked
    ? { ways: [before, ...next], chosen: 0 }
    : { ways: next, chosen: Math.max(0, same) };
}
