// What was tried, kept on this device until the trial is left.

/** @typedef {import('./device-run.js').DeviceRun} DeviceRun */
/** @typedef {import('api-types').Instance} Instance */
/**
 * A thing that is placed in a trial, with what lists say of it, too.
 *
 * @typedef {Instance & {boundingBox: import('api-types').Object['boundingBox'], isTrial: true}} TrialInstance
 */
/**
 * An appointment of a trial, also as the calendar lists it.
 *
 * @typedef {Omit<import('api-types').Appointment, 'uid' | 'realm'> & {repeats: boolean}} TrialAppointment
 */

const key = 'wayside.sandbox';

/** Of what this place is empty. */
export const emptyTrial = () => ({
  isOn: false,
  /** The tour that is tried; empty in the tutorial. */
  tour: '',
  /** Whose it is: nobody's as long as nobody is logged in. @type {string | undefined} */
  account: undefined,
  /** @type {TrialInstance[]} */
  instances: [],
  /** @type {DeviceRun[]} */
  runs: [],
  /** @type {import('api-types').InventoryItem[]} */
  kept: [],
  /** @type {TrialAppointment[]} */
  appointments: [],
  /** Of each instance. @type {Record<string, keyof Instance['reactions']>} */
  reactions: {},
});

/** @typedef {ReturnType<typeof emptyTrial>} Trial */

/** @type {Trial} */
export const trial = emptyTrial();

/** Keeps what was tried over reloads. */
export function keepTrial() {
  try {
    if (trial.isOn) localStorage.setItem(key, JSON.stringify(trial));
    else localStorage.removeItem(key);
  } catch {
    // It holds until the page is loaded anew.
  }
}

/** Takes up what was kept. */
export function readTrial() {
  try {
    Object.assign(trial, JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    // Nobody was trying.
  }
}
