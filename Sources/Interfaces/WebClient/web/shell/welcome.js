// Whether somebody has just signed up and was not offered the tutorial yet; on this device only.

const key = 'wayside.welcome';

/** The next page offers the tutorial. */
export function offerTutorial() {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // It can be found in the help.
  }
}

/** Whether the tutorial is to be offered. */
export function isTutorialOffered() {
  try {
    return localStorage.getItem(key) === '1';
  } catch {
    return false;
  }
}

/** It has been answered. */
export function endOffer() {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}
