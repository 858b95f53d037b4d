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

  /** @param {number} [news] how many communities have something new */
  draw(news = 0) {
    const unheard = (this.conversations.data?.items ?? []).reduce(
      (sum, conversation) => sum + conversation.unheard,
      0,
    );
    /** @type {Record<string, number>} */
    const newIn = { chats: unheard, communities: news };
    return html`<div class="row people-tabs" role="group" aria-label=${t('people.parts')}>${
      tabs.map((tab) =>
        html`
          <a class="button marked" href=${tab.href}
            aria-current=${tab.part === this.current ? 'true' : nothing}>${icon(tab.icon)}${t(
              `people.part-${tab.part}`,
            )}${newIn[tab.part] > 0
              ? html`<span class="mark bad"><span class="dot"></span>${
                t(`people.newIn-${tab.part}`, { count: newIn[tab.part] })
              }</span>`
              : nothing}</a>
        `
      )
    }</div>`;
  }
}
