import { html } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { logIn } from '../data/sessions.js';
import { t } from '../shell/texts.js';
import { deviceName, enter } from './entering.js';

/** Logging in. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const form = new Form({ login: '', password: '' }, () => view.update());
  const submit = () =>
    form.submit(
      async (values) => {
        const answer = await logIn({ ...values, device: deviceName() });
        await enter(answer, view);
      },
      (values) => ({
        ...(values.login.trim() ? {} : { login: t('start.needsLogin') }),
        ...(values.password ? {} : { password: t('start.needsPassword') }),
      }),
    );
  view.draw(() =>
    html`<div class="stack loose entering">
      <h1>${t('start.logIn')}</h1>
      ${
      formOf(form, {
        isPassing: true,
        submit,
        button: t('start.logIn'),
        fields: html`
          ${field(form, {
            name: 'login',
            label: t('start.email'),
            type: 'text',
            inputmode: 'email',
            autocomplete: 'username',
            help: t('start.loginHelp'),
          })}
          ${field(form, {
            name: 'password',
            label: t('start.password'),
            type: 'password',
            autocomplete: 'current-password',
          })}
        `,
        other: html`<a class="button quiet" href="/recover">${t('start.forgot')}</a>`,
      })
    }
      <p>${t('start.noAccount')} <a href="/signup${view.address.search}">${
      t('start.signUp')
    }</a></p>
    </div>`
  );
}
