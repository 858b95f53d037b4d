// The state of a form, however it is drawn.

import { ApiError } from '../shell/problem.js';
import { reason } from '../shell/reason.js';

/**
 * The state of a form: its values, what is wrong with them, whether it is being sent.
 *
 * @template {object} Values
 */
export class Form {
  /** @param {Values} values at first @param {() => void} update draws the page again */
  constructor(values, update) {
    this.values = values;
    /** @type {Record<string, string>} what is wrong, by field */
    this.errors = {};
    /** @type {string} what is wrong with the whole */
    this.problem = '';
    this.isSending = false;
    this.isChanged = false;
    this.update = update;
  }

  /** What values were before they were changed, by field. @type {Record<string, unknown>} */
  #before = {};
  #isTouched = false;

  /** @param {string} name @param {any} value any: whoever overrides it knows the field */
  set(name, value) {
    const values = /** @type {Record<string, unknown>} */ (this.values);
    if (!(name in this.#before)) this.#before[name] = values[name];
    values[name] = value;
    delete this.errors[name];
    this.isChanged = true;
    this.update();
  }

  /** Something that belongs to it was changed, and is not among its values. */
  touch() {
    this.isChanged = true;
    this.#isTouched = true;
  }

  /** Whether it differs from what is saved, so that leaving it would lose something; see shell/leaving.js. */
  get isUnsaved() {
    if (!this.isChanged || this.isSending) return false;
    return this.#isTouched ||
      Object.entries(this.#before).some(([name, value]) =>
        /** @type {Record<string, unknown>} */ (this.values)[name] !== value
      );
  }

  #saved() {
    this.isChanged = false;
    this.#isTouched = false;
    this.#before = {};
  }

  /**
   * Sends the form; what the server finds wrong appears at its fields.
   *
   * @param {(values: Values) => Promise<unknown>} send answers false if nothing was saved after all
   * @param {(values: Values) => Record<string, string | undefined>} [check] what can be seen to be wrong here
   */
  async submit(send, check) {
    if (this.isSending) return;
    this.errors = /** @type {Record<string, string>} */ (check?.(this.values) ?? {});
    this.problem = '';
    if (Object.keys(this.errors).length === 0) {
      this.isSending = true;
      this.update();
      try {
        if (await send(this.values) !== false) this.#saved();
      } catch (error) {
        this.#take(error);
      }
      this.isSending = false;
    }
    this.update();
    queueMicrotask(focusFirstError);
  }

  /** @param {unknown} error */
  #take(error) {
    if (error instanceof ApiError) {
      for (const { pointer, detail } of error.problem.errors ?? []) {
        const name = pointer.replace(/^\//, '');
        if (name in this.values) this.errors[name] = sentence(detail);
      }
    }
    if (Object.keys(this.errors).length === 0) this.problem = reason(error);
  }
}

/** @param {string} text */
const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

/** Once it is drawn. */
function focusFirstError() {
  /** @type {HTMLElement | null | undefined} */
  const field = globalThis.document?.querySelector(
    'main [aria-invalid=true], dialog [aria-invalid=true]',
  );
  field?.focus();
}
