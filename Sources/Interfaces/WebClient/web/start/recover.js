import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { emptyState, warning } from '../parts/states.js';
import { recoverPassword } from '../data/sessions.js';
import { t } from '../shell/texts.js';

/** A temporary password by mail. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const form = new Form({ email: '' }, () => view.update());
  let isSent = false;
  let isDelayed = false;
  const submit = () =>
    form.submit(
      async (values) => {
        isDelayed = (await recoverPassword(values.email)).delayed;
        isSent = true;
      },
      (values) => values.email.includes('@') ? {} : { email: t('start.needsEmail') },
    );
  view.draw(() =>
    html`<div class="stack loose entering"><h1>${t('start.recover')}</h1>
      ${
      isSent
        ? html`${isDelayed ? warning(t('shell.mailDelayed')) : nothing}${
          emptyState({
            icon: 'mail-check',
            text: t('start.recoverySent', { email: form.values.email }),
            action: html`<a class="button main" href="/login">${t('start.logIn')}</a>`,
          })
        }`
        : html`<p>${t('start.recoverText')}</p>
        ${
          formOf(form, {
            isPassing: true,
            submit,
            button: t('start.sendPassword'),
            fields: field(form, {
              name: 'email',
              label: t('start.email'),
              type: 'email',
              autocomplete: 'email',
            }),
            other: html`<a class="button quiet" href="/login">${t('start.logIn')}</a>`,
          })
        }`
    }
    </div>`
  );
}
