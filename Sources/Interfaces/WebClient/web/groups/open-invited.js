// What an invitation says before one has logged in: who invites to what, and the ways in.

import { html, nothing } from 'lit-html';
import { watchOpenInvitation } from '../data/invitations.js';
import { day } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { heading } from '../parts/people/heading.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import { ApiError } from '../shell/api.js';
import { t } from '../shell/texts.js';
import { wish } from './joining.js';

/** @typedef {import('api-types').OpenInvitation} Invitation */

export class OpenInvitedPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.token = view.params.token;
    this.found = watchOpenInvitation(view, this.token);
  }

  /** Whether it is there no more, or never was: which, a stranger is not told. */
  get #isGone() {
    const { data, error } = this.found;
    return !data && error instanceof ApiError && error.status === 404;
  }

  draw() {
    return html`<div class="stack">${
      heading(t(this.#isGone ? 'groups.invitation' : 'groups.invited'), '/', t('shell.name'))
    }
      ${this.#isGone ? this.#gone() : shown(this.found, (item) => this.#draw(item))}
    </div>`;
  }

  #gone() {
    return emptyState({
      icon: 'mail-x',
      title: t('groups.invitationGone'),
      text: t('groups.invitationGoneText'),
      action: html`<a class="button" href="/login?next=${this.#next}">${t('shell.logIn')}</a>`,
    });
  }

  get #next() {
    return encodeURIComponent(`/invitations/${this.token}`);
  }

  /** @param {Invitation} item */
  #draw({ realm, from, expiresAt }) {
    const name = realm?.name ?? from.name;
    return html`<section class="card stack">
      <div class="row group-head">${picture(name, { of: realm?.picture, size: 56 })}
        <div class="stack tight"><h2>${name}</h2>
        <p class="soft">${
      realm
        ? `${t(`groups.kind-${realm.kind}`)} · ${t('groups.invitesYou', { name: from.name })}`
        : t('waiting.wantsFriend')
    }</p></div></div>
      <p class="soft">${t('groups.until', { day: day(expiresAt) })}</p>
      <div class="row" @click=${() => wish(this.token)}>
        <a class="button main" href="/signup?next=${this.#next}">${icon('user-plus')}${
      t(realm ? 'groups.signUpAndJoin' : 'shell.signUp')
    }</a>
        <a class="button" href="/login?next=${this.#next}">${icon('log-in')}${
      t(realm ? 'groups.logInAndJoin' : 'shell.logIn')
    }</a></div>
      ${realm ? nothing : html`<p class="soft small">${t('groups.friendNeedsAccount')}</p>`}
    </section>`;
  }
}
