// The fields of an appointment's form: what all see of it, and what everybody has of their own.

import { html, nothing } from 'lit-html';
import { ownZone } from '../../parts/days.js';
import { check, field, select } from '../../parts/form.js';
import { modes } from '../../parts/journey/preferences.js';
import { t } from '../../shell/texts.js';
import { split, usual, words } from './recurrence.js';

/** @typedef {import('./draft.js').Values} Values */
/** @typedef {import('../../parts/form.js').Form<Values>} Form */

/** Minutes before leaving at which one may be reminded. */
const reminders = [5, 10, 15, 30];

/**
 * @param {Form} form
 * @param {{place: unknown, isNew: boolean, isSeries: boolean, kept: string | undefined}} options its place's field,
 *   whether it is not stored yet, whether all of a series is changed, and the rule that is stored
 */
export const sharedFields = (form, { place, isNew, isSeries, kept }) =>
  html`
    ${field(form, { name: 'title', label: t('calendar.name'), required: true, maxlength: 200 })}
    ${check(form, { name: 'allDay', label: t('journey.allDay') })}
    <div class="two">
      ${moment(form, 'start', t('calendar.start'))}
      ${moment(form, 'end', t('calendar.end'))}
    </div>
    ${select(form, {
      name: 'zone',
      label: t('calendar.zone'),
      options: zones(form.values.zone).map((zone) => ({
        value: zone,
        text: zone.replaceAll('_', ' '),
      })),
    })}
    ${place}
    ${isSeries ? recurrence(form, kept) : nothing}
    ${isNew
      ? field(form, {
        name: 'invite',
        label: t('calendar.invite'),
        help: t('calendar.inviteHelp'),
        optional: true,
      })
      : nothing}
  `;

/** Zones to choose from: all that the browser knows. @param {string} own @returns {string[]} */
const zones = (own) => [...new Set([own, ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

/** A day, or a day with its time. @param {Form} form @param {'start' | 'end'} name @param {string} label */
function moment(form, name, label) {
  if (!form.values.allDay) {
    return field(form, { name, label, type: 'datetime-local', required: true });
  }
  const days = Object.assign(Object.create(form), {
    values: { ...form.values, [name]: form.values[name].slice(0, 10) },
    set: (/** @type {string} */ key, /** @type {string} */ value) =>
      form.set(key, value ? `${value}T00:00` : ''),
  });
  return field(days, { name, label, type: 'date', required: true });
}

/** @param {Form} form @param {string | undefined} stored */
function recurrence(form, stored) {
  const kept = split(stored, form.values.zone).base;
  const rules = usual.includes(kept) ? usual : [...usual, kept];
  return html`
    ${select(form, {
      name: 'recurrence',
      label: t('calendar.recurrence'),
      options: rules.map((rule) => ({
        value: rule,
        text: rule ? words(rule, form.values.zone) : t('calendar.once'),
      })),
    })}
    ${form.values.recurrence
      ? field(form, { name: 'until', label: t('calendar.lastDay'), type: 'date', optional: true })
      : nothing}
  `;
}

/** @param {Form} form */
export const ownFields = (form) =>
  html`
    ${field(form, {
      name: 'notes',
      label: t('calendar.notes'),
      rows: 3,
      maxlength: 5000,
      optional: true,
      help: t('calendar.notesHelp'),
    })}
    ${select(form, {
      name: 'preNotification',
      label: t('calendar.reminder'),
      options: reminders.map((minutes) => ({
        value: String(minutes),
        text: t('calendar.beforeLeaving', { count: minutes }),
      })),
    })}
    ${check(form, {
      name: 'ownModes',
      label: t('calendar.ownModes'),
      help: t('calendar.ownModesHelp'),
    })}
    ${form.values.ownModes ? modeChoice(form) : nothing}
  `;

/** @param {Form} form */
const modeChoice = (form) =>
  html`
    <fieldset class="calendar-modes"
      aria-describedby=${form.errors.modes ? 'calendar-modes-error' : nothing}><legend>${t(
        'calendar.modes',
      )}</legend>${modes.map((mode) =>
        html`<div class="check"><input type="checkbox" id="mode-${mode}"
          .checked=${form.values.modes.includes(mode)} @change=${() =>
          form.set(
            'modes',
            form.values.modes.includes(mode)
              ? form.values.modes.filter((one) => one !== mode)
              : [...form.values.modes, mode],
          )}><label for="mode-${mode}">${t(`journey.mode-${mode}`)}</label></div>`
      )}${form.errors.modes
        ? html`<p class="field-error" role="alert" id="calendar-modes-error">${form.errors.modes}</p>`
        : nothing}</fieldset>
  `;
