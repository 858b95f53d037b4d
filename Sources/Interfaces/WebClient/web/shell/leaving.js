// Nobody loses what they have entered by a link, by "back" or by closing the window: they are asked first.

import { confirm } from '../parts/dialog.js';
import { t } from './texts.js';
import { trial } from './trial.js';

/**
 * A form in the document; `entered` is what parts/form.js knows of it.
 *
 * @typedef {HTMLFormElement & {entered?: {isUnsaved: boolean, isChanged: boolean} | null}} Drawn
 */

/** The forms that are shown and hold what is saved nowhere. */
const unsaved = () =>
  [...document.forms].map((form) => /** @type {Drawn} */ (form).entered)
    .filter((entered) => !!entered?.isUnsaved);

/** Whether leaving would lose something; in the tutorial nothing is to stay. */
export const hasUnsaved = () => !trial.isOn && unsaved().length > 0;

/** What was entered may be lost, as somebody wants it so or it is kept elsewhere: nothing more is asked about it. */
export function letGo() {
  for (const entered of unsaved()) if (entered) entered.isChanged = false;
}

let isAsking = false;

/** Asks whether the page may be left, if something would be lost by it. */
export async function mayLeave() {
  if (!hasUnsaved()) return true;
  // A second press of "back", for instance, is no answer.
  if (isAsking) return false;
  isAsking = true;
  const isLeaving = await confirm({
    title: t('shell.leaveTitle'),
    text: t('shell.leaveText'),
    button: t('shell.leave'),
    cancel: t('shell.stay'),
  });
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
