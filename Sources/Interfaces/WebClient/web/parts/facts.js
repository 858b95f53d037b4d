// Facts about a thing: a name and what it says, one below the other or in a row.

import { html, nothing } from 'lit-html';

/** What is not said is left out: undefined, null, false and the empty text. @typedef {[name: string, value: unknown]} Fact */

/** @param {unknown} value */
const isSaid = (value) =>
  value !== undefined && value !== null && value !== false && value !== '' && value !== nothing;

/**
 * @param {(Fact | undefined | false)[]} all
 * @param {{inRow?: boolean}} [look] `inRow`: few short ones, as of a tour, large and side by side
 */
export const facts = (all, { inRow = false } = {}) =>
  html`
    <dl class="facts ${inRow ? 'in-row' : ''}">${all
      .filter((fact) => fact !== undefined && fact !== false && isSaid(fact[1]))
      .map((fact) => {
        const [name, value] = /** @type {Fact} */ (fact);
        return html`
          <div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>
        `;
      })}</dl>
  `;
