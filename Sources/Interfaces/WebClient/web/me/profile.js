// Name, addresses and their proof.

import { html, nothing } from 'lit-html';
import {
  askForCode,
  changeAccount,
  enterCode,
  readAccount,
  removePhone,
  removePortrait,
  sendPortrait,
  watchAccount,
} from '../data/account.js';
import { confirm } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { PictureField } from '../parts/picture-field.js';
import { shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { begin, session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').Account} Account */
/** @typedef {import('../data/account.js').Proof} Proof */

/** Zones to choose from, with the one chosen though the browser may not know it. @param {string} own */
const zones = (own) => [
  { value: '', text: t('me.zoneOfDevice') },
  ...[...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
    .map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
];

/** @param {Account} account */
const valuesOf = ({ name, givenName = '', familyName = '', timeZone = '' }) => ({
  name,
  givenName,
  familyName,
  timeZone,
});

class ProfilePage {
  /** @type {Form<ReturnType<typeof valuesOf>> | null} */
  #form = null;
  /** Codes that were sent. @type {Record<Proof, Form<{code: string}> | null>} */
  #codes = { email: null, phone: null };

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.phone = new Form({ phoneNumber: '' }, () => view.update());
    this.account = watchAccount(view, ({ data }) => {
      if (data && !this.#form?.isChanged) {
        this.#form = new Form(valuesOf(data), () => view.update());
      }
    });
    this.portrait = new PictureField(() => view.update(), {
      send: async (file, words, progress) => {
        await sendPortrait(file, words, progress);
        await this.#renew();
      },
      remove: async () => {
        await removePortrait();
        await this.#renew();
      },
    });
  }

  async #renew() {
    await begin(await readAccount());
    await this.account.refresh();
  }

  #save() {
    return this.#form?.submit(
      async (values) => {
        const change = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, value.trim() || null]),
        );
        await begin(await changeAccount(change));
        notice(t('shell.saved'));
      },
      (values) => values.name.trim() ? {} : { name: t('me.needsName') },
    );
  }

  /** Has a code sent. @param {Proof} kind */
  async #ask(kind) {
    const number = kind === 'phone' ? this.phone.values.phoneNumber.trim() : '';
    const { delayed } = await askForCode(kind, number);
    this.#codes[kind] = new Form({ code: '' }, () => this.view.update());
    notice(t(delayed ? 'shell.mailDelayed' : 'me.codeSent'));
    this.view.update();
  }

  /** Enters it. @param {Proof} kind */
  #prove(kind) {
    return this.#codes[kind]?.submit(async ({ code }) => {
      const account = await enterCode(kind, code.trim());
      this.#codes[kind] = null;
      await begin(account);
      notice(t('me.proved'));
    });
  }

  async #removePhone() {
    const isSure = await confirm({
      title: t('me.removePhone'),
      text: t('me.removePhoneText'),
      button: t('me.removePhone'),
    });
    if (isSure) await removePhone().catch(complain);
  }

  draw() {
    return html`<div class="stack loose">
      ${heading(t('me.profile'))}
      ${
      shown(this.account, (account) =>
        html`
          ${this.#drawForm()}
          ${session.role === 'admin' ? nothing : this.portrait.draw({
            name: 'portrait',
            label: t('me.picture'),
            help: t('me.pictureHelp'),
            picture: account.picture,
          })}
          ${this.#drawEmail(account)}
          ${this.#drawPhone(account)}
        `)
    }
    </div>`;
  }

  #drawForm() {
    const form = this.#form;
    if (!form) return nothing;
    return formOf(form, {
      submit: () => this.#save(),
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
    });
  }

  /** @param {Account} account */
  #drawEmail({ email, emailVerified }) {
    return html`<section class="stack"><h2>${t('me.email')}</h2>
      <div class="row spread"><span>${email}</span>
        ${
      emailVerified
        ? proved()
        : html`<button class="button" @click=${() => this.#ask('email').catch(complain)}>${
          t('me.sendCode')
        }</button>`
    }</div>
      ${this.#drawCode('email')}</section>`;
  }

  /** @param {Account} account */
  #drawPhone({ phoneNumber }) {
    const { phone } = this;
    return html`<section class="stack"><h2>${t('me.phone')}</h2>
      ${
      phoneNumber
        ? html`<div class="row spread"><span>${phoneNumber}</span>
        ${proved()}
        <button class="button" @click=${() => this.#removePhone()}>${
          t('me.removePhone')
        }</button></div>`
        : html`<p class="soft">${t('me.phoneHelp')}</p>
      ${
          this.#codes.phone ? nothing : formOf(phone, {
            submit: () => phone.submit(() => this.#ask('phone')),
            button: t('me.sendCode'),
            fields: field(phone, {
              name: 'phoneNumber',
              label: t('me.phoneNumber'),
              type: 'tel',
              autocomplete: 'tel',
            }),
          })
        }`
    }
      ${this.#drawCode('phone')}</section>`;
  }

  /** @param {Proof} kind */
  #drawCode(kind) {
    const form = this.#codes[kind];
    if (!form) return nothing;
    return formOf(form, {
      submit: () => this.#prove(kind),
      button: t('me.enterCode'),
      fields: field(form, {
        name: 'code',
        label: t('me.code'),
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        help: t('me.codeHelp'),
      }),
    });
  }
}

const proved = () => html`<span class="mark good">${icon('check')}${t('me.isProved')}</span>`;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const profile = new ProfilePage(view);
  view.draw(() => profile.draw());
}
