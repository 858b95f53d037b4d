// The one place that writes the browser's history: an entry for each page, above it one for each dialog.
//
// What is shown follows from the entry alone. A dialog is closed by going back to the entry below it, and
// goes away when the browser has arrived there: whoever sees it gone can press "back" at once. Going back
// takes browsers a moment; what else is to be written meanwhile waits for it, in order.

/**
 * What is kept with an entry.
 *
 * @typedef {Object} Entry
 * @property {string} [page] the visit of a page it belongs to
 * @property {boolean} [inside] whether it was come to from another page of Wayside
 * @property {number} [top] how far its page was scrolled
 * @property {boolean} [opened] whether it was made to open a dialog over the entry below
 * @property {number} [over] how many dialogs without an address are open in it
 * @property {unknown} [kept] what its page wants to know again after a reload
 * @property {number} [index] how many entries of Wayside's are below it
 */

/**
 * A dialog that is open.
 *
 * @typedef {Object} Layer
 * @property {string | null} key what it is called in the address now; null without one
 * @property {boolean} hasEntry whether going back closes it
 * @property {() => void} end takes it away
 */

/** Those that are open, the topmost last. @type {Layer[]} */
const layers = [];
/** Milliseconds after which a step back that did not arrive is given up. */
const patience = 2000;
/** The step back that is under way. @type {{closed?: () => void} | null} */
let step = null;
/** What waits for it. @type {(() => void)[]} */
const waiting = [];

/** @returns {Entry} of the present address */
export const entry = () => history.state ?? {};

/** The index of the entry that the browser is at, as far as has been heard of it. */
let index = entry().index ?? 0;

/** @param {Entry} state @param {string} [path] the present one unless given */
export const replace = (state, path) => history.replaceState({ ...state, index }, '', path);

/** @param {Entry} state @param {string} path */
export const push = (state, path) => history.pushState({ ...state, index: ++index }, '', path);

/** A name for a visit of a page. */
export const newVisit = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Calls at once, or when the step back that is under way has arrived. @param {() => void} call */
export function inOrder(call) {
  if (step) waiting.push(call);
  else call();
}

/**
 * Goes back.
 *
 * @param {number} [steps] forward if negative
 * @param {() => void} [closed] called on arrival, if dialogs are closed by it
 */
export function stepBack(steps = 1, closed) {
  inOrder(() => {
    const mine = { closed };
    step = mine;
    setTimeout(() => step === mine && arrive(), patience);
    history.go(-steps);
  });
}

/** Ends the step that is under way. @param {() => void} [show] before what waited for it goes on */
function arrive(show) {
  const closed = step?.closed;
  step = null;
  closed?.();
  show?.();
  while (!step && waiting.length > 0) waiting.shift()?.();
}

/**
 * Follows the browser to other entries.
 *
 * @param {(isClosing: boolean, steps: number) => void} show what the entry says; `isClosing` if a dialog has
 *   closed itself; `steps`: how far back the browser has gone, negative for forward
 */
export function followHistory(show) {
  addEventListener('popstate', () => {
    const isClosing = step?.closed !== undefined;
    const steps = index - (entry().index ?? index);
    index -= steps;
    arrive(() => show(isClosing, steps));
  });
}

/**
 * A dialog has been opened: one without an address gets an entry above the present one, one with an address
 * stands in the present entry.
 *
 * @param {Omit<Layer, 'hasEntry'>} opened @returns {Layer}
 */
export function addLayer(opened) {
  if (opened.key === null) {
    const over = passing().length + 1;
    push({ ...entry(), opened: true, over }, location.href);
  }
  const layer = Object.assign(opened, { hasEntry: entry().opened === true });
  layers.push(layer);
  return layer;
}

/**
 * Closes a dialog and what lies over it: goes back to below it; where nothing of ours is below, as when its
 * address was opened, the entry stays.
 *
 * @param {Layer} layer @param {() => void} closed called when it is gone
 */
export function closeLayer(layer, closed) {
  inOrder(() => {
    const index = layers.indexOf(layer);
    if (index < 0) return;
    const steps = layers.length - index - (layer.hasEntry ? 0 : 1);
    const end = () => {
      dropLayers(index);
      closed();
    };
    if (steps > 0) stepBack(steps, end);
    else end();
  });
}

/** Takes the dialogs from one on away, the topmost first; the history stays as it is. @param {number} index */
function dropLayers(index) {
  for (const layer of layers.splice(index).reverse()) layer.end();
}

/** What the dialog with an address is called. */
export const openKey = () => layers.find(({ key }) => key !== null)?.key ?? null;

/** Takes the dialog with an address away, and what lies over it. */
export function dropKeyed() {
  const index = layers.findIndex(({ key }) => key !== null);
  if (index >= 0) dropLayers(index);
}

const passing = () => layers.filter(({ key }) => key === null);

/** Takes all dialogs away; says whether the present entry was made for one without an address. */
export function dropAll() {
  const isPassing = passing().length > 0 && entry().opened === true;
  dropLayers(0);
  return isPassing;
}

/** Takes those without an address away that are not open in the present entry. */
export function dropPassing() {
  const all = passing();
  const most = entry().over ?? 0;
  if (all.length > most) dropLayers(layers.indexOf(all[most]));
  // After "forward" or a reload: what was asked there is gone for good, and the entry is its page's.
  else if (all.length < most) replace({ ...entry(), over: all.length });
}
