// The one form: fields with visible labels, words about what is wrong beside them, one main button.

import { html, nothing } from 'lit-html';
import { ifDefined } from 'lit-html/directives/if-defined.js';
import { live } from 'lit-html/directives/live.js';
import { t } from '../shell/texts.js';
import { Form } from './form-state.js';
import { icon } from './icon.js';
import { warning } from './states.js';

export { Form };

/** A form, whatever its values are. @typedef {Form<any>} AnyForm any: fields name their value by a word */

/**
 * @typedef {Object} FieldOptions
 * @property {string} name of the value
 * @property {string} [id] of the element, where a page has two of the name
 * @property {string} label
 * @property {'text' | 'email' | 'tel' | 'password' | 'url' | 'number' | 'date' | 'time' |
 *   'datetime-local' | 'search'} [type]
 * @property {string} [help] a sentence below
 * @property {boolean} [optional]
 * @property {boolean} [required] marked with a star
 * @property {string} [autocomplete]
 * @property {string} [inputmode] the keys that are shown
 * @property {string} [placeholder]
 * @property {number} [maxlength]
 * @property {number | string} [min]
 * @property {number | string} [max]
 * @property {number | string} [step]
 * @property {number} [rows] of a text of several lines
 * @property {string[]} [suggestions] what typing is completed to; anything else may be typed, too
 * @property {boolean} [autofocus]
 * @property {string} [unit] behind the field
 * @property {unknown} [end] controls behind the field
 */

/** Years have four digits: whoever types a date comes to what follows it by itself. @type {Record<string, string>} */
const latest = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** A field of one or several lines. @param {AnyForm} form @param {FieldOptions} options */
export function field(form, options) {
  const { name, label, help, rows } = options;
  const id = options.id ?? `field-${name}`;
  const error = form.errors[name];
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(
    ' ',
  );
  const set = (/** @type {Event} */ event) =>
    form.set(name, /** @type {HTMLInputElement} */ (event.target).value);
  const value = form.values[name] ?? '';
  return html`<div class="field">
    <label for=${id} class=${options.required ? 'required' : nothing}>${label}</label>${
    options.optional
      ? html`<span class="soft small field-note">${t('shell.optional')}</span>`
      : nothing
  }
    <div class="field-box">${
    rows
      ? html`
        <textarea id=${id} name=${name} rows=${rows} maxlength=${ifDefined(options.maxlength)}
          placeholder=${ifDefined(options.placeholder)}
          aria-describedby=${described || nothing} aria-invalid=${error ? 'true' : nothing}
          .value=${live(value)} @input=${set}></textarea>
      `
      : html`
        <input id=${id} name=${name} type=${options.type ?? 'text'}
          autocomplete=${options.autocomplete ?? nothing}
          inputmode=${options.inputmode ?? nothing}
          placeholder=${ifDefined(options.placeholder)} maxlength=${ifDefined(options.maxlength)}
          min=${ifDefined(options.min)} max=${ifDefined(
            options.max ?? latest[options.type ?? ''],
          )} step=${ifDefined(
            options.step,
          )}
          aria-describedby=${described || nothing} aria-invalid=${error ? 'true' : nothing}
          list=${options.suggestions ? `${id}-list` : nothing}
          aria-required=${options.required ? 'true' : nothing} ?autofocus=${options.autofocus ??
            false}
          .value=${live(String(value))} @input=${set}>
      `
  }${options.unit ? html`<span class="unit">${options.unit}</span>` : nothing}
    ${
    options.suggestions
      ? html`<datalist id="${id}-list">${
        options.suggestions.map((text) => html`<option value=${text}></option>`)
      }</datalist>`
      : nothing
  }
    ${options.type === 'password' ? reveal(id) : nothing}${options.end ?? nothing}</div>
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
    ${help ? html`<p class="field-help" id="${id}-help">${help}</p>` : nothing}
  </div>`;
}

/**
 * A number with arrows at its right side, up and down.
 *
 * @param {AnyForm} form
 * @param {FieldOptions & {min: number, max: number, by: number, up: string, down: string}} options
 *   `by`: how far an arrow goes; `up` and `down`: what the arrows are called
 */
export function stepper(form, options) {
  const { name, min, max, by, up, down } = options;
  const value = Number(form.values[name]) || 0;
  /** @param {string} label @param {unknown} symbol @param {number} next */
  const arrow = (label, symbol, next) =>
    html`
      <button type="button" class="button quiet" aria-label=${label}
        ?disabled=${next < min || next > max} @click=${() =>
          form.set(name, next)}>${symbol}</button>
    `;
  return html`<div class="stepper">${
    field(form, {
      ...options,
      type: 'number',
      end: html`${arrow(down, icon('chevron-down'), value - by)}${
        arrow(up, icon('chevron-up'), value + by)
      }`,
    })
  }</div>`;
}

/** @param {string} id */
const reveal = (id) =>
  html`<button type="button" class="button quiet small" @click=${(/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (document.getElementById(id));
    const isHidden = input.type === 'password';
    input.type = isHidden ? 'text' : 'password';
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.textContent = isHidden ? t('shell.hide') : t('shell.show');
  }}>${t('shell.show')}</button>`;

/**
 * A choice of one from a few.
 *
 * @param {AnyForm} form
 * @param {{name: string, label: string, help?: string, options: {value: string, text: string}[]}} options
 */
export function select(form, { name, label, help, options }) {
  const id = `field-${name}`;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} name=${name} aria-describedby=${help ? `${id}-help` : nothing}
      @change=${(/** @type {Event} */ event) =>
    form.set(name, /** @type {HTMLSelectElement} */ (event.target).value)}>
      ${
    options.map(({ value, text }) =>
      html`<option value=${value} ?selected=${value === form.values[name]}>${text}</option>`
    )
  }
    </select>
    ${form.errors[name] ? html`<p class="field-error">${form.errors[name]}</p>` : nothing}
    ${help ? html`<p class="field-help" id="${id}-help">${help}</p>` : nothing}
  </div>`;
}

/**
 * One thing that is so or not.
 *
 * @param {AnyForm} form @param {{name: string, label: unknown, help?: string}} options
 */
export function check(form, { name, label, help }) {
  const id = `field-${name}`;
  const error = form.errors[name];
  return html`<div class="check">
    <input type="checkbox" id=${id} name=${name} .checked=${live(!!form.values[name])}
      aria-invalid=${error ? 'true' : nothing} aria-describedby=${
    help || error ? `${id}-help` : nothing
  }
      @change=${(/** @type {Event} */ event) =>
    form.set(name, /** @type {HTMLInputElement} */ (event.target).checked)}>
    <label for=${id}>${label}</label>
    ${
    help || error
      ? html`<p class=${error ? 'field-error' : 'field-help'} id="${id}-help">${error ?? help}</p>`
      : nothing
  }
  </div>`;
}

/**
 * The form itself: its fields, then what is wrong with the whole, then its buttons.
 *
 * @param {AnyForm} form
 * @param {{submit: () => void, button: string, fields: unknown, other?: unknown, label?: string,
 *   isPassing?: boolean}} parts `isPassing`: it is left without a question, as its words are kept elsewhere,
 *   or are only searched for
 */
export const formOf = (form, { submit, button, fields, other, label, isPassing }) =>
  html`
    <form class="stack" novalidate aria-label=${label ?? nothing}
      .entered=${isPassing ? null : form} @submit=${(
        /** @type {Event} */ event,
      ) => {
        event.preventDefault();
        submit();
      }}>
        ${fields}
        ${form.problem ? html`<div role="alert">${warning(form.problem)}</div>` : nothing}
        <div class="row">
          <button class="button main" type="submit" ?disabled=${form.isSending}>${button}</button>
          ${other ?? nothing}
        </div>
      </form>
  `;
