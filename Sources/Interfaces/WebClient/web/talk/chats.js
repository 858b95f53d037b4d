// One's chats, the one in which something was said last first.

import { html, nothing } from 'lit-html';
import { pagedConversations } from '../data/conversations.js';
import { watchOwnInvitations } from '../data/invitations.js';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { heading } from '../parts/people/heading.js';
import { PeopleTabs } from '../parts/people/tabs.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { beginGroupChat } from './friends-choice.js';
import { said } from './message-words.js';

/** @typedef {import('api-types').Conversation} Conversation */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const chats = pagedConversations(view);
  const tabs = new PeopleTabs(view, 'chats');
  const invitations = watchOwnInvitations(view, 50);
  view.dialog('begin', (at) => beginGroupChat(view, at));
  view.draw(() => {
    // A friend request names no group.
    const requests = (invitations.data?.items ?? []).filter(({ realm }) => !realm).length;
    return html`<div class="stack loose">
      ${heading(t('talk.chats'))}${tabs.draw()}
      <div class="row">
        <button class="button main" @click=${() => view.open('begin')}>${icon('messages-square')}${
      t('talk.newGroup')
    }</button>
        <a class="button marked" href="/people/friends">${icon('user-plus')}${
      t('talk.friendRequest')
    }${
      requests > 0
        ? html`<span class="mark bad"><span class="dot"></span>${requests}</span>`
        : nothing
    }</a></div>
      ${
      pagedList(chats, {
        label: t('talk.chats'),
        scrolls: true,
        row: chat,
        empty: emptyState({
          icon: 'messages-square',
          text: t('talk.none'),
          action: html`<a class="button main" href="/people/friends">${icon('user-plus')}${
            t('talk.toFriends')
          }</a>`,
        }),
      })
    }
    </div>`;
  });
}

/** @param {Conversation} conversation */
const chat = (conversation) => {
  const { id, name, friend, latest, unheard } = conversation;
  return row({
    href: `/people/chats/${id}`,
    start: picture(name, {
      of: friend ? friend.picture : conversation.picture,
      round: Boolean(friend),
      size: 48,
    }),
    title: unheard > 0 ? html`<strong>${name}</strong>` : name,
    text: latest ? html`${said(latest)} · ${ago(latest.at)}` : t('talk.nothingYet'),
    end: unheard > 0
      ? html`<span class="mark bad"><span class="dot"></span>${
        t('talk.unheard', { count: unheard })
      }</span>`
      : undefined,
  });
};
