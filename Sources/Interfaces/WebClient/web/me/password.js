import { html } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { changePassword } from '../data/account.js';
import { notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** A new password. @param {import('../shell/view.js').View} view */
export default function page(view) {
  // Those who answer for others need longer ones.
  const least = session.role === 'general' ? 6 : 8;
  const form = new Form({ current: '', new: '' }, () => view.update());
  const submit = () =>
    form.submit(
      async (values) => {
        await changePassword(values.new, values.current);
        notice(t('me.passwordChanged'));
        view.go('/me');
      },
      (values) => values.new.length >= least ? {} : { new: t('me.shortPassword', { least }) },
    );
  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.password'))}
      ${
      formOf(form, {
        submit,
        button: t('me.changePassword'),
        fields: html`
          ${field(form, {
            name: 'current',
            label: t('me.currentPassword'),
            type: 'password',
            autocomplete: 'current-password',
            help: t('me.currentHelp'),
          })}
          ${field(form, {
            name: 'new',
            label: t('me.newPassword'),
            type: 'password',
            autocomplete: 'new-password',
            help: t('me.newHelp', { least }),
          })}
        `,
      })
    }</div>`
  );
}
