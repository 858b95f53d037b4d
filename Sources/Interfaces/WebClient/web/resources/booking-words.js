// What bookings are called, and the fields that say how much they matter.

import { html, nothing } from 'lit-html';
import { field } from '../parts/form.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Booking} Booking */

export const priorities = ['high', 'medium', 'low'];

/** Why, and how much it matters. @param {{reason: string, priority: string}} booking */
export const why = ({ reason, priority }) =>
  `${reason} (${t('resources.priority')}: ${t(`resources.priority-${priority}`)})`;

/** A choice of how much it matters. @param {import('../parts/form.js').Form<any>} form */
const priorityField = (form) =>
  html`<fieldset class="field" aria-describedby=${
    form.errors.priority ? 'priority-error' : nothing
  }>
    <legend class="required">${t('resources.priority')}</legend>
    <div class="row">${
    priorities.map((value) =>
      html`<div class="check"><input type="radio" name="priority" id="priority-${value}"
        .checked=${form.values.priority === value} @change=${() => form.set('priority', value)}>
        <label for="priority-${value}">${t(`resources.priority-${value}`)}</label></div>`
    )
  }</div>
    ${
    form.errors.priority
      ? html`<p class="field-error" id="priority-error">${form.errors.priority}</p>`
      : nothing
  }
  </fieldset>`;

/** How much it matters, and why. @param {import('../parts/form.js').Form<any>} form */
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

/** What is missing of a booking. @param {{start: string, end: string, reason: string, priority: string}} values */
export const mistakes = ({ start, end, reason, priority }) => ({
  ...(start ? {} : { start: t('people.needsTime') }),
  ...(end > start ? {} : { end: t('people.needsEnd') }),
  ...(reason.trim() ? {} : { reason: t('resources.needsReason') }),
  ...(priority ? {} : { priority: t('resources.needsPriority') }),
});

/** A day in 24 hours, taken or free; the list beside it says the same in words. @param {Date} from @param {Booking[]} bookings */
export function dayBar(from, bookings) {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const start = new Date(from);
    start.setHours(hour);
    const end = new Date(from);
    end.setHours(hour + 1);
    return bookings.some((booking) =>
      new Date(booking.start) < end && new Date(booking.end) > start
    );
  });
  return html`<div class="day-bar" aria-hidden="true">${
    hours.map((isTaken) => html`<span class=${isTaken ? 'taken' : ''}></span>`)
  }</div>`;
}
