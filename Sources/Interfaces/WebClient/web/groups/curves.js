// The curves of a team's records: which there are, and where their points lie.

/** @typedef {import('api-types').TeamRecord} TeamRecord */

/** Where the picture of a chart has its values. */
const box = { left: 44, right: 350, top: 20, bottom: 180 };

/** The units of some records, in the order of the alphabet. @param {TeamRecord[]} items */
export const unitsOf = (items) => [...new Set(items.map(({ unit }) => unit))].sort();

/** The seasons of some records, the latest first. @param {TeamRecord[]} items @param {string} shown one of them in any case */
export const seasonsOf = (items, shown) =>
  [...new Set([...items.map(({ season }) => season), shown])].filter(Boolean).sort().reverse();

/**
 * The records of each player, and of the whole team, by name.
 *
 * @param {TeamRecord[]} items @param {string} team what the whole team is called
 */
export function curvesOf(items, team) {
  /** @type {Map<string, {name: string, items: TeamRecord[]}>} */
  const curves = new Map();
  for (const item of items) {
    const id = item.account?.id ?? 'team';
    const known = curves.get(id);
    if (known) known.items.push(item);
    else curves.set(id, { name: item.account?.name ?? team, items: [item] });
  }
  return [...curves.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The first and last day of records in order, the lowest and the highest value. @param {TeamRecord[]} items by day */
export function boundsOf(items) {
  const values = items.map(({ value }) => value);
  return {
    first: items[0].day,
    last: items[items.length - 1].day,
    low: Math.min(...values),
    high: Math.max(...values),
  };
}

/** Where a record lies in the picture. @param {TeamRecord} item @param {ReturnType<typeof boundsOf>} bounds */
export function pointOf({ day, value }, { first, last, low, high }) {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const along = to === from ? 0.5 : (Date.parse(day) - from) / (to - from);
  const up = high === low ? 0.5 : (value - low) / (high - low);
  return {
    x: box.left + (box.right - box.left) * along,
    y: box.bottom - (box.bottom - box.top) * up,
  };
}
