import { html } from 'lit-html';
import { t } from '../../shell/texts.js';
import { field } from '../form.js';

/** From when until when. @param {import('../form.js').Form<{start: string, end: string}>} form */
export const timeFields = (form) =>
  html`<div class="row">${
    ['start', 'end'].map((name) =>
      field(form, {
        name,
        label: t(`people.${name}-time`),
        type: 'datetime-local',
        step: 900,
        required: true,
      })
    )
  }</div>`;
