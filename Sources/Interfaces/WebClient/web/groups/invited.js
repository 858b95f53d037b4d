import { html, nothing } from 'lit-html';
import { day } from '../parts/format.js';
import { picture } from '../parts/picture.js';
import { shown } from '../parts/states.js';
import { answer, isFriendRequest } from '../parts/waiting/invitations.js';
import { decideRequest, joinByInvitation, watchInvitation } from '../data/invitations.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/heading.js';
import { takeWish } from './joining.js';
import { OpenInvitedPage } from './open-invited.js';

/** @typedef {import('api-types').Invitation} Invitation */

/** @typedef {import('../shell/view.js').View} View */

/** The invitation of a link or a notification, or a request to join. @param {View} view */
export default function page(view) {
  const invited = session.role === 'nobody' ? new OpenInvitedPage(view) : new InvitedPage(view);
  view.draw(() => invited.draw());
}

/** The subject of an invitation, and a line on it. @param {Invitation} item */
const subjectOf = (item) =>
  item.direction === 'requested'
    ? [item.from.name, `${t('groups.wantsIn')} · ${item.realm?.name ?? ''}`]
    : isFriendRequest(item)
    ? [item.from.name, t('waiting.wantsFriend')]
    : [item.realm?.name ?? '', t('waiting.from', { name: item.from.name })];

class InvitedPage {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.token = view.params.token;
    this.found = watchInvitation(view, this.token, ({ data }) => {
      // Whoever has signed up to join has said so already.
      if (data?.state === 'open' && takeWish(this.token)) this.#join();
    });
  }

  async #join() {
    try {
      const realm = await joinByInvitation(this.token);
      const isFriend = realm.kind === 'direct';
      notice(t(isFriend ? 'waiting.befriended' : 'waiting.joined', { name: realm.name }));
      this.view.go(`/people/${realm.id}`, { replace: true });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Invitation} item @param {boolean} accepts */
  async #reply(item, accepts) {
    if (await answer(item, accepts)) this.view.go('/people', { replace: true });
  }

  /** Decides on a wish to join. @param {Invitation} item @param {'accept' | 'deny'} decision */
  async #decide(item, decision) {
    try {
      await decideRequest(item.id, decision);
      this.view.go(`/people/${item.realm?.id}`, { replace: true });
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack">${heading(t('groups.invited'))}
      ${shown(this.found, (item) => this.#draw(item))}
    </div>`;
  }

  /** @param {Invitation} item */
  #draw(item) {
    const [name, about] = subjectOf(item);
    return html`<section class="card stack">
      <div class="row">${picture(name, { size: 56 })}<div>
        <h2>${name}</h2>
        <p class="soft">${about}</p></div></div>
      ${item.message ? html`<p>“${item.message}”</p>` : nothing}
      ${
      item.state === 'open'
        ? html`
          <p class="soft">${t('groups.until', { day: day(item.expiresAt) })}</p>
          <div class="row">${this.#buttons(item)}</div>
        `
        : html`<p>${t(`groups.state-${item.state}`)}</p>`
    }
    </section>`;
  }

  /** @param {Invitation} item */
  #buttons(item) {
    /** @param {string} words @param {() => void} press @param {boolean} [isMain] */
    const button = (words, press, isMain = false) =>
      html`<button class="button ${isMain ? 'main' : ''}" @click=${press}>${t(words)}</button>`;
    if (item.direction === 'requested') {
      return html`${button('people.accept', () => this.#decide(item, 'accept'), true)}${
        button('people.deny', () => this.#decide(item, 'deny'))
      }`;
    }
    if (isFriendRequest(item)) {
      return html`${button('people.accept', () => this.#reply(item, true), true)}${
        button('people.decline', () => this.#reply(item, false))
      }`;
    }
    // Whoever came by a link has nobody to refuse.
    return html`${button('waiting.join', () => this.#join(), true)}${
      item.id === this.token ? button('people.decline', () => this.#reply(item, false)) : nothing
    }`;
  }
}
