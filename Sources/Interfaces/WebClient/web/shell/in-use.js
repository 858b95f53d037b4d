// What of the device is in use now, for the mark that says so and stops it.

/** @typedef {'position' | 'camera'} Used */

/** @type {Map<Used, () => void>} */
const used = new Map();
/** @type {Set<() => void>} */
const followers = new Set();

const tell = () => followers.forEach((call) => call());

/** What is in use, in the order in which it began. @returns {Used[]} */
export const inUse = () => [...used.keys()];

/** Calls when something begins or ends. @param {() => void} call */
export const followUse = (call) => followers.add(call);

/**
 * Something begins to be used.
 *
 * @param {Used} what @param {() => void} stop called when the mark is pressed
 * @returns {() => void} says that it has ended
 */
export function beginUse(what, stop) {
  used.set(what, stop);
  tell();
  return () => {
    if (used.get(what) !== stop) return;
    used.delete(what);
    tell();
  };
}

/** Stops it. @param {Used} what */
export function stopUse(what) {
  const stop = used.get(what);
  used.delete(what);
  tell();
  stop?.();
}
