// Entering a record of a team, or changing one.

import { html } from 'lit-html';
import { dayKey } from '../parts/days.js';
import { createRecord, replaceRecord } from '../data/records.js';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Member} Member */
/** @typedef {import('api-types').TeamRecord} TeamRecord */
/** @typedef {ReturnType<typeof valuesOf>} Values */

/** @param {TeamRecord} item */
const valuesOf = (item) => ({
  account: item.account?.id ?? '',
  metric: item.metric,
  value: String(item.value),
  unit: item.unit,
  season: item.season,
  day: item.day,
});

/** @param {Values} values */
const bodyOf = ({ account, metric, value, ...rest }) => ({
  ...(account ? { account } : {}),
  metric: metric.trim(),
  value: Number(value),
  ...rest,
});

/** @param {Values} values */
const errorsIn = ({ metric, value }) => ({
  ...(metric.trim() ? {} : { metric: t('people.needsTitle') }),
  ...(value !== '' && Number.isFinite(Number(value)) ? {} : { value: t('groups.needsNumber') }),
});

/** A record as it is entered again. @param {TeamRecord} item */
export const draftOf = (item) => bodyOf(valuesOf(item));

/** The values of a new record. */
function begun() {
  // By the clocks of the device: in UTC it may be another day.
  const today = dayKey(new Date());
  return { account: '', metric: '', value: '', unit: '', season: today.slice(0, 4), day: today };
}

/**
 * @param {import('../shell/view.js').At} at @param {string} team @param {Member[]} members
 * @param {TeamRecord} [item] that is changed
 */
export function enter(at, team, members, item) {
  const form = new Form(item ? valuesOf(item) : begun(), () => {});
  return openDialog({
    at,
    title: item ? t('groups.changeOneRecord') : t('groups.addRecord'),
    body: (close, update) => {
      form.update = update;
      return formOf(form, {
        submit: () =>
          form.submit(async (values) => {
            if (item) await replaceRecord(item, bodyOf(values));
            else await createRecord(team, bodyOf(values));
            close();
            notice(t('shell.saved'));
          }, errorsIn),
        button: t('shell.save'),
        fields: fields(form, members),
      });
    },
  });
}

/** @param {Form<Values>} form @param {Member[]} members */
const fields = (form, members) =>
  html`${
    select(form, {
      name: 'account',
      label: t('people.player'),
      options: [
        { value: '', text: t('groups.wholeTeam') },
        ...members.map(({ account }) => ({ value: account.id, text: account.name })),
      ],
    })
  }${field(form, { name: 'metric', label: t('groups.metric'), maxlength: 60, required: true })}${
    field(form, {
      name: 'value',
      label: t('groups.value'),
      type: 'number',
      step: 'any',
      required: true,
    })
  }${field(form, { name: 'unit', label: t('groups.unit'), maxlength: 20, optional: true })}${
    field(form, { name: 'season', label: t('groups.season'), maxlength: 20, optional: true })
  }${field(form, { name: 'day', label: t('people.day'), type: 'date' })}`;
