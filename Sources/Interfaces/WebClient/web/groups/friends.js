import { html, nothing } from 'lit-html';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { day } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { personRow } from '../parts/person.js';
import { emptyState, shownPart } from '../parts/states.js';
import { friendRequest, isFriendRequest } from '../parts/waiting/invitations.js';
import { block, endFriendship, pagedFriendRequests, pagedFriends } from '../data/friends.js';
import { watchOwnInvitations } from '../data/invitations.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { addFriend, askedFriend } from './befriending.js';
import { heading } from '../parts/people/heading.js';
import { PeopleTabs } from '../parts/people/tabs.js';

/** @typedef {import('api-types').Friend} Friend */
/** @typedef {import('../shell/view.js').View} View */

/** One's friends, and who would like to be one. @param {View} view */
export default function page(view) {
  const friends = new FriendsPage(view);
  view.dialog('add', addFriend);
  view.dialog('friend', (at) => {
    const item = friends.list.items.find((one) => one.account.id === at.id);
    return item && more(at, item);
  });
  view.draw(() => friends.draw());
}

class FriendsPage {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.wished = (view.query.get('name') ?? '').trim();
    this.list = pagedFriends(view, this.wished);
    this.tabs = new PeopleTabs(view, 'friends');
    this.invitations = watchOwnInvitations(view, 200);
    this.asked = pagedFriendRequests(view);
    this.form = new Form({ name: this.wished }, () => view.update());
  }

  #search = () => {
    const name = this.form.values.name.trim();
    this.view.go(`/people/friends${name ? `?name=${encodeURIComponent(name)}` : ''}`);
  };

  draw() {
    return html`<div class="stack loose">
      ${heading(t('groups.friends'))}${this.tabs.draw()}
      <div><button class="button main" @click=${() => this.view.open('add')}>${icon('user-plus')}${
      t('groups.addFriend')
    }</button></div>
      <section class="stack"><h2>${t('groups.friendRequests')}</h2>${
      shownPart(this.invitations, ({ items }) => requestsIn(items.filter(isFriendRequest)))
    }</section>
      <section class="stack"><h2>${t('groups.yourFriends')}</h2>${this.#friends()}</section>
      ${
      this.asked.items.length > 0
        ? html`<section class="stack"><h2>${t('groups.askedFriends')}</h2>${
          pagedList(this.asked, {
            label: t('groups.askedFriends'),
            empty: nothing,
            row: askedFriend,
          })
        }</section>`
        : nothing
    }
      <div><a class="button quiet" href="/people/blocks">${icon('ban')}${
      t('groups.blocks')
    }</a></div>
    </div>`;
  }

  #friends() {
    const { form, list, wished } = this;
    return html`${
      list.items.length > 0 || wished
        ? formOf(form, {
          isPassing: true,
          submit: this.#search,
          button: t('shell.search'),
          fields: field(form, {
            name: 'name',
            label: t('people.name'),
            maxlength: 100,
            autocomplete: 'off',
          }),
        })
        : nothing
    }${
      pagedList(list, {
        label: t('groups.yourFriends'),
        empty: wished
          ? html`<p class="soft">${t('groups.noFriendNamed', { name: wished })}</p>`
          : emptyState({ icon: 'users', text: t('groups.noFriend') }),
        row: (item) => this.#friend(item),
      })
    }`;
  }

  /** @param {Friend} item */
  #friend({ account, realm, since }) {
    return personRow(account, {
      href: `/people/${realm}`,
      text: t('groups.friendSince', { day: day(since) }),
      end: html`
        <a class="button round" href="/people/chats/${realm}"
          aria-label=${t('people.chatWith', { name: account.name })}>${icon(
            'mic',
          )}</a><button class="button quiet" aria-label=${t('groups.moreOf', {
            name: account.name,
          })}
          @click=${() => this.view.open('friend', account.id)}>${icon('ellipsis')}</button>
      `,
    });
  }
}

/** @param {import('api-types').Invitation[]} items */
const requestsIn = (items) =>
  items.length > 0
    ? html`<ul class="list" aria-label=${t('groups.friendRequests')}>${
      items.map((item) => html`<li>${friendRequest(item)}</li>`)
    }</ul>`
    : html`<p class="soft">${t('groups.noFriendRequest')}</p>`;

/** The actions on a friend. @param {import('../shell/view.js').At} at @param {Friend} item */
function more(at, item) {
  const { name } = item.account;
  return openDialog({
    at,
    title: name,
    body: (close) =>
      html`<div class="row">
        <button class="button" @click=${() => {
        close();
        remove(item);
      }}>${icon('user-minus')}${t('groups.unfriend')}</button>
        <button class="button" @click=${() => {
        close();
        blockFriend(item);
      }}>${icon('ban')}${t('groups.block')}</button></div>`,
  });
}

/** @param {Friend} item */
const part = (item) => endFriendship(item, session.account?.id ?? '');

/** @param {Friend} item */
async function remove(item) {
  const { name } = item.account;
  const sure = await confirm({
    title: t('groups.unfriendNamed', { name }),
    text: t('groups.unfriendText'),
    button: t('groups.unfriend'),
  });
  if (!sure) return;
  try {
    await part(item);
    notice(t('groups.unfriended', { name }));
  } catch (error) {
    complain(error);
  }
}

/** Whoever is blocked is no friend any more either. @param {Friend} item */
async function blockFriend(item) {
  const { id, name } = item.account;
  const sure = await confirm({
    title: t('groups.blockNamed', { name }),
    text: t('groups.blockText'),
    button: t('groups.block'),
  });
  if (!sure) return;
  try {
    await block(id);
    await part(item);
    notice(t('groups.blocked', { name }));
  } catch (error) {
    complain(error);
  }
}
