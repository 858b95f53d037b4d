import { html, nothing } from 'lit-html';
import { askForCode, enterCode } from '../data/account.js';
import { field, Form, formOf } from '../parts/form.js';
import { complain, notice } from '../shell/notices.js';
import { begin, homeOf, session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { wanted } from './entering.js';
import { keepNumber, typedNumber } from './typed-number.js';

/** Confirming the number that was typed at sign-up, there and then. */
class NumberPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.number = typedNumber();
    this.form = new Form({ code: '' }, () => view.update());
    // Once it was asked for, it is confirmed here or on the page of the profile.
    keepNumber('');
  }

  get #next() {
    return wanted(this.view.query) ?? homeOf(session.role);
  }

  #confirm() {
    return this.form.submit(async ({ code }) => {
      await begin(await enterCode('phone', code.trim()));
      notice(t('start.numberConfirmed'));
      this.view.go(this.#next, { replace: true });
    }, ({ code }) => code.trim() ? {} : { code: t('start.needsCode') });
  }

  async #again() {
    try {
      await askForCode('phone', this.number);
      notice(t('start.codeAgain'));
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack loose entering">
      <h1>${t('start.confirmNumber')}</h1>
      <p>${this.number ? t('start.codeTo', { number: this.number }) : t('start.codeToNumber')}</p>
      ${
      formOf(this.form, {
        isPassing: true,
        submit: () => this.#confirm(),
        button: t('start.confirm'),
        fields: field(this.form, {
          name: 'code',
          label: t('start.code'),
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          maxlength: 6,
        }),
        other: html`<a class="button" href=${this.#next}>${t('start.later')}</a>`,
      })
    }
      ${
      this.number
        ? html`<div><button class="button quiet" @click=${() => this.#again()}>${
          t('start.sendAgain')
        }</button></div>`
        : nothing
    }
      <p class="soft">${t('start.laterText')}</p>
    </div>`;
  }
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const number = new NumberPage(view);
  view.draw(() => number.draw());
}
