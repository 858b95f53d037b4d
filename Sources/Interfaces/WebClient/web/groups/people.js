import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { few } from '../parts/few.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { answer, friendRequest, isFriendRequest } from './befriending.js';
import { about } from './words.js';

/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('api-types').Realm} Realm */

/** One's groups, and invitations that wait. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const realms = new Paged(view, '/v1/realms', 50);
  const invitations = view.watch('/v1/invitations?limit=50');
  const communities = view.watch('/v1/communities?limit=1');
  const unread = () => communities.data?.unread ?? 0;
  const waiting = () => /** @type {Invitation[]} */ (invitations.data?.items ?? []);
  view.draw(() =>
    html`<div class="stack loose">
      <div class="row spread"><h1>${t('people.title')}</h1>
        <a class="button main" href="/people/new">${icon('plus')}${t('groups.start')}</a></div>
      ${
      waiting().length > 0
        ? html`
          <section class="stack">
            <h2>${t('groups.waiting')}</h2>
            ${few(waiting(), (some) =>
              html`<ul class="list" aria-label=${t('groups.waiting')}>${
                some.map((item) =>
                  html`<li>${
                    isFriendRequest(item) ? friendRequest(item) : row({
                      start: picture(item.realm?.name ?? ''),
                      title: item.realm?.name ?? '',
                      text: html`${t('groups.from', { name: item.from.name })} · ${
                        ago(item.createdAt)
                      }${item.message ? html`<br>“${item.message}”` : nothing}`,
                      end: html`
                        <button class="button main" @click=${() =>
                          answer(item, true)} aria-label=${t(
                            'groups.joinNamed',
                            { name: item.realm?.name ?? '' },
                          )}>${t('groups.join')}</button>
                        <button class="button" @click=${() => answer(item, false)} aria-label=${t(
                          'people.declineNamed',
                          { name: item.realm?.name ?? '' },
                        )}>${t('people.decline')}</button>
                      `,
                    })
                  }</li>`
                )
              }</ul>`)}
          </section>
        `
        : nothing
    }
      <section class="stack"><h2>${t('groups.groups')}</h2>
        ${
      pagedList(realms, {
        label: t('groups.groups'),
        row: (/** @type {Realm} */ realm) =>
          row({
            href: `/people/${realm.id}`,
            start: picture(realm.name, { of: realm.picture }),
            title: name(realm),
            text: about(realm),
          }),
        empty: emptyState({ icon: 'users', text: t('groups.none') }),
      })
    }
      </section>
      <div class="row"><a class="button" href="/people/friends">${icon('contact-round')}${
      t('groups.friends')
    }</a>
        <a class="button marked" href="/people/communities">${icon('messages-square')}${
      t('groups.community')
    }${
      unread() > 0
        ? html`
          <span class="mark bad"><span class="dot"></span>${t('groups.unread', {
            count: unread(),
          })}</span>
        `
        : nothing
    }</a>
        ${
      settings.simple
        ? html`
          <details>
            <summary>${t('shell.others', { count: 2 })}</summary>
            <div class="row">${rarely()}</div>
          </details>
        `
        : rarely()
    }</div>
    </div>`
  );
}

/** What few people need, and not often. */
const rarely = () =>
  html`
    <a class="button" href="/people/find">${icon('search')}${t('groups.find')}</a>
    <a class="button quiet" href="/people/blocks">${icon('ban')}${t('groups.blocks')}</a>
  `;

/** @param {Realm} realm */
const name = (realm) =>
  realm.kind === 'public' || realm.kind === 'personal' ? t(`groups.own-${realm.kind}`) : realm.name;
