import { html, nothing } from 'lit-html';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { PictureField } from '../parts/picture-field.js';
import { shown } from '../parts/states.js';
import { confirm } from '../parts/dialog.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { begin, session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').Account} Account */

/** Zones to choose from, with the one chosen though the browser may not know it. @param {string} own */
const zones = (own) => [
  { value: '', text: t('me.zoneOfDevice') },
  ...[...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
    .map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
];

/** Name, addresses and their proof. @param {import('../shell/view.js').View} view */
export default function page(view) {
  /** @type {Form<any> | null} */
  let form = null;
  /** @type {Record<string, Form<any> | null>} codes that were sent, by kind */
  const codes = { email: null, phone: null };
  const phone = new Form({ phoneNumber: '' }, () => view.update());
  const me = view.watch('/v1/me', ({ data }) => {
    if (!data || form?.isChanged) return;
    form = new Form({
      name: data.name,
      givenName: data.givenName ?? '',
      familyName: data.familyName ?? '',
      timeZone: data.timeZone ?? '',
    }, () => view.update());
  });

  const renew = async () => begin(await api.get('/v1/me'));
  const portrait = new PictureField(() => view.update(), {
    send: async (file, words, progress) => {
      const path = `/v1/me/picture?${words}`;
      await api.send('PUT', path, { body: file, progress, match: null, changes: [] });
      await renew();
      await me.refresh();
    },
    remove: async () => {
      await api.send('DELETE', '/v1/me/picture', { match: null, changes: [] });
      await renew();
      await me.refresh();
    },
  });

  const save = () =>
    form?.submit(
      async (values) => {
        const body = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, value.trim() || null]),
        );
        await begin(await api.send('PATCH', '/v1/me', { body }));
        notice(t('shell.saved'));
      },
      (values) => values.name.trim() ? {} : { name: t('me.needsName') },
    );

  /** Has a code sent. @param {'email' | 'phone'} kind */
  const ask = (kind) => async () => {
    const number = phone.values.phoneNumber.trim();
    const body = kind === 'phone' ? { kind, ...(number ? { phoneNumber: number } : {}) } : { kind };
    const { delayed } = await api.send('POST', '/v1/me/verifications', { body, changes: [] });
    codes[kind] = new Form({ code: '' }, () => view.update());
    notice(t(delayed ? 'shell.mailDelayed' : 'me.codeSent'));
    view.update();
  };
  /** Enters it. @param {'email' | 'phone'} kind */
  const prove = (kind) =>
    codes[kind]?.submit(async ({ code }) => {
      const account = await api.send('PUT', '/v1/me/verifications', {
        body: { kind, code: code.trim() },
        changes: ['/v1/me'],
        match: null,
      });
      codes[kind] = null;
      await begin(account);
      notice(t('me.proved'));
    });
  const removePhone = async () => {
    if (
      !(await confirm({
        title: t('me.removePhone'),
        text: t('me.removePhoneText'),
        button: t('me.removePhone'),
      }))
    ) return;
    try {
      await api.send('DELETE', '/v1/me/phone', { changes: ['/v1/me'], match: null });
    } catch (error) {
      complain(error);
    }
  };

  /** @param {'email' | 'phone'} kind */
  const codeForm = (kind) => {
    const code = codes[kind];
    return code
      ? formOf(code, {
        submit: () => prove(kind),
        button: t('me.enterCode'),
        fields: field(code, {
          name: 'code',
          label: t('me.code'),
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          help: t('me.codeHelp'),
        }),
      })
      : nothing;
  };

  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('me.profile'))}
      ${
      shown(me, (/** @type {Account} */ account) =>
        html`
          ${form
            ? formOf(form, {
              submit: save,
              button: t('shell.save'),
              label: t('me.profile'),
              fields: html`
                ${field(form, {
                  name: 'name',
                  label: t('me.name'),
                  autocomplete: 'nickname',
                  maxlength: 100,
                  help: t('me.nameHelp'),
                })}
                ${field(form, {
                  name: 'givenName',
                  label: t('me.givenName'),
                  autocomplete: 'given-name',
                  maxlength: 100,
                  optional: true,
                })}
                ${field(form, {
                  name: 'familyName',
                  label: t('me.familyName'),
                  autocomplete: 'family-name',
                  maxlength: 100,
                  optional: true,
                })}
                ${select(form, {
                  name: 'timeZone',
                  label: t('me.timeZone'),
                  help: t('me.timeZoneHelp'),
                  options: zones(form.values.timeZone),
                })}
              `,
            })
            : nothing}
          ${session.role === 'admin' ? nothing : portrait.draw({
            name: 'portrait',
            label: t('me.picture'),
            help: t('me.pictureHelp'),
            picture: account.picture,
          })}
          <section class="stack"><h2>${t('me.email')}</h2>
            <div class="row spread"><span>${account.email}</span>
              ${account.emailVerified
                ? html`<span class="mark good">${icon('check')}${t('me.isProved')}</span>`
                : html`<button class="button" @click=${() => ask('email')().catch(complain)}>${
                  t('me.sendCode')
                }</button>`}</div>
            ${codeForm('email')}</section>
          <section class="stack"><h2>${t('me.phone')}</h2>
            ${account.phoneNumber
              ? html`<div class="row spread"><span>${account.phoneNumber}</span>
              <span class="mark good">${icon('check')}${t('me.isProved')}</span>
              <button class="button" @click=${removePhone}>${t('me.removePhone')}</button></div>`
              : html`<p class="soft">${t('me.phoneHelp')}</p>
            ${
                codes.phone ? nothing : formOf(phone, {
                  submit: () => phone.submit(ask('phone')),
                  button: t('me.sendCode'),
                  fields: field(phone, {
                    name: 'phoneNumber',
                    label: t('me.phoneNumber'),
                    type: 'tel',
                    autocomplete: 'tel',
                  }),
                })
              }`}
            ${codeForm('phone')}</section>
        `)
    }
    </div>`
  );
}
