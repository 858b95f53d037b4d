// A form whose values are part of the tour: what is typed is in it at once, and can be undone.

import { Form } from '../parts/form.js';

/** @extends {Form<object>} */
export class PartForm extends Form {
  /**
   * @param {object} values now @param {Record<string, string>} errors by field
   * @param {(name: string, value: string) => void} put
   */
  constructor(values, errors, put) {
    super(values, () => {});
    this.errors = errors;
    this.put = put;
  }

  /** @override @param {string} name @param {string} value */
  set(name, value) {
    this.put(name, value);
  }
}

/**
 * What is wrong, by field.
 *
 * @param {{pointer: string, detail: string}[]} problems @param {string} [under] the pointer of the part
 * @returns {Record<string, string>}
 */
export function errorsOf(problems, under = '') {
  /** @type {Record<string, string>} */
  const errors = {};
  for (const { pointer, detail } of problems) {
    if (!pointer.startsWith(`${under}/`)) continue;
    const name = pointer.slice(under.length + 1).replaceAll('/', '-');
    errors[name] ??= detail;
  }
  return errors;
}
