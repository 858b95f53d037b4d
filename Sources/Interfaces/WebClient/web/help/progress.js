// How far somebody is in the tutorial, and how long each step took: on this device only.

const key = 'wayside.tutorial';
export const steps = ['look', 'place', 'tour', 'day', 'people'];

/** @returns {{step: number, isDone: boolean, seconds: number[]}} */
export function progress() {
  try {
    const { step = 0, seconds = [] } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { step, seconds, isDone: step >= steps.length };
  } catch {
    return { step: 0, seconds: [], isDone: false };
  }
}

/** @param {number} step @param {number[]} seconds */
export function keep(step, seconds) {
  try {
    localStorage.setItem(key, JSON.stringify({ step, seconds }));
  } catch {
    // It begins anew the next time.
  }
}
