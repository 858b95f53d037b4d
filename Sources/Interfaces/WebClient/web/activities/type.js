// Adding a type of activity with its tasks.

import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { createActivityType } from '../data/activities.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { html } from 'lit-html';

/**
 * Opens the form; the type is kept for later.
 *
 * @param {string} group @param {import('../shell/view.js').At} at
 * @returns {Promise<{name: string, tasks: string[]} | undefined>} what was added
 */
export function addType(group, at) {
  const form = new Form({ typeName: '', typeTasks: '' }, () => {});
  return openDialog({
    at,
    title: t('activities.addType'),
    body: (/** @type {(made?: {name: string, tasks: string[]}) => void} */ close, update) => {
      form.update = update;
      return formOf(form, {
        button: t('activities.save-type'),
        other: html`<button type="button" class="button" @click=${() => close()}>${
          t('activities.exit')
        }</button>`,
        submit: () =>
          form.submit(async ({ typeName, typeTasks }) => {
            const made = {
              name: typeName.trim(),
              tasks: typeTasks.split('\n').map((line) => line.trim()).filter(Boolean),
            };
            await createActivityType(group, made);
            notice(t('activities.typeAdded', { name: made.name }));
            close(made);
          }, ({ typeName }) => typeName.trim() ? {} : { typeName: t('people.needsName') }),
        fields: html`${
          field(form, {
            name: 'typeName',
            label: t('activities.typeName'),
            maxlength: 100,
            required: true,
          })
        }
          ${
          field(form, {
            name: 'typeTasks',
            label: t('activities.tasks'),
            rows: 4,
            help: t('activities.tasksHelp'),
          })
        }`,
      });
    },
  });
}
