// The fields for priority and reason of a booking, and the bar of a day.

import { html, nothing } from 'lit-html';
import { field } from '../parts/form.js';
import { t } from '../shell/texts.js';
import { priorities } from './words.js';

/** A choice of how much it matters. @param {import('../parts/form.js').Form<{priority: string}>} form */
const priorityField = (form) =>
  html`<fieldset class="field" aria-describedby=${
    form.errors.priority ? 'priority-error' : nothing
  }>
    <legend class="required">${t('waiting.priority')}</legend>
    <div class="row">${
    priorities.map((value) =>
      html`<div class="check"><input type="radio" name="priority" id="priority-${value}"
        .checked=${form.values.priority === value} @change=${() => form.set('priority', value)}>
        <label for="priority-${value}">${t(`waiting.priority-${value}`)}</label></div>`
    )
  }</div>
    ${
    form.errors.priority
      ? html`<p class="field-error" id="priority-error">${form.errors.priority}</p>`
      : nothing
  }
  </fieldset>`;

/** The fields for priority and reason. @param {import('../parts/form.js').Form<{priority: string, reason: string}>} form */
export const reasonFields = (form) =>
  html`${priorityField(form)}${
    field(form, {
      name: 'reason',
      label: t('resources.reason'),
      rows: 2,
      maxlength: 500,
      required: true,
    })
  }`;

/** A day in 24 hours, taken or free; the list beside it says the same in words. @param {boolean[]} hours */
export const dayBar = (hours) =>
  html`<div class="day-bar" aria-hidden="true">${
    hours.map((isTaken) => html`<span class=${isTaken ? 'taken' : ''}></span>`)
  }</div>`;
