import { html, nothing } from 'lit-html';
import { watchCommunities } from '../data/communities.js';
import { pagedGroups } from '../data/groups.js';
import { watchOwnInvitations } from '../data/invitations.js';
import { few } from '../parts/few.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { PeopleTabs } from '../parts/people/tabs.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { invitationRow } from '../parts/waiting/invitations.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { about } from './words.js';

/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('api-types').Realm} Realm */

/** @typedef {import('../shell/view.js').View} View */

/** One's groups, and invitations that wait. @param {View} view */
export default function page(view) {
  const realms = pagedGroups(view);
  const invitations = watchOwnInvitations(view, 50);
  const communities = watchCommunities(view);
  const tabs = new PeopleTabs(view, 'groups');
  view.draw(() => {
    const waiting = invitations.data?.items ?? [];
    return html`<div class="stack loose">
      <div class="row spread"><h1>${t('people.title')}</h1>
        <a class="button main" href="/people/new">${icon('plus')}${t('groups.start')}</a></div>
      ${tabs.draw()}
      ${waiting.length > 0 ? waitingList(waiting) : nothing}
      <section class="stack"><h2>${t('groups.groups')}</h2>
        ${
      pagedList(realms, {
        label: t('groups.groups'),
        row: (realm) =>
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
      ${elsewhere(communities.data?.unread ?? 0)}
    </div>`;
  });
}

/** Invitations and friend requests that wait. @param {Invitation[]} waiting */
const waitingList = (waiting) =>
  html`
    <section class="stack">
      <h2>${t('waiting.title')}</h2>
      ${few(waiting, (some) =>
        html`<ul class="list" aria-label=${t('waiting.title')}>${
          some.map((item) =>
            html`<li>${invitationRow(item)}</li>`
          )
        }</ul>`)}
    </section>
  `;

/** Friends, communities, and what is seldom needed. @param {number} unread how many communities have something new */
const elsewhere = (unread) =>
  html`
    <div class="row"><a class="button" href="/people/friends">${icon('contact-round')}${t(
      'groups.friends',
    )}</a>
      <a class="button marked" href="/people/communities">${icon('messages-square')}${t(
        'groups.community',
      )}${unread > 0
        ? html`
          <span class="mark bad"><span class="dot"></span>${t('groups.unread', {
            count: unread,
          })}</span>
        `
        : nothing}</a>
      ${settings.simple
        ? html`
          <details>
            <summary>${t('shell.others', { count: 2 })}</summary>
            <div class="row">${rarely()}</div>
          </details>
        `
        : rarely()}</div>
  `;

/** Links that few people need, and not often. */
const rarely = () =>
  html`
    <a class="button" href="/people/find">${icon('search')}${t('groups.find')}</a>
    <a class="button quiet" href="/people/blocks">${icon('ban')}${t('groups.blocks')}</a>
  `;

/** @param {Realm} realm */
const name = (realm) =>
  realm.kind === 'public' || realm.kind === 'personal' ? t(`groups.own-${realm.kind}`) : realm.name;
