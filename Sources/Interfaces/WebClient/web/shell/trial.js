// What was tried in the tutorial's sandbox, kept on this device until the sandbox is left.

import * as api from './api.js';

const key = 'wayside.sandbox';
/** Of what this place is empty. */
const empty = () => ({
  isOn: false,
  /** The tour that is tried; empty in the tutorial. */
  tour: '',
  /** Whose it is: nobody's as long as nobody is logged in. @type {string | undefined} */
  account: undefined,
  /** @type {any[]} */
  instances: [],
  /** @type {any[]} */
  runs: [],
  /** @type {any[]} */
  kept: [],
  /** @type {any[]} */
  appointments: [],
  /** @type {Record<string, any>} */
  reactions: {},
});

export const trial = empty();
/** @type {Set<() => void>} */
const followers = new Set();

/** Calls when the sandbox begins or ends. @param {() => void} call */
export const followTrial = (call) => followers.add(call);

/** Keeps what was tried over reloads. */
export function keepTrial() {
  try {
    if (trial.isOn) localStorage.setItem(key, JSON.stringify(trial));
    else localStorage.removeItem(key);
  } catch {
    // It holds until the page is loaded anew.
  }
}

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

/** Goes on in the sandbox if somebody was in it. */
export async function resumeTrial() {
  try {
    Object.assign(trial, JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    // Nobody was.
  }
  if (trial.isOn) await enterTrial();
}

/** From now on nothing that is done is sent. @param {string} [tour] the one that is tried without an account */
export async function enterTrial(tour) {
  const { enter } = await import('./sandbox.js');
  enter();
  trial.isOn = true;
  if (tour !== undefined) trial.tour = tour;
  adopt();
  followers.forEach((call) => call());
}

/** Throws away what was tried; from now on things count. */
export async function leaveTrial() {
  const { leave } = await import('./sandbox.js');
  leave();
  Object.assign(trial, empty());
  keepTrial();
  api.invalidateAll();
  followers.forEach((call) => call());
}
