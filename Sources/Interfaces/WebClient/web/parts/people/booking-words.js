// What bookings are called, and their times in fields and days.

import { html, nothing } from 'lit-html';
import { choice, endOf, moment } from '../format.js';
import { field } from '../form.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').Booking} Booking */

export const priorities = ['high', 'medium', 'low'];

/** When: Mon, 4 May 2026, 08:00 to 10:00. @param {{start: string, end: string}} span */
export const when = ({ start, end }) =>
  t('people.fromTo', {
    from: moment(start),
    to: endOf(start, end),
  });

/** What an activity is called: by its name, or what its poll asks. @param {import('api-types').Activity} activity */
export const activityName = ({ name, poll }) =>
  name ||
  (poll
    ? t('people.pollOf', { options: choice(poll.options.map((option) => option.name)) })
    : t('people.unnamed'));

/** Why, and how much it matters. @param {{reason: string, priority: string}} booking */
export const why = ({ reason, priority }) =>
  `${reason} (${t('people.priority')}: ${t(`people.priority-${priority}`)})`;

/** A local day as a date field has it. @param {Date} date */
export const dayText = (date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A local time as a field has it. @param {Date} date */
export const timeText = (date) =>
  `${dayText(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/** Midnight of a local day, so many days on. @param {string} text @param {number} [days] */
export function midnight(text, days = 0) {
  const date = new Date(`${text}T00:00`);
  date.setDate(date.getDate() + days);
  return date;
}

/** A choice of how much it matters. @param {import('../form.js').Form<any>} form */
const priorityField = (form) =>
  html`<fieldset class="field" aria-describedby=${
    form.errors.priority ? 'priority-error' : nothing
  }>
    <legend class="required">${t('people.priority')}</legend>
    <div class="row">${
    priorities.map((value) =>
      html`<div class="check"><input type="radio" name="priority" id="priority-${value}"
        .checked=${form.values.priority === value} @change=${() => form.set('priority', value)}>
        <label for="priority-${value}">${t(`people.priority-${value}`)}</label></div>`
    )
  }</div>
    ${
    form.errors.priority
      ? html`<p class="field-error" id="priority-error">${form.errors.priority}</p>`
      : nothing
  }
  </fieldset>`;

/** From when until when. @param {import('../form.js').Form<any>} form */
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

/** How much it matters, and why. @param {import('../form.js').Form<any>} form */
export const reasonFields = (form) =>
  html`${priorityField(form)}${
    field(form, {
      name: 'reason',
      label: t('people.reason'),
      rows: 2,
      maxlength: 500,
      required: true,
    })
  }`;

/** What is missing of a booking. @param {{start: string, end: string, reason: string, priority: string}} values */
export const mistakes = ({ start, end, reason, priority }) => ({
  ...(start ? {} : { start: t('people.needsTime') }),
  ...(end > start ? {} : { end: t('people.needsEnd') }),
  ...(reason.trim() ? {} : { reason: t('people.needsReason') }),
  ...(priority ? {} : { priority: t('people.needsPriority') }),
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
