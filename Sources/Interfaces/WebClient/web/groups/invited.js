import { html, nothing } from 'lit-html';
import { day } from '../parts/format.js';
import { picture } from '../parts/picture.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { answer, isFriendRequest } from './befriending.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Invitation} Invitation */

/** What a link or a notification invites to, or who asks to join. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { token } = view.params;
  const path = `/v1/invitations/${encodeURIComponent(token)}`;
  const found = view.watch(path);
  const accept = async () => {
    try {
      const realm = await api.send('POST', `${path}/acceptance`, {
        changes: ['/v1/realms', '/v1/invitations?'],
      });
      notice(t('groups.joined', { name: realm.name }));
      view.go(`/people/${realm.id}`, { replace: true });
    } catch (error) {
      complain(error);
    }
  };
  /** @param {Invitation} item @param {boolean} accepts */
  const reply = async (item, accepts) => {
    if (await answer(item, accepts)) view.go('/people', { replace: true });
  };
  /** Decides on a wish to join. @param {Invitation} item @param {'accept' | 'deny'} decision */
  const decide = async (item, decision) => {
    try {
      await api.send('POST', `/v1/requests/${item.id}/decision`, {
        body: { decision },
        changes: ['/v1/realms', '/v1/invitations?'],
      });
      view.go(`/people/${item.realm?.id}`, { replace: true });
    } catch (error) {
      complain(error);
    }
  };
  /** @param {Invitation} item */
  const buttons = (item) => {
    if (item.direction === 'requested') {
      return html`
        <button class="button main" @click=${() => decide(item, 'accept')}>${t(
          'people.accept',
        )}</button><button class="button"
          @click=${() => decide(item, 'deny')}>${t('people.deny')}</button>
      `;
    }
    if (isFriendRequest(item)) {
      return html`
        <button class="button main" @click=${() => reply(item, true)}>${t(
          'people.accept',
        )}</button><button class="button"
          @click=${() => reply(item, false)}>${t('people.decline')}</button>
      `;
    }
    // Whoever came by a link has nobody to refuse.
    return html`<button class="button main" @click=${accept}>${t('groups.join')}</button>${
      item.id === token
        ? html`<button class="button" @click=${() => reply(item, false)}>${
          t('people.decline')
        }</button>`
        : nothing
    }`;
  };
  /** @param {Invitation} item */
  const who = (item) =>
    item.direction === 'requested'
      ? [item.from.name, `${t('groups.wantsIn')} · ${item.realm?.name ?? ''}`]
      : isFriendRequest(item)
      ? [item.from.name, t('groups.wantsFriend')]
      : [item.realm?.name ?? '', t('groups.from', { name: item.from.name })];
  view.draw(() =>
    html`<div class="stack">${heading(t('groups.invited'))}
      ${
      shown(found, (/** @type {Invitation} */ item) =>
        html`<section class="card stack">
          <div class="row">${picture(who(item)[0], { size: 56 })}<div>
            <h2>${who(item)[0]}</h2>
            <p class="soft">${who(item)[1]}</p></div></div>
          ${item.message ? html`<p>“${item.message}”</p>` : nothing}
          ${
          item.state === 'open'
            ? html`
              <p class="soft">${t('groups.until', { day: day(item.expiresAt) })}</p>
              <div class="row">${buttons(item)}</div>
            `
            : html`<p>${t(`groups.state-${item.state}`)}</p>`
        }
        </section>`)
    }
    </div>`
  );
}
