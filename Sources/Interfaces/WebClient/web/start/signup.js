import { html } from 'lit-html';
import { check, field, Form, formOf } from '../parts/form.js';
import { hint } from '../parts/states.js';
import { createAccount } from '../data/sessions.js';
import { notice } from '../shell/notices.js';
import { language, t } from '../shell/texts.js';
import { offerTutorial } from '../shell/welcome.js';
import { endsAtLogIn, enter } from './entering.js';
import { keepNumber } from './typed-number.js';

/** Getting an account. */
class SignUpPage {
  /** Who is younger may come in: the age is a recommendation, asked for once. */
  #isAgeAsked = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.form = new Form(
      {
        name: '',
        email: '',
        phoneNumber: '',
        password: '',
        passwordConfirmation: '',
        acceptTerms: false,
        isOfRecommendedAge: false,
      },
      () => view.update(),
    );
  }

  #submit() {
    return this.form.submit((values) => this.#send(values), (values) => this.#check(values));
  }

  /** @param {SignUpPage['form']['values']} values */
  async #send({ phoneNumber, passwordConfirmation, ...values }) {
    const { view } = this;
    const logIn = !endsAtLogIn(view.query);
    const answer = await createAccount({
      ...values,
      phoneNumber: phoneNumber.trim() || undefined,
      passwordConfirmation: passwordConfirmation || undefined,
      locale: language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      logIn,
    });
    offerTutorial();
    keepNumber(phoneNumber.trim());
    if (logIn) await enter(answer, view);
    else {
      notice(t('start.signedUp'));
      view.go(`/login${view.address.search}`, { replace: true });
    }
  }

  /** What is wrong. @param {SignUpPage['form']['values']} values */
  #check(values) {
    const needsAge = !values.isOfRecommendedAge && !this.#isAgeAsked;
    this.#isAgeAsked = true;
    return {
      ...(values.name.trim() ? {} : { name: t('start.needsName') }),
      ...(values.email.includes('@') ? {} : { email: t('start.needsEmail') }),
      ...(values.password.length >= 6 ? {} : { password: t('start.shortPassword') }),
      ...(['', values.password].includes(values.passwordConfirmation)
        ? {}
        : { passwordConfirmation: t('start.passwordsDiffer') }),
      ...(needsAge ? { isOfRecommendedAge: t('start.needsAge') } : {}),
      ...(values.acceptTerms ? {} : { acceptTerms: t('start.needsTerms') }),
    };
  }

  draw() {
    const { search } = this.view.address;
    return html`<div class="stack loose entering">
      <h1>${t('start.signUp')}</h1>
      ${
      formOf(this.form, {
        submit: () => this.#submit(),
        button: t('start.signUp'),
        fields: this.#drawFields(),
        other: html`<a class="button" href="/login${search}">${t('shell.cancel')}</a>`,
      })
    }
      <p>${t('start.forOrganizations')}</p>
      <p>${t('start.hasAccount')} <a href="/login${search}">${t('start.logIn')}</a></p>
    </div>`;
  }

  #drawFields() {
    const { form } = this;
    return html`
      ${field(form, {
        name: 'name',
        label: t('start.name'),
        autocomplete: 'name',
        maxlength: 100,
        help: t('start.nameHelp'),
      })}
      ${field(form, {
        name: 'email',
        label: t('start.email'),
        type: 'email',
        autocomplete: 'email',
        maxlength: 254,
      })}
      ${field(form, {
        name: 'phoneNumber',
        label: t('start.phone'),
        type: 'tel',
        autocomplete: 'tel',
        optional: true,
        help: t('start.phoneHelp'),
      })}
      ${field(form, {
        name: 'password',
        label: t('start.password'),
        type: 'password',
        autocomplete: 'new-password',
        help: t('start.passwordHelp'),
      })}
      ${field(form, {
        name: 'passwordConfirmation',
        label: t('start.passwordAgain'),
        type: 'password',
        autocomplete: 'new-password',
        optional: true,
      })}
      ${check(form, { name: 'isOfRecommendedAge', label: t('start.age') })}
      ${this.#isAgeAsked && !form.values.isOfRecommendedAge && !form.errors.isOfRecommendedAge
        ? hint(t('start.ageNotice'))
        : ''}
      ${check(form, {
        name: 'acceptTerms',
        label: html`<span>${t('start.acceptTerms')}
            <a href="/about" target="_blank">${t('start.terms')}</a></span>`,
      })}
    `;
  }
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const signUp = new SignUpPage(view);
  view.draw(() => signUp.draw());
}
