// What is asked of whoever logs in for the first time. Put off, it is asked again at the next start.

import { places } from './places.js';
import { session } from './session.js';
import { loadTexts } from './texts.js';
import { trial } from './trial.js';

/** Kept until the window is closed or somebody logs out. */
const key = 'wayside.later';
/** Where one arrives or looks about; pages for one purpose are left alone. */
const pages = ['/around', '/tours', '/calendar', '/people', '/people/family', '/me'];

/** The account of the last page. */
let last = '';
/** Whether it has been asked, or need not be. */
let isAnswered = false;
let isAsking = false;

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

/** Asks how somebody gets about, at the first of the main pages that is opened (TV-ACC-12). */
export async function askFirst() {
  const id = session.account?.id ?? '';
  if (id !== last) {
    isAnswered = false;
    // Whoever logs in next starts anew.
    if (last) putOff(false);
    last = id;
  }
  if (isAnswered || isAsking || isPutOff() || !isWelcome()) return;
  isAsking = true;
  try {
    const place = (await places.calendar()).default;
    await loadTexts(place.name, place.texts);
    const answer = await (await place.question?.())?.default(isWelcome);
    if (answer === 'later') putOff(true);
    else isAnswered = answer === 'known';
  } catch {
    // Without a network it is asked at another page.
  }
  isAsking = false;
}
