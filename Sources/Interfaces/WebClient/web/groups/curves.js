// The curves of a team's records, and which units and seasons there are.

/** @typedef {import('api-types').TeamRecord} TeamRecord */
/** @typedef {import('../parts/chart-scale.js').Curve} Curve */

/** The units of some records, in the order of the alphabet. @param {TeamRecord[]} items */
export const unitsOf = (items) => [...new Set(items.map(({ unit }) => unit))].sort();

/** The seasons of some records, the latest first. @param {TeamRecord[]} items @param {string} shown one of them, also without a record */
export const seasonsOf = (items, shown) =>
  [...new Set([...items.map(({ season }) => season), shown])].filter(Boolean).sort().reverse();

/** The noon of a day by the clocks of the device. @param {string} day */
const noon = (day) => Date.parse(`${day}T12:00:00`);

/**
 * The curves of each player, and of the whole team, by name.
 *
 * @param {TeamRecord[]} items @param {string} team what the whole team is called @returns {Curve[]}
 */
export function curvesOf(items, team) {
  /** @type {Map<string, Curve>} */
  const curves = new Map();
  for (const { account, day, value } of items) {
    const id = account?.id ?? 'team';
    const curve = curves.get(id) ?? { name: account?.name ?? team, points: [] };
    curve.points.push({ at: noon(day), value });
    curves.set(id, curve);
  }
  for (const { points } of curves.values()) points.sort((a, b) => a.at - b.at);
  return [...curves.values()].sort((a, b) => a.name.localeCompare(b.name));
}
