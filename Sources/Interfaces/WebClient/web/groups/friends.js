import { html, nothing } from 'lit-html';
import { confirm, openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { day } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shownPart } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { addFriend, askedFriend, friendRequest, isFriendRequest } from './befriending.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Friend} Friend */
/** @typedef {import('api-types').Invitation} Invitation */

/** One's friends, and who would like to be one. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const wished = (view.query.get('name') ?? '').trim();
  const friends = new Paged(
    view,
    `/v1/friends${wished ? `?name=${encodeURIComponent(wished)}` : ''}`,
    50,
  );
  const invitations = view.watch('/v1/invitations?limit=200');
  const asked = new Paged(view, '/v1/friend-requests', 50);
  const form = new Form({ name: wished }, () => view.update());
  const search = () => {
    const name = form.values.name.trim();
    view.go(`/people/friends${name ? `?name=${encodeURIComponent(name)}` : ''}`);
  };
  const requests = () =>
    /** @type {Invitation[]} */ (invitations.data?.items ?? []).filter(isFriendRequest);
  view.dialog('add', addFriend);
  view.dialog('friend', (at) => {
    const item = friends.items.find((/** @type {Friend} */ one) => one.account.id === at.id);
    return item && more(at, item);
  });
  /** @param {Friend} item */
  const friend = (item) =>
    row({
      href: `/people/${item.realm}`,
      start: picture(item.account.name, { of: item.account.picture, round: true }),
      title: item.account.name,
      text: t('groups.friendSince', { day: day(item.since) }),
      end: html`<button class="button quiet" aria-label=${
        t('groups.moreOf', { name: item.account.name })
      } @click=${() => view.open('friend', item.account.id)}>${icon('ellipsis')}</button>`,
    });

  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('groups.friends'))}
      <div><button class="button main" @click=${() => view.open('add')}>${icon('user-plus')}${
      t('groups.addFriend')
    }</button></div>
      <section class="stack"><h2>${t('groups.friendRequests')}</h2>${
      shownPart(invitations, () =>
        requests().length > 0
          ? html`<ul class="list" aria-label=${t('groups.friendRequests')}>${
            requests().map((item) => html`<li>${friendRequest(item)}</li>`)
          }</ul>`
          : html`<p class="soft">${t('groups.noFriendRequest')}</p>`)
    }</section>
      <section class="stack"><h2>${t('groups.yourFriends')}</h2>
        ${
      friends.items.length > 0 || wished
        ? formOf(form, {
          isPassing: true,
          submit: search,
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
      pagedList(friends, {
        label: t('groups.yourFriends'),
        empty: wished
          ? html`<p class="soft">${t('groups.noFriendNamed', { name: wished })}</p>`
          : emptyState({ icon: 'users', text: t('groups.noFriend') }),
        row: friend,
      })
    }</section>
      ${
      asked.items.length > 0
        ? html`<section class="stack"><h2>${t('groups.askedFriends')}</h2>${
          pagedList(asked, { label: t('groups.askedFriends'), empty: nothing, row: askedFriend })
        }</section>`
        : nothing
    }
      <div><a class="button quiet" href="/people/blocks">${icon('ban')}${
      t('groups.blocks')
    }</a></div>
    </div>`
  );
}

/** What can be done about a friend. @param {import('../shell/view.js').At} at @param {Friend} item */
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
        block(item);
      }}>${icon('ban')}${t('groups.block')}</button></div>`,
  });
}

/** @param {Friend} item */
const part = (item) =>
  api.send('DELETE', `/v1/realms/${item.realm}/members/${session.account?.id}`, {
    changes: ['/v1/friends', '/v1/realms'],
    match: null,
  });

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
async function block(item) {
  const { id, name } = item.account;
  const sure = await confirm({
    title: t('groups.blockNamed', { name }),
    text: t('groups.blockText'),
    button: t('groups.block'),
  });
  if (!sure) return;
  try {
    await api.send('PUT', `/v1/blocks/${id}`, { changes: ['/v1/blocks'], match: null });
    await part(item);
    notice(t('groups.blocked', { name }));
  } catch (error) {
    complain(error);
  }
}
