// Nobody loses what they have entered by a link, by "back" or by closing the window: they are asked first.

import { confirmLoss } from '../parts/dialog.js';
import { hasUnsaved, letGo } from './unsaved.js';

let isAsking = false;

/** Asks whether the page may be left, if something would be lost by it. */
export async function mayLeave() {
  if (!hasUnsaved()) return true;
  // A second press of "back", for instance, is no answer.
  if (isAsking) return false;
  isAsking = true;
  const isLeaving = await confirmLoss();
  isAsking = false;
  if (isLeaving) letGo();
  return isLeaving;
}

/** Has the browser ask, in its own words, before the window is closed or loaded anew. */
export function followClosing() {
  addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
