// How far somebody is in the tutorial, and how long each step took: on this device only.

const key = 'wayside.tutorial';
export const steps = ['look', 'place', 'tour', 'day', 'people'];

/**
 * @returns {{step: number, isDone: boolean, seconds: number[], begun: number | null}} `begun`: when
 *   the step was, in milliseconds since 1970, if somebody is at it
 */
export function progress() {
  try {
    const { step = 0, seconds = [], begun = null } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { step, seconds, begun, isDone: step >= steps.length };
  } catch {
    return { step: 0, seconds: [], begun: null, isDone: false };
  }
}

/** @param {number} step @param {number[]} seconds @param {number | null} begun */
export function keep(step, seconds, begun) {
  try {
    localStorage.setItem(key, JSON.stringify({ step, seconds, begun }));
  } catch {
    // It begins anew the next time.
  }
}
