import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { openDialog } from '../parts/dialog.js';
import { shown } from '../parts/states.js';
import { changeConsent, eraseAccount, exportAddress, watchConsents } from '../data/account.js';
import { complain, notice } from '../shell/notices.js';
import { logOut } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').Consent} Consent */

/** @type {Consent['kind'][]} */
const kinds = ['terms', 'location', 'locationHistory', 'push', 'analytics'];

/** What one agreed to; taking one's data along; erasing them. */
class PrivacyPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.consents = watchConsents(view);
    view.dialog('erase', (at) => this.#erase(at));
  }

  /** @param {Consent['kind']} kind @param {boolean} given */
  async #set(kind, given) {
    try {
      await changeConsent(kind, given);
      notice(t('shell.saved'));
    } catch (error) {
      complain(error);
      this.view.update();
    }
  }

  /** @param {import('../shell/view.js').At} at */
  async #erase(at) {
    if (!await askToErase(at)) return;
    await logOut();
    notice(t('me.erased'), { seconds: 0 });
    this.view.go('/');
  }

  draw() {
    return html`<div class="stack loose">${heading(t('me.privacy'))}
      <section class="stack tight"><h2>${t('me.consents')}</h2><p class="soft">${
      t('me.consentsHelp')
    }</p>
        ${
      shown(this.consents, ({ items }) =>
        kinds.map((kind) =>
          this.#drawConsent(
            kind,
            items.find((item) => item.kind === kind)?.given ?? false,
          )
        ))
    }
      </section>
      <section class="stack"><h2>${t('me.export')}</h2><p>${t('me.exportText')}</p>
        <div><a class="button" href=${exportAddress} download="wayside-export.json">${
      icon('download')
    }${t('me.exportButton')}</a></div></section>
      <section class="stack"><h2>${t('me.erase')}</h2><p>${t('me.eraseText')}</p>
        <div><button class="button danger" @click=${() => this.view.open('erase')}>${
      icon('trash-2')
    }${t('me.eraseButton')}</button></div></section>
    </div>`;
  }

  /** @param {Consent['kind']} kind @param {boolean} given */
  #drawConsent(kind, given) {
    return html`
      <div class="check">
        <input type="checkbox" id="consent-${kind}" .checked=${live(
          given,
        )} ?disabled=${kind === 'terms'}
          aria-describedby="consent-${kind}-help"
          @change=${(/** @type {Event} */ event) =>
            this.#set(kind, /** @type {HTMLInputElement} */ (event.target).checked)}>
        <label for="consent-${kind}">${t(`me.consent-${kind}`)}</label>
        <p class="field-help" id="consent-${kind}-help">${t(`me.consent-${kind}Help`)}</p>
      </div>
    `;
  }
}

/** Erases the account if the password is given; says whether. @param {import('../shell/view.js').At} at */
function askToErase(at) {
  // Made anew: no password waits in it for whoever opens it next.
  const form = new Form({ password: '' }, () => {});
  return openDialog({
    at,
    title: t('me.eraseButton'),
    body: (/** @type {(done?: boolean) => void} */ close, update) => {
      form.update = update;
      return html`<p>${t('me.eraseText')}</p>
        ${
        formOf(form, {
          submit: () =>
            form.submit(async ({ password }) => {
              await eraseAccount(password);
              close(true);
            }),
          button: t('me.eraseForGood'),
          isPassing: true,
          fields: field(form, {
            name: 'password',
            label: t('me.currentPassword'),
            type: 'password',
            autocomplete: 'current-password',
          }),
          other: html`<button type="button" class="button" @click=${() => close()}>${
            t('shell.cancel')
          }</button>`,
        })
      }`;
    },
  });
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const privacy = new PrivacyPage(view);
  view.draw(() => privacy.draw());
}
