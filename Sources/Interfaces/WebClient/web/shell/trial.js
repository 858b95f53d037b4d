// Trying things out: the tutorial, or a tour without an account. Nothing that is done is sent.

import * as api from './api.js';
import { session } from './session.js';
import { emptyTrial, keepTrial, readTrial, trial } from './trial-state.js';

export { trial };

/** @type {Set<() => void>} */
const followers = new Set();

/** Calls when the trial begins or ends. @param {() => void} call */
export const followTrial = (call) => followers.add(call);

/** Who is logged in. @type {string | undefined} */
let account;

/**
 * Says who is logged in: what was tried without an account belongs to whoever logs in.
 *
 * @param {string | undefined} id
 */
export function tryFor(id) {
  account = id;
  if (trial.isOn) adopt();
}

function adopt() {
  // Whoever has an account now walks for good.
  if (trial.tour && account) return void leaveTrial();
  trial.account ??= account;
  keepTrial();
}

// Who logs out, or logs in after somebody else, finds nothing of it.
api.onForget(() => trial.account ? leaveTrial() : undefined);

/** Goes on with the trial if somebody was in it. */
export async function resumeTrial() {
  readTrial();
  if (trial.isOn) await enterTrial();
}

/** From now on nothing that is done is sent. @param {string} [tour] the one that is tried without an account */
export async function enterTrial(tour) {
  const { Sandbox } = await import('../data/sandbox.js');
  const sandbox = new Sandbox(trial, {
    get: api.get,
    keep: keepTrial,
    author: () => session.account,
  });
  api.divert(sandbox);
  trial.isOn = true;
  if (tour !== undefined) trial.tour = tour;
  adopt();
  followers.forEach((call) => call());
}

/** Throws away what was tried; from now on things count. */
export async function leaveTrial() {
  api.divert(null);
  Object.assign(trial, emptyTrial());
  keepTrial();
  api.invalidateAll();
  followers.forEach((call) => call());
}
