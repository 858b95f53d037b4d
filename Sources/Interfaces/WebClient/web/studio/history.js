// What can be undone and done again.

const most = 200;
/** Edits of the same thing within so many milliseconds are one step. */
const together = 2000;

/** @template T */
export class History {
  /** @type {{value: T, label: string}[]} what was before, and what was done then */
  #past = [];
  /** @type {{value: T, label: string}[]} */
  #future = [];
  #group = '';
  #at = 0;

  /** @param {T} present */
  constructor(present) {
    this.present = present;
  }

  /**
   * Takes a step.
   *
   * @param {T} value @param {string} label what was done, in words
   * @param {string} [group] steps of the same group that follow each other closely are one
   */
  push(value, label, group = '') {
    if (value === this.present) return;
    const now = Date.now();
    const isSameStep = group !== '' && group === this.#group && now - this.#at < together &&
      this.#past.length > 0;
    if (!isSameStep) {
      this.#past.push({ value: this.present, label });
      if (this.#past.length > most) this.#past.shift();
    }
    this.#future = [];
    this.#group = group;
    this.#at = now;
    this.present = value;
  }

  /** What would be undone, in words; undefined if nothing can be. */
  get undoable() {
    return this.#past[this.#past.length - 1]?.label;
  }

  /** What would be done again. */
  get redoable() {
    return this.#future[this.#future.length - 1]?.label;
  }

  /** @returns {string | undefined} what was undone */
  undo() {
    const step = this.#past.pop();
    if (!step) return undefined;
    this.#future.push({ value: this.present, label: step.label });
    this.present = step.value;
    this.#group = '';
    return step.label;
  }

  /** @returns {string | undefined} what was done again */
  redo() {
    const step = this.#future.pop();
    if (!step) return undefined;
    this.#past.push({ value: this.present, label: step.label });
    this.present = step.value;
    this.#group = '';
    return step.label;
  }
}
