// What of an activity has been entered and is not at the server yet, kept on this device: it survives
// a reload and a lost network, and goes when it has been sent or the activity is cancelled.

import * as store from '../shell/store.js';

const key = (/** @type {string} */ id) => `activity:${id}`;

export class Kept {
  /** @type {Record<string, any>} by what it belongs to */
  #parts;

  /** @param {string} id @param {Record<string, any>} parts */
  constructor(id, parts) {
    this.id = id;
    this.#parts = parts;
  }

  /** What is kept of an activity. @param {string} id */
  static async of(id) {
    return new Kept(id, (await store.read('kept', key(id)))?.parts ?? {});
  }

  /**
   * What was entered, as long as it rests on what the server still has.
   *
   * @param {string} name @param {unknown} base what the server has of it
   */
  part(name, base) {
    const part = this.#parts[name];
    return part && JSON.stringify(part.base) === JSON.stringify(base) ? part : undefined;
  }

  /** @param {string} name @param {unknown} base @param {Record<string, any>} entered */
  put(name, base, entered) {
    this.#parts[name] = { base, ...entered };
    // Forms go on changing what they have.
    store.write('kept', { key: key(this.id), parts: structuredClone(this.#parts) });
  }

  /** @param {string} [name] all if none is named */
  drop(name) {
    if (name === undefined) this.#parts = {};
    else delete this.#parts[name];
    if (Object.keys(this.#parts).length === 0) store.remove('kept', key(this.id));
    else store.write('kept', { key: key(this.id), parts: structuredClone(this.#parts) });
  }
}
