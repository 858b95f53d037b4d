// Entered values of an activity that are not at the server yet, kept on this device: they survive
// a reload and a lost network, and goes when it has been sent or the activity is cancelled.

import * as store from '../shell/store.js';

const key = (/** @type {string} */ id) => `activity:${id}`;

/**
 * The values of each step.
 *
 * @typedef {Object} Entered
 * @property {{name: string, description: string}} start
 * @property {{values: import('./poll-draft.js').Values, count: number, places: [number, Place | undefined][]}} poll
 * @property {{values: import('./slots.js').Values, slot: import('./slots.js').Slot | null}} scheduling
 * @property {{type: string, place: Place | undefined, tasks: {title: string, assignee: string}[]}} details
 */

/** @typedef {import('../data/meetings.js').Place} Place */
/** @typedef {{[Name in keyof Entered]?: Entered[Name] & {base: unknown}}} Parts */

export class Kept {
  /** By what it belongs to. @type {Parts} */
  #parts;

  /** @param {string} id @param {Parts} parts */
  constructor(id, parts) {
    this.id = id;
    this.#parts = parts;
  }

  /** The kept values of an activity. @param {string} id */
  static async of(id) {
    return new Kept(id, (await store.read('kept', key(id)))?.parts ?? {});
  }

  /**
   * The values of a step, as long as the server still has what they rest on.
   *
   * @template {keyof Entered} Name
   * @param {Name} name @param {unknown} base what the server has of it
   * @returns {(Entered[Name] & {base: unknown}) | undefined}
   */
  part(name, base) {
    const part = this.#parts[name];
    return part && JSON.stringify(part.base) === JSON.stringify(base) ? part : undefined;
  }

  /**
   * @template {keyof Entered} Name
   * @param {Name} name @param {unknown} base what the server has of it @param {Entered[Name]} entered
   */
  put(name, base, entered) {
    Object.assign(this.#parts, { [name]: { base, ...entered } });
    // Forms go on changing what they have.
    store.write('kept', { key: key(this.id), parts: structuredClone(this.#parts) });
  }

  /** @param {keyof Entered} [name] all if none is named */
  drop(name) {
    if (name === undefined) this.#parts = {};
    else delete this.#parts[name];
    if (Object.keys(this.#parts).length === 0) store.remove('kept', key(this.id));
    else store.write('kept', { key: key(this.id), parts: structuredClone(this.#parts) });
  }
}
