// The fields of a shared thing and of the rules for booking it.

import { html, nothing } from 'lit-html';
import { check, field } from '../parts/form.js';
import { t } from '../shell/texts.js';

/** @typedef {ReturnType<typeof import('./draft.js').valuesOf>} Values */

/** A draft in words, to be compared with somebody else's. @param {Values} values */
export const resourceWords = (values) =>
  html`
    <p>${values.name}</p>
    <p>${values.description}</p>
    <p>${values.where}</p>
    <ul>
      ${values.sameDay ? html`<li>${t('resources.sameDay')}</li>` : nothing}
      <li>${t('resources.noticeHours')}: ${values.noticeHours} h</li>
      <li>${t('resources.longestHours')}: ${values.longestHours} h</li>
      ${values.perWeek ? html`<li>${t('resources.perWeek')}: ${values.perWeek}</li>` : nothing}
    </ul>
    <p>${values.calendarAddress}</p>
  `;

/** @param {import('../parts/form.js').Form<Values>} form */
export const resourceFields = (form) =>
  html`
    ${field(form, {
      name: 'name',
      label: t('people.name'),
      maxlength: 100,
      required: true,
    })}${field(form, {
      name: 'description',
      label: t('people.description'),
      rows: 3,
      maxlength: 2000,
      optional: true,
    })}${field(form, {
      name: 'where',
      label: t('resources.whereItIs'),
      maxlength: 200,
      optional: true,
    })}
      <fieldset
      class="field"><legend>${t('resources.bookingRules')}</legend>${check(form, {
        name: 'sameDay',
        label: t('resources.sameDay'),
      })}${field(form, {
        name: 'noticeHours',
        label: t('resources.noticeHours'),
        type: 'number',
        min: 0,
        max: 8760,
        step: 1,
        unit: 'h',
      })}${field(form, {
        name: 'longestHours',
        label: t('resources.longestHours'),
        type: 'number',
        min: 0.25,
        max: 744,
        step: 0.25,
        unit: 'h',
      })}${field(form, {
        name: 'perWeek',
        label: t('resources.perWeek'),
        help: t('resources.perWeekHelp'),
        type: 'number',
        min: 1,
        max: 672,
        step: 1,
        optional: true,
      })}</fieldset>${field(form, {
        name: 'calendarAddress',
        label: t('resources.calendarAddress'),
        help: t('resources.calendarAddressHelp'),
        maxlength: 2000,
        optional: true,
      })}
  `;
