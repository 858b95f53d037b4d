// What waits for those who run a group: requests, invitations, and reports on members.

import { html, nothing } from 'lit-html';
import { ago, day, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList, row } from '../parts/list.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('api-types').MemberReport} MemberReport */
/** @typedef {import('api-types').TeamInvitation} TeamInvitation */

export class Requests {
  /** @param {import('../shell/view.js').View} view @param {import('api-types').Realm} group */
  constructor(view, { id: realm, kind }) {
    this.path = `/v1/realms/${realm}`;
    this.open = new Paged(view, `${this.path}/invitations`, 50);
    this.reports = new Paged(view, `${this.path}/member-reports`, 50);
    this.elsewhere = kind === 'team' ? new Paged(view, `${this.path}/team-invitations`, 50) : null;
  }

  /** @param {{always?: boolean}} [options] `always`: also when nothing waits */
  draw({ always = false } = {}) {
    return html`${
      always || this.open.items.length > 0
        ? html`<section class="stack"><h2>${t('people.open')}</h2>${
          pagedList(this.open, {
            label: t('people.open'),
            empty: html`<p class="soft">${t('people.noneOpen')}</p>`,
            row: (/** @type {Invitation} */ item) => this.#invitation(item),
          })
        }</section>`
        : nothing
    }${
      this.elsewhere && this.elsewhere.items.length > 0
        ? html`<section class="stack"><h2>${t('people.invitedTeam')}</h2>${
          pagedList(this.elsewhere, {
            label: t('people.invitedTeam'),
            empty: nothing,
            row: (/** @type {TeamInvitation} */ item) => this.#invitedTo(item),
          })
        }</section>`
        : nothing
    }${
      this.reports.items.length > 0
        ? html`<section class="stack"><h2>${t('people.reports')}</h2>${
          pagedList(this.reports, {
            label: t('people.reports'),
            empty: nothing,
            row: (/** @type {MemberReport} */ item) => this.#reported(item),
          })
        }</section>`
        : nothing
    }`;
  }

  /** Reports on members alone, also when there are none. */
  drawReports() {
    return pagedList(this.reports, {
      label: t('people.reports'),
      empty: html`<p class="soft">${t('people.noReports')}</p>`,
      row: (/** @type {MemberReport} */ item) => this.#reported(item),
    });
  }

  /** @param {() => Promise<unknown>} change @param {string} [done] */
  async #perform(change, done) {
    try {
      await change();
      if (done) notice(done);
    } catch (error) {
      complain(error);
    }
  }

  get #changes() {
    return [this.path, '/v1/realms?'];
  }

  /** An invitation or a request that waits. @param {Invitation} item */
  #invitation(item) {
    const isRequest = item.direction === 'requested';
    const name = isRequest
      ? item.from.name
      : item.toEmail ?? (item.link ? t('people.link') : t('people.someone'));
    return row({
      start: isRequest ? icon('hand') : icon('mail'),
      title: name,
      text: html`${t(isRequest ? 'people.wantsIn' : 'people.isInvited')} · ${ago(item.createdAt)}${
        isRequest ? nothing : html`
          · ${t('people.until', { day: day(item.expiresAt) })}
        `
      }${item.message ? html`<br>“${item.message}”` : nothing}`,
      end: isRequest
        ? html`
          <button class="button main" aria-label=${t('people.acceptNamed', { name })} @click=${() =>
            this.#decide(item, 'accept')}>${t('people.accept')}</button>
          <button class="button" aria-label=${t('people.denyNamed', { name })} @click=${() =>
            this.#decide(item, 'deny')}>${t('people.deny')}</button>
        `
        : html`<button class="button" aria-label=${
          t('people.takeBackNamed', { name })
        } @click=${() =>
          this.#perform(
            () =>
              api.send('DELETE', `/v1/invitations/${item.id}`, {
                changes: this.#changes,
                match: null,
              }),
            t('people.takenBack'),
          )}>${t('people.takeBack')}</button>`,
    });
  }

  /** What another team invites to. @param {TeamInvitation} item */
  #invitedTo({ event, realm }) {
    const where = event.place?.label ?? event.place?.address;
    const answer = (/** @type {boolean} */ accept) =>
      this.#perform(
        () =>
          api.send('PUT', `${this.path}/team-invitations/${event.id}`, {
            body: { accept },
            changes: [this.path],
            match: null,
          }),
        accept ? t('people.nowTakesPart') : undefined,
      );
    return row({
      start: icon('calendar-plus'),
      title: event.title,
      text: [
        t('people.from', { name: realm.name }),
        event.allDay ? day(event.startsAt, event.zone) : moment(event.startsAt),
        where,
      ].filter(Boolean).join(' · '),
      end: html`
        <button class="button main" aria-label=${t('people.acceptNamed', {
          name: event.title,
        })} @click=${() => answer(true)}>${t('people.accept')}</button>
        <button class="button" aria-label=${t('people.denyNamed', {
          name: event.title,
        })} @click=${() => answer(false)}>${t('people.deny')}</button>
      `,
    });
  }

  /** @param {Invitation} item @param {'accept' | 'deny'} decision */
  #decide(item, decision) {
    return this.#perform(() =>
      api.send('POST', `/v1/requests/${item.id}/decision`, {
        body: { decision },
        changes: this.#changes,
      })
    );
  }

  /** @param {MemberReport} item */
  #reported(item) {
    const { name } = item.account;
    return row({
      start: icon('flag'),
      title: name,
      text: html`${t(`people.reason-${item.reason}`)} · ${ago(item.createdAt)}${
        item.text ? html`<br>“${item.text}”` : nothing
      }`,
      end: html`<button class="button" aria-label=${
        t('people.settleNamed', { name })
      } @click=${() =>
        this.#perform(
          () =>
            api.send('DELETE', `${this.path}/member-reports/${item.id}`, {
              changes: [`${this.path}/member-reports`],
              match: null,
            }),
          t('people.settled'),
        )}>${t('people.settle')}</button>`,
    });
  }
}
