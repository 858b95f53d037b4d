// The fields for the name and the description of an activity.

import { html } from 'lit-html';
import { field } from '../parts/form.js';
import { t } from '../shell/texts.js';

/** @param {import('../parts/form.js').Form<{name: string, description: string}>} form */
export const wordFields = (form) =>
  html`${
    field(form, {
      name: 'name',
      label: t('activities.activityName'),
      maxlength: 200,
      required: true,
    })
  }${
    field(form, {
      name: 'description',
      label: t('people.description'),
      rows: 3,
      maxlength: 2000,
      required: true,
    })
  }`;
