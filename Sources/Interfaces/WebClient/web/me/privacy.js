import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { openDialog } from '../parts/dialog.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { logOut } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

const kinds = ['terms', 'location', 'locationHistory', 'push', 'analytics'];

/** What one agreed to; taking one's data along; erasing them. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const consents = view.watch('/v1/me/consents');
  /** @param {string} kind @param {boolean} given */
  const set = async (kind, given) => {
    try {
      await api.send('POST', '/v1/me/consents', {
        body: { kind, given },
        changes: ['/v1/me/consents'],
      });
      notice(t('shell.saved'));
    } catch (error) {
      complain(error);
      view.update();
    }
  };
  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.privacy'))}
      <section class="stack tight"><h2>${t('me.consents')}</h2><p class="soft">${
      t('me.consentsHelp')
    }</p>
        ${
      shown(consents, ({ items }) =>
        kinds.map((kind) => {
          const given = items.find((/** @type {any} */ item) => item.kind === kind)?.given ?? false;
          return html`
            <div class="check">
              <input type="checkbox" id="consent-${kind}" .checked=${live(
                given,
              )} ?disabled=${kind === 'terms'}
                aria-describedby="consent-${kind}-help"
                @change=${(/** @type {Event} */ event) =>
                  set(kind, /** @type {HTMLInputElement} */ (event.target).checked)}>
              <label for="consent-${kind}">${t(`me.consent-${kind}`)}</label>
              <p class="field-help" id="consent-${kind}-help">${t(`me.consent-${kind}Help`)}</p>
            </div>
          `;
        }))
    }
      </section>
      <section class="stack"><h2>${t('me.export')}</h2><p>${t('me.exportText')}</p>
        <div><a class="button" href="/v1/me/export" download="wayside-export.json">${
      icon('download')
    }${t('me.exportButton')}</a></div></section>
      <section class="stack"><h2>${t('me.erase')}</h2><p>${t('me.eraseText')}</p>
        <div><button class="button danger" @click=${() => view.open('erase')}>${icon('trash-2')}${
      t('me.eraseButton')
    }</button></div></section>
    </div>`
  );

  view.dialog('erase', async (at) => {
    // Made anew: no password waits in it for whoever opens it next.
    const form = new Form({ password: '' }, () => {});
    const done = await openDialog({
      at,
      title: t('me.eraseButton'),
      body: (/** @type {(done?: boolean) => void} */ close, update) => {
        form.update = update;
        return html`<p>${t('me.eraseText')}</p>
          ${
          formOf(form, {
            submit: () =>
              form.submit(async (values) => {
                await api.send('DELETE', '/v1/me', { body: values, changes: [], match: null });
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
    if (!done) return;
    await logOut();
    notice(t('me.erased'), { seconds: 0 });
    view.go('/');
  });
}
