import { html, nothing } from 'lit-html';
import { check, field, Form, formOf } from '../parts/form.js';
import { heading } from '../parts/heading.js';
import { hint } from '../parts/states.js';
import { writeToOperator } from '../data/operator.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** Writing to the operator, with or without an account. */
class ContactPage {
  #isSent = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    const isBreach = view.query.get('about') === 'breach';
    this.form = new Form({
      subject: isBreach ? t('help.breachSubject') : '',
      text: '',
      email: '',
      breach: isBreach,
    }, () => view.update());
  }

  #send() {
    return this.form.submit(async ({ subject, text, email, breach }) => {
      await writeToOperator({
        subject: subject.trim(),
        text: text.trim(),
        breach,
        email: session.account ? undefined : email.trim(),
      });
      this.#isSent = true;
    }, ({ subject, text, email }) => ({
      ...(subject.trim() ? {} : { subject: t('help.needsSubject') }),
      ...(text.trim() ? {} : { text: t('help.needsText') }),
      ...(session.account || email.includes('@') ? {} : { email: t('help.needsEmail') }),
    }));
  }

  draw() {
    return html`<div class="stack loose">
      ${heading(t('help.write'), '/help', t('help.title'))}
      ${
      this.#isSent
        ? html`
          <div role="status">${hint(t('help.isSent'))}</div>
          <p><a class="button" href="/help">${t('help.title')}</a></p>
        `
        : html`<p>${t(session.account ? 'help.writeText' : 'help.writeTextWithout')}</p>
          ${
          formOf(this.form, {
            label: t('help.write'),
            submit: () => this.#send(),
            button: t('help.send'),
            fields: this.#drawFields(),
          })
        }`
    }
    </div>`;
  }

  #drawFields() {
    const { form } = this;
    return html`${
      field(form, { name: 'subject', label: t('help.subject'), maxlength: 100, required: true })
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
    }${check(form, { name: 'breach', label: t('help.breach'), help: t('help.breachHelp') })}${
      form.values.breach
        ? html`<p role="status"><a href=${session.account ? '/me/password' : '/recover'}>${
          t('help.breachFirst')
        }</a></p>`
        : nothing
    }`;
  }
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const contact = new ContactPage(view);
  view.draw(() => contact.draw());
}
