// What was entered in forms and is saved nowhere.

import { trial } from './trial-state.js';

/**
 * A form in the document; `entered` is what parts/form.js knows of it.
 *
 * @typedef {HTMLFormElement & {entered?: {isUnsaved: boolean, isChanged: boolean} | null}} Drawn
 */

/** @param {ParentNode} part of the document */
const unsaved = (part) =>
  [.../** @type {NodeListOf<Drawn>} */ (part.querySelectorAll('form'))]
    .map(({ entered }) => entered)
    .filter((entered) => !!entered?.isUnsaved);

/**
 * Whether something would be lost without a part of the document; in the tutorial nothing is to stay.
 *
 * @param {ParentNode} [part]
 */
export const hasUnsaved = (part = document) => !trial.isOn && unsaved(part).length > 0;

/**
 * What was entered may be lost, as somebody wants it so or it is kept elsewhere: nothing more is asked about it.
 *
 * @param {ParentNode} [part]
 */
export function letGo(part = document) {
  for (const entered of unsaved(part)) if (entered) entered.isChanged = false;
}
