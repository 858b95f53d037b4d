import { html, nothing } from 'lit-html';
import { watchCommunities } from '../data/communities.js';
import { pagedGroups } from '../data/groups.js';
import { watchOwnInvitations } from '../data/invitations.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { few } from '../parts/few.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { PeopleTabs } from '../parts/people/tabs.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import { invitationRow } from '../parts/waiting/invitations.js';
import { settings } from '../shell/settings.js';
import { language, t } from '../shell/texts.js';
import { inOrder, named } from './order.js';
import { about } from './words.js';

/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('api-types').Realm} Realm */

/** @typedef {import('../shell/view.js').View} View */

/** One's groups, and invitations that wait. @param {View} view */
export default function page(view) {
  const groups = new OwnGroups(view);
  const invitations = watchOwnInvitations(view, 50);
  const communities = watchCommunities(view);
  const tabs = new PeopleTabs(view, 'groups');
  view.draw(() => {
    const waiting = invitations.data?.items ?? [];
    return html`<div class="stack loose">
      <div class="row spread"><h1>${t('people.title')}</h1>
        <a class="button main" href="/people/new">${icon('plus')}${t('groups.start')}</a></div>
      ${tabs.draw(communities.data?.unread)}
      ${waiting.length > 0 ? waitingList(waiting) : nothing}
      <section class="stack"><h2>${t('groups.groups')}</h2>
        ${groups.draw()}
      </section>
      ${elsewhere()}
    </div>`;
  });
}

/** From so many groups on they can be searched. */
const manyGroups = 8;

/** One's groups: those with something new first, found by their names. */
class OwnGroups {
  /** What is searched for. */
  #words = '';

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.groups = pagedGroups(view);
  }

  draw() {
    const { groups } = this;
    return shown(groups.first, () => {
      // In order of what is new they are known only together.
      if (groups.hasMore && !groups.hasFailed) queueMicrotask(() => groups.readOn());
      const all = inOrder(
        groups.items.map((realm) => ({ ...realm, name: name(realm) })),
        language,
      );
      if (all.length === 0) return emptyState({ icon: 'users', text: t('groups.none') });
      const found = named(all, this.#words);
      return html`${all.length >= manyGroups ? this.#search() : nothing}
        ${
        found.length === 0
          ? html`<p class="soft">${t('groups.noneNamed', { words: this.#words })}</p>`
          : few(found, (some) =>
            html`<ul class="list" aria-label=${t('groups.groups')}>${
              repeat(some, ({ id }) =>
                id, (realm) =>
                html`<li>${groupRow(realm)}</li>`)
            }</ul>`)
      }`;
    });
  }

  #search() {
    return html`<div class="field"><label for="own-groups">${t('groups.searchOwn')}</label>
      <div class="field-box">${
      icon('search')
    }<input id="own-groups" type="search" autocomplete="off"
        .value=${this.#words} @input=${(/** @type {Event} */ event) => {
      this.#words = /** @type {HTMLInputElement} */ (event.target).value;
      this.view.update();
    }}></div></div>`;
  }
}

/** @param {Realm} realm */
const groupRow = (realm) =>
  row({
    href: `/people/${realm.id}`,
    start: picture(realm.name, { of: realm.picture }),
    title: html`${realm.name}${
      realm.unread
        ? html`
          <span class="mark bad"><span class="dot"></span>${t('groups.somethingNew')}</span>
        `
        : nothing
    }`,
    text: about(realm),
  });

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

/** What is seldom needed. */
const elsewhere = () =>
  html`
    <div class="row">${settings.simple
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
