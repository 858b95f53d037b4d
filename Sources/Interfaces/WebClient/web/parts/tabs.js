// Choosing between a few ways to see the same thing: a row of buttons, one pressed.

import { html } from 'lit-html';
import { icon } from './icon.js';
import { nothing } from 'lit-html';

/**
 * @param {{label: string, value: string, options: {value: string, text: string, icon?: string}[],
 *   choose: (value: string) => void}} parts
 */
export const choice = ({ label, value, options, choose }) =>
  html`<div class="choice" role="group" aria-label=${label}>
    ${
    options.map((option) =>
      html`
        <button type="button" class="button" aria-pressed=${option.value === value}
          @click=${() => choose(option.value)}>${option.icon ? icon(option.icon) : nothing}${option
            .text}</button>
      `
    )
  }
  </div>`;
