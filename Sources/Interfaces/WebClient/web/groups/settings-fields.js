// The settings of a group in fields, and in words.

import { html, nothing } from 'lit-html';
import { field, select } from '../parts/form.js';
import { t } from '../shell/texts.js';
import { sportField } from './fields.js';
import { policiesOf } from './words.js';

/** @typedef {import('./settings-draft.js').Settings} Settings */
/** @typedef {import('../parts/form.js').Form<Settings>} SettingsForm */

/** A group, beside what somebody else has made of it. @param {Pick<Settings, 'name' | 'description' | 'joinPolicy' | 'timeZone'>} values */
export const said = (values) =>
  html`
    <p>${values.name}</p>
    <p>${values.description}</p>
    <p>${t(`groups.policy-${values.joinPolicy}`)}</p>
    <p>${values.timeZone.replaceAll('_', ' ')}</p>
  `;

/** @param {SettingsForm} form @param {string} kind @param {string[]} [categories] of communities that others have */
export const settingsFields = (form, kind, categories = []) =>
  html`
    ${field(form, { name: 'name', label: t('people.name'), maxlength: 100 })}
    ${kind === 'team' ? sportField(form) : nothing}
    ${kind === 'community' ? communityFields(form, categories) : nothing}
    ${field(form, {
      name: 'description',
      label: t('people.description'),
      rows: 3,
      maxlength: 2000,
      optional: true,
    })}
    ${select(form, {
      name: 'joinPolicy',
      label: t('groups.policy'),
      options: policiesOf(kind).map((value) => ({ value, text: t(`groups.policy-${value}`) })),
    })}
    ${select(form, {
      name: 'timeZone',
      label: t('groups.timeZone'),
      help: t('groups.timeZoneHelp'),
      options: zones(form.values.timeZone),
    })}
  `;

/** Under what a community is found, and who publishes in it. @param {SettingsForm} form @param {string[]} known categories */
const communityFields = (form, known) =>
  html`${
    field(form, {
      name: 'category',
      label: t('groups.category'),
      help: t('groups.categoryHelp'),
      maxlength: 40,
      optional: true,
      autocomplete: 'off',
      suggestions: known,
    })
  }${
    select(form, {
      name: 'publishers',
      label: t('groups.publishers'),
      help: t('groups.publishersHelp'),
      options: ['admins', 'moderators'].map((value) => ({
        value,
        text: t(`groups.publishers-${value}`),
      })),
    })
  }`;

/** The choices of time zones, and none. @param {string} own */
const zones = (own) => [
  { value: '', text: t('groups.noTimeZone') },
  ...[...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
    .map((value) => ({ value, text: value.replaceAll('_', ' ') })),
];
