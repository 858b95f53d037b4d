import { html, nothing } from 'lit-html';
import { day } from '../parts/format.js';
import { picture } from '../parts/picture.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from './words.js';

/** @typedef {import('api-types').Invitation} Invitation */

/** What a link invites to. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/invitations/${encodeURIComponent(view.params.token)}`;
  const found = view.watch(path);
  const accept = async () => {
    try {
      const realm = await api.send('POST', `${path}/acceptance`, {
        changes: ['/v1/realms', '/v1/invitations'],
      });
      notice(t('people.joined', { name: realm.name }));
      view.go(`/people/${realm.id}`, { replace: true });
    } catch (error) {
      complain(error);
    }
  };
  view.draw(() =>
    html`<div class="stack">${heading(t('people.invited'))}
      ${
      shown(found, (/** @type {Invitation} */ item) =>
        html`<section class="card stack">
          <div class="row">${picture(item.realm?.name ?? item.from.name, { size: 56 })}<div>
            <h2>${item.realm?.name ?? item.from.name}</h2>
            <p class="soft">${t('people.from', { name: item.from.name })}</p></div></div>
          ${item.message ? html`<p>“${item.message}”</p>` : nothing}
          ${
          item.state === 'open'
            ? html`
              <p class="soft">${t('people.until', { day: day(item.expiresAt) })}</p>
              <div><button class="button main" @click=${accept}>${t('people.join')}</button></div>
            `
            : html`<p>${t(`people.state-${item.state}`)}</p>`
        }
        </section>`)
    }
    </div>`
  );
}
