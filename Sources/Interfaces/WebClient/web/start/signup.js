import { html } from 'lit-html';
import { check, field, Form, formOf } from '../parts/form.js';
import { hint } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { language, t } from '../shell/texts.js';
import { offerTutorial } from '../shell/welcome.js';
import { endsAtLogIn, enter } from './entering.js';

/** Getting an account. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const form = new Form(
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
  // Who is younger may come in: the age is a recommendation, asked for once.
  let isAgeAsked = false;
  const submit = () =>
    form.submit(
      async ({ phoneNumber, passwordConfirmation, ...values }) => {
        const answer = await api.send('POST', '/v1/accounts?cookie=true', {
          body: {
            ...values,
            ...(phoneNumber.trim() ? { phoneNumber: phoneNumber.trim() } : {}),
            ...(passwordConfirmation ? { passwordConfirmation } : {}),
            locale: language,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            logIn: !endsAtLogIn(view.query),
          },
          changes: [],
        });
        offerTutorial();
        if (endsAtLogIn(view.query)) {
          notice(t('start.signedUp'));
          view.go(`/login${view.address.search}`, { replace: true });
        } else await enter(answer, view);
      },
      (values) => {
        const needsAge = !values.isOfRecommendedAge && !isAgeAsked;
        isAgeAsked = true;
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
      },
    );
  view.draw(() =>
    html`<div class="stack loose entering">
      <h1>${t('start.signUp')}</h1>
      ${
      formOf(form, {
        submit,
        button: t('start.signUp'),
        fields: html`
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
          ${isAgeAsked && !form.values.isOfRecommendedAge && !form.errors.isOfRecommendedAge
            ? hint(t('start.ageNotice'))
            : ''}
          ${check(form, {
            name: 'acceptTerms',
            label: html`<span>${t('start.acceptTerms')}
            <a href="/about" target="_blank">${t('start.terms')}</a></span>`,
          })}
        `,
        other: html`<a class="button" href="/login${view.address.search}">${t('shell.cancel')}</a>`,
      })
    }
      <p>${t('start.forOrganizations')}</p>
      <p>${t('start.hasAccount')} <a href="/login${view.address.search}">${t('start.logIn')}</a></p>
    </div>`
  );
}
