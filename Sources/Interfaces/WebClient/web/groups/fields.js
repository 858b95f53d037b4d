// Fields that several forms on groups have.

import { field } from '../parts/form.js';
import { t } from '../shell/texts.js';

/** A word to whoever is invited or asked. @param {import('../parts/form.js').Form<{message: string}>} form */
export const messageField = (form) =>
  field(form, {
    name: 'message',
    label: t('groups.message'),
    rows: 2,
    maxlength: 500,
    optional: true,
  });

/** The sport of a team, completed while typing. @param {import('../parts/form.js').Form<{sport: string}>} form */
export const sportField = (form) =>
  field(form, {
    name: 'sport',
    label: t('groups.sport'),
    maxlength: 60,
    optional: true,
    autocomplete: 'off',
    suggestions: t('groups.sports').split(', '),
  });
