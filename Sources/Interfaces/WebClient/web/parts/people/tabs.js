// The parts of People: chats, friends, groups, communities.

import { html, nothing } from 'lit-html';
import { watchConversations } from '../../data/conversations.js';
import { t } from '../../shell/texts.js';
import { icon } from '../icon.js';

const tabs = [
  { part: 'chats', href: '/people/chats', icon: 'mic' },
  { part: 'friends', href: '/people/friends', icon: 'contact-round' },
  { part: 'groups', href: '/people', icon: 'users' },
  { part: 'communities', href: '/people/communities', icon: 'messages-square' },
];

export class PeopleTabs {
  /** @param {import('../../shell/view.js').View} view @param {'chats' | 'friends' | 'groups' | 'communities'} current */
  constructor(view, current) {
    this.current = current;
    this.conversations = watchConversations(view);
  }

  draw() {
    const unheard = (this.conversations.data?.items ?? []).reduce(
      (sum, conversation) => sum + conversation.unheard,
      0,
    );
    return html`<nav class="row people-tabs" aria-label=${t('people.parts')}>${
      tabs.map((tab) =>
        html`
          <a class="button marked" href=${tab.href}
            aria-current=${tab.part === this.current ? 'page' : nothing}>${icon(tab.icon)}${t(
              `people.part-${tab.part}`,
            )}${tab.part === 'chats' && unheard > 0
              ? html`<span class="mark bad"><span class="dot"></span>${
                t('people.unheard', { count: unheard })
              }</span>`
              : nothing}</a>
        `
      )
    }</nav>`;
  }
}
