// One stop that two have changed: member by member, texts and recordings language by language.

import { canonical, place, told } from './document.js';

/** @typedef {import('./document.js').Stop} Stop */
/** @typedef {'title' | 'text' | 'recordings'} Told what a stop has by language */
/** @typedef {Told | 'position' | 'objects' | 'trigger' | 'pictures'} Member what is merged by itself */
/** @typedef {{member: Member, tag?: string}} Clash what both have changed; in a language, or whole */

/** @type {Told[]} */
const byLanguage = ['title', 'text', 'recordings'];
/** @type {Member[]} */
const whole = ['position', 'objects', 'trigger', 'pictures'];

/** A member as it is compared. @param {Stop} stop @param {Member} member @returns {unknown} */
const valueOf = (stop, member) =>
  member === 'position'
    ? place(stop.position)
    : member === 'title' || member === 'text'
    ? told(stop[member])
    : stop[member];

/**
 * A stop with something of another one.
 *
 * @param {Stop} stop @param {Stop} other @param {Clash} what @returns {Stop}
 */
export function withTheirs(stop, other, { member, tag }) {
  if (tag === undefined) {
    const kind = member === 'objects' ? { kind: other.kind } : {};
    return { ...stop, ...kind, [member]: other[member] };
  }
  /** @type {Record<string, unknown>} */
  const values = { ...stop[member] };
  const value = Object.entries(other[member] ?? {}).find(([key]) => key === tag)?.[1];
  if (value === undefined) delete values[tag];
  else values[tag] = value;
  return { ...stop, [member]: values };
}

/** What may differ of a stop. @param {Stop[]} stops @returns {Clash[]} */
const piecesOf = (stops) => [
  ...byLanguage.flatMap((member) =>
    [...new Set(stops.flatMap((stop) => Object.keys(stop[member])))].map((tag) => ({ member, tag }))
  ),
  ...whole.map((member) => ({ member })),
];

/** @param {Stop} stop @param {Clash} piece */
const pieceOf = (stop, { member, tag }) => {
  const value = valueOf(stop, member);
  return canonical(
    tag === undefined ? value : Object.entries(value ?? {}).find(([key]) => key === tag)?.[1],
  );
};

/**
 * A stop with what only one has changed; mine where both have.
 *
 * @param {Stop} was @param {Stop} mine @param {Stop} theirs @returns {{stop: Stop, clashes: Clash[]}}
 */
export function mergeStop(was, mine, theirs) {
  let stop = mine;
  /** @type {Clash[]} */
  const clashes = [];
  for (const piece of piecesOf([was, mine, theirs])) {
    const [before, here, there] = [was, mine, theirs].map((one) => pieceOf(one, piece));
    if (there === before || there === here) continue;
    if (here === before) stop = withTheirs(stop, theirs, piece);
    else clashes.push(piece);
  }
  return { stop, clashes };
}
