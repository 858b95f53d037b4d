import { html, nothing } from 'lit-html';
import { check, field, Form, formOf } from '../parts/form.js';
import { heading } from '../parts/heading.js';
import { hint } from '../parts/states.js';
import * as api from '../shell/api.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** Writing to the operator, with or without an account. @param {import('../shell/view.js').View} view */
export default function page(view) {
  let isSent = false;
  const isBreach = view.query.get('about') === 'breach';
  const form = new Form({
    subject: isBreach ? t('help.breachSubject') : '',
    text: '',
    email: '',
    breach: isBreach,
  }, () => view.update());
  const send = () =>
    form.submit(async ({ subject, text, email, breach }) => {
      await api.send('POST', '/v1/operator-messages', {
        body: {
          subject: subject.trim(),
          text: text.trim(),
          breach,
          ...(session.account ? {} : { email: email.trim() }),
        },
      });
      isSent = true;
      view.update();
    }, ({ subject, text, email }) => ({
      ...(subject.trim() ? {} : { subject: t('help.needsSubject') }),
      ...(text.trim() ? {} : { text: t('help.needsText') }),
      ...(session.account || email.includes('@') ? {} : { email: t('help.needsEmail') }),
    }));

  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('help.write'), '/help', t('help.title'))}
      ${
      isSent
        ? html`
          <div role="status">${hint(t('help.isSent'))}</div>
          <p><a class="button" href="/help">${t('help.title')}</a></p>
        `
        : html`<p>${t(session.account ? 'help.writeText' : 'help.writeTextWithout')}</p>${
          formOf(form, {
            label: t('help.write'),
            submit: send,
            button: t('help.send'),
            fields: html`${
              field(form, {
                name: 'subject',
                label: t('help.subject'),
                maxlength: 100,
                required: true,
              })
            }${
              field(form, {
                name: 'text',
                label: t('help.message'),
                rows: 6,
                maxlength: 4000,
                required: true,
              })
            }${
              session.account ? nothing : field(form, {
                name: 'email',
                label: t('help.email'),
                type: 'email',
                autocomplete: 'email',
                help: t('help.emailHelp'),
                required: true,
              })
            }${
              check(form, {
                name: 'breach',
                label: t('help.breach'),
                help: t('help.breachHelp'),
              })
            }${
              form.values.breach
                ? html`<p role="status"><a href=${session.account ? '/me/password' : '/recover'}>${
                  t('help.breachFirst')
                }</a></p>`
                : nothing
            }`,
          })
        }`
    }
    </div>`
  );
}
