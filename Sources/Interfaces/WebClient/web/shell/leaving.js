// Nobody loses what they have entered by a link, by "back" or by closing the window: they are asked first.

import { confirmLoss } from '../parts/dialog.js';
import { hasUnsaved, letGo } from './unsaved.js';

let isAsking = false;

/**
 * Asks whether parts of the document may be left, if something would be lost by it.
 *
 * @param {ParentNode[]} [parts] all of it unless given
 */
export async function mayLeave(parts = [document]) {
  if (!parts.some((part) => hasUnsaved(part))) return true;
  // A second press of "back", for instance, is no answer.
  if (isAsking) return false;
  isAsking = true;
  const isLeaving = await confirmLoss();
  isAsking = false;
  if (isLeaving) parts.forEach((part) => letGo(part));
  return isLeaving;
}

/** Has the browser ask, in its own words, before the window is closed or loaded anew. */
export function followClosing() {
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
