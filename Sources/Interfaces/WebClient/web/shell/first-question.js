// What is asked of whoever logs in for the first time to plan days. Put off, it is asked again at the next start.

import { session } from './session.js';
import { loadTextsOf } from './texts.js';
import { trial } from './trial.js';

/** Whom to ask on this device, until there is an answer. */
const asking = 'wayside.ask';
/** Kept until the window is closed or somebody logs out. */
const key = 'wayside.later';
/** Where one arrives or looks about; pages for one purpose are left alone. */
const pages = ['/today', '/around', '/tours', '/calendar', '/people', '/people/family', '/me'];

/** The account of the last page. */
let last = '';
/** Whether it has been asked, or need not be. */
let isAnswered = false;
let isAsking = false;

/** Has an account asked from now on, at every start. @param {{id: string}} account */
export function askAtStart({ id }) {
  try {
    localStorage.setItem(asking, id);
  } catch {
    // It is not asked; the calendar says that nothing is set.
  }
}

/** @param {string} id */
function isToBeAsked(id) {
  try {
    return id !== '' && localStorage.getItem(asking) === id;
  } catch {
    return false;
  }
}

function isPutOff() {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** @param {boolean} isLater */
function putOff(isLater) {
  try {
    if (isLater) sessionStorage.setItem(key, '1');
    else sessionStorage.removeItem(key);
  } catch {
    // It is asked again when the pages are loaded anew.
  }
}

/** Whether a question is in nobody's way here and now. */
const isWelcome = () =>
  (session.role === 'general' || session.role === 'organization') && !trial.isOn &&
  pages.includes(location.pathname) && document.querySelector('dialog[open], #app.bare') === null;

/**
 * Asks how somebody gets about who logged in by the calendar's entry page, at the first of the main pages that
 * is opened (TV-ACC-12, CG-X-16); others find it in the calendar.
 *
 * @param {import('./places.js').Loader} load the place that asks
 */
export async function askFirst(load) {
  const id = session.account?.id ?? '';
  if (id !== last) {
    isAnswered = false;
    // Whoever logs in next starts anew.
    if (last) putOff(false);
    last = id;
  }
  if (isAnswered || isAsking || !isToBeAsked(id) || isPutOff() || !isWelcome()) return;
  isAsking = true;
  try {
    const place = (await load()).default;
    await loadTextsOf(place);
    const answer = await (await place.question?.())?.default(isWelcome);
    if (answer === 'later') putOff(true);
    else if (answer === 'known') {
      isAnswered = true;
      localStorage.removeItem(asking);
    }
  } catch {
    // Without a network it is asked at another page.
  }
  isAsking = false;
}
