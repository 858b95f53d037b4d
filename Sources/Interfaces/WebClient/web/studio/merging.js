// Two versions of a tour: where they differ, and what becomes of them when they are brought together.

import { canonical, place, toBody, told, withStop } from './document.js';
import { mergeStop, withTheirs } from './merging-stops.js';

/** @typedef {import('./document.js').Doc} Doc */
/** @typedef {import('./document.js').Stop} Stop */

/** @type {(keyof Doc)[]} */
export const parts = [
  'names',
  'descriptions',
  'place',
  'price',
  'languages',
  'links',
  'durationMinutes',
  'wheelchair',
  'area',
  'route',
  'stops',
  'picture',
];

/** @param {keyof Doc} part @param {Doc} doc */
const bodyOf = (part, doc) =>
  canonical(toBody(doc, part === 'stops' ? (key) => key : undefined)[part]);

/** The parts in which two documents differ. @param {Doc} a @param {Doc} b */
export const differences = (a, b) => parts.filter((part) => bodyOf(part, a) !== bodyOf(part, b));

/** @param {Stop} stop @param {Doc} doc */
const stopBody = (stop, doc) => canonical(toBody({ ...doc, stops: [stop] }).stops);

/**
 * Which stops are the same in two documents whose keys say nothing of it: those with the same content,
 * then with the same title, then at the same place; the rest in their order.
 *
 * @param {Doc} base @param {Doc} theirs @returns {Map<Stop, Stop>} stops of the base by those of theirs
 */
export function sameStops(base, theirs) {
  /** @type {Map<Stop, Stop>} */
  const found = new Map();
  const left = new Set(base.stops);
  const pair = (/** @type {(stop: Stop, doc: Doc) => string} */ mark) => {
    /** @type {Map<string, Stop[]>} */
    const marked = new Map();
    for (const stop of left) {
      const of = mark(stop, base);
      marked.set(of, [...marked.get(of) ?? [], stop]);
    }
    for (const stop of theirs.stops) {
      if (found.has(stop)) continue;
      const same = marked.get(mark(stop, theirs))?.shift();
      if (!same) continue;
      found.set(stop, same);
      left.delete(same);
    }
  };
  pair(stopBody);
  pair((stop) => canonical(told(stop.title)));
  pair((stop) => canonical(place(stop.position)));
  pair(() => '');
  return found;
}

/**
 * @typedef {Object} Choice a part that both have changed
 * @property {string} id the part's name, or `stop:KEY:MEMBER:LANGUAGE`
 * @property {keyof Doc} part
 * @property {Stop} [theirStop]
 * @property {Stop} [myStop]
 * @property {import('./merging-stops.js').Clash} [clash] what of the stop
 */
/**
 * @typedef {Object} Merge
 * @property {Doc} doc with everything on which there is no choice to make, and mine elsewhere
 * @property {Choice[]} choices
 * @property {(keyof Doc)[]} taken parts of theirs that were taken, for only they changed them
 */

/**
 * Brings two changed versions together: what only one has changed is taken; the rest is chosen.
 *
 * @param {Doc} base what both began with @param {Doc} mine @param {Doc} theirs @returns {Merge}
 */
export function merge(base, mine, theirs) {
  let doc = mine;
  /** @type {Choice[]} */
  const choices = [];
  /** @type {(keyof Doc)[]} */
  const taken = [];
  for (const part of differences(mine, theirs)) {
    const isMine = bodyOf(part, mine) !== bodyOf(part, base);
    const isTheirs = bodyOf(part, theirs) !== bodyOf(part, base);
    if (!isTheirs) continue;
    if (!isMine) {
      doc = { ...doc, [part]: theirs[part] };
      taken.push(part);
    } else if (part === 'stops') {
      const merged = mergeStops(base, mine, theirs);
      if (merged) {
        doc = { ...doc, stops: merged.stops };
        choices.push(...merged.choices);
        taken.push('stops');
      } else choices.push({ id: 'stops', part: 'stops' });
    } else if (part === 'names' || part === 'descriptions') {
      const texts = mergeTexts(base[part], mine[part], theirs[part]);
      if (texts) {
        doc = { ...doc, [part]: texts };
        taken.push(part);
      } else choices.push({ id: part, part });
    } else choices.push({ id: part, part });
  }
  return { doc, choices, taken };
}

/**
 * Language by language; null where both have changed the same one.
 *
 * @param {Record<string, string>} base @param {Record<string, string>} mine
 * @param {Record<string, string>} theirs @returns {Record<string, string> | null}
 */
function mergeTexts(base, mine, theirs) {
  const merged = { ...mine };
  for (const tag of new Set([...Object.keys(base), ...Object.keys(theirs)])) {
    const [was, here, there] = [base[tag] ?? '', mine[tag] ?? '', theirs[tag] ?? ''];
    if (there === was || there === here) continue;
    if (here !== was) return null;
    merged[tag] = there;
  }
  return merged;
}

/**
 * Stop by stop, where at most one of the two has put others in or in another order.
 *
 * @param {Doc} base @param {Doc} mine @param {Doc} theirs
 */
function mergeStops(base, mine, theirs) {
  const order = (/** @type {Doc} */ doc) => doc.stops.map(({ key }) => key).join();
  const isOrderTheirs = order(theirs) !== order(base);
  if (isOrderTheirs && order(mine) !== order(base)) return null;
  const byKey = (/** @type {Doc} */ doc) => new Map(doc.stops.map((stop) => [stop.key, stop]));
  const [was, my, their] = [byKey(base), byKey(mine), byKey(theirs)];
  // A stop that one has changed and the other taken away is a matter for people.
  const isLost = base.stops.some((stop) => {
    const [one, other] = [my.get(stop.key), their.get(stop.key)];
    if (one && other) return false;
    const rest = one ?? other;
    return rest !== undefined &&
      stopBody(rest, one ? mine : theirs) !== stopBody(stop, base);
  });
  if (isLost) return null;
  /** @type {Choice[]} */
  const choices = [];
  const stops = (isOrderTheirs ? theirs : mine).stops.map((stop) => {
    const [old, one, other] = [was.get(stop.key), my.get(stop.key), their.get(stop.key)];
    if (!old || !one || !other) return stop;
    const merged = mergeStop(old, one, other);
    for (const clash of merged.clashes) {
      const id = ['stop', stop.key, clash.member, clash.tag].filter(Boolean).join(':');
      choices.push({ id, part: 'stops', theirStop: other, myStop: one, clash });
    }
    return merged.stop;
  });
  return { stops, choices };
}

/**
 * The merge with what was chosen; what is not named stays mine.
 *
 * @param {Merge} merged @param {Doc} theirs @param {Set<string>} chosen ids for which theirs stays
 * @returns {Doc}
 */
export function settled({ doc, choices }, theirs, chosen) {
  let result = doc;
  for (const choice of choices) {
    if (!chosen.has(choice.id)) continue;
    const { theirStop, clash } = choice;
    const stop = theirStop && result.stops.find(({ key }) => key === theirStop.key);
    if (stop && clash) result = withStop(result, stop.key, withTheirs(stop, theirStop, clash));
    else result = { ...result, [choice.part]: theirs[choice.part] };
  }
  return result;
}
