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
        <a class="button main" href="/people/new">${icon('plus')}${t('people.start')}</a></div>
      ${
      waiting().length > 0
        ? html`
          <section class="stack">
            <h2>${t('people.waiting')}</h2>
            ${few(waiting(), (some) =>
              html`<ul class="list" aria-label=${t('people.waiting')}>${
                some.map((item) =>
                  html`<li>${
                    isFriendRequest(item) ? friendRequest(item) : row({
                      start: picture(item.realm?.name ?? ''),
                      title: item.realm?.name ?? '',
                      text: html`${t('people.from', { name: item.from.name })} · ${
                        ago(item.createdAt)
                      }${item.message ? html`<br>“${item.message}”` : nothing}`,
                      end: html`
                        <button class="button main" @click=${() =>
                          answer(item, true)} aria-label=${t(
                            'people.joinNamed',
                            { name: item.realm?.name ?? '' },
                          )}>${t('people.join')}</button>
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
      <section class="stack"><h2>${t('people.groups')}</h2>
        ${
      pagedList(realms, {
        label: t('people.groups'),
        row: (/** @type {Realm} */ realm) =>
          row({
            href: `/people/${realm.id}`,
            start: picture(realm.name, { of: realm.picture }),
            title: name(realm),
            text: about(realm),
          }),
        empty: emptyState({ icon: 'users', text: t('people.none') }),
      })
    }
      </section>
      <div class="row"><a class="button" href="/people/friends">${icon('contact-round')}${
      t('people.friends')
    }</a>
        <a class="button marked" href="/people/communities">${icon('messages-square')}${
      t('people.community')
    }${
      unread() > 0
        ? html`
          <span class="mark bad"><span class="dot"></span>${t('people.unread', {
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
    <a class="button" href="/people/find">${icon('search')}${t('people.find')}</a>
    <a class="button quiet" href="/people/blocks">${icon('ban')}${t('people.blocks')}</a>
  `;

/** @param {Realm} realm */
const name = (realm) =>
  realm.kind === 'public' || realm.kind === 'personal' ? t(`people.own-${realm.kind}`) : realm.name;
