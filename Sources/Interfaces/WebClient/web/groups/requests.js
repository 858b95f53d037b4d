// Open requests, invitations and reports on members, for the admins of a group.

import { html, nothing } from 'lit-html';
import { ago, day, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { decideRequest, pagedInvitations, withdrawInvitation } from '../data/invitations.js';
import { pagedMemberReports, settleMemberReport } from '../data/members.js';
import { answerTeamInvitation, pagedTeamInvitations } from '../data/teams.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Invitation} Invitation */
/** @typedef {import('api-types').MemberReport} MemberReport */
/** @typedef {import('api-types').TeamInvitation} TeamInvitation */

export class Requests {
  /** @param {import('../shell/view.js').View} view @param {import('api-types').Realm} group */
  constructor(view, { id: realm, kind }) {
    this.group = realm;
    this.open = pagedInvitations(view, realm);
    this.reports = pagedMemberReports(view, realm);
    this.elsewhere = kind === 'team' ? pagedTeamInvitations(view, realm) : null;
  }

  /** @param {{always?: boolean}} [options] `always`: also when nothing waits */
  draw({ always = false } = {}) {
    return html`${
      always || this.open.items.length > 0
        ? html`<section class="stack"><h2>${t('groups.open')}</h2>${
          pagedList(this.open, {
            label: t('groups.open'),
            empty: html`<p class="soft">${t('groups.noneOpen')}</p>`,
            row: (item) => this.#invitation(item),
          })
        }</section>`
        : nothing
    }${
      this.elsewhere && this.elsewhere.items.length > 0
        ? html`<section class="stack"><h2>${t('groups.invitedTeam')}</h2>${
          pagedList(this.elsewhere, {
            label: t('groups.invitedTeam'),
            empty: nothing,
            row: (item) => this.#invitedTo(item),
          })
        }</section>`
        : nothing
    }${
      this.reports.items.length > 0
        ? html`<section class="stack"><h2>${t('groups.reports')}</h2>${
          pagedList(this.reports, {
            label: t('groups.reports'),
            empty: nothing,
            row: (item) => this.#reported(item),
          })
        }</section>`
        : nothing
    }`;
  }

  /** Reports on members alone, also when there are none. */
  drawReports() {
    return pagedList(this.reports, {
      label: t('groups.reports'),
      empty: html`<p class="soft">${t('groups.noReports')}</p>`,
      row: (item) => this.#reported(item),
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

  /** An invitation or a request that waits. @param {Invitation} item */
  #invitation(item) {
    const isRequest = item.direction === 'requested';
    const name = isRequest
      ? item.from.name
      : item.toEmail ?? (item.link ? t('groups.link') : t('groups.someone'));
    return row({
      start: isRequest ? icon('hand') : icon('mail'),
      title: name,
      text: html`${t(isRequest ? 'groups.wantsIn' : 'groups.isInvited')} · ${ago(item.createdAt)}${
        isRequest ? nothing : html`
          · ${t('groups.until', { day: day(item.expiresAt) })}
        `
      }${item.message ? html`<br>“${item.message}”` : nothing}`,
      end: isRequest
        ? html`
          <button class="button main" aria-label=${t('people.acceptNamed', { name })} @click=${() =>
            this.#decide(item, 'accept')}>${t('people.accept')}</button>
          <button class="button" aria-label=${t('groups.denyNamed', { name })} @click=${() =>
            this.#decide(item, 'deny')}>${t('people.deny')}</button>
        `
        : html`<button class="button" aria-label=${
          t('groups.takeBackNamed', { name })
        } @click=${() =>
          this.#perform(
            () => withdrawInvitation(item.id, this.group),
            t('groups.takenBack'),
          )}>${t('groups.takeBack')}</button>`,
    });
  }

  /** The invitation to another team's event. @param {TeamInvitation} item */
  #invitedTo({ event, realm }) {
    const where = event.place?.label ?? event.place?.address;
    const answer = (/** @type {boolean} */ accept) =>
      this.#perform(
        () => answerTeamInvitation(this.group, event.id, accept),
        accept ? t('groups.nowTakesPart') : undefined,
      );
    return row({
      start: icon('calendar-plus'),
      title: event.title,
      text: [
        t('waiting.from', { name: realm.name }),
        event.allDay ? day(event.startsAt, event.zone) : moment(event.startsAt),
        where,
      ].filter(Boolean).join(' · '),
      end: html`
        <button class="button main" aria-label=${t('people.acceptNamed', {
          name: event.title,
        })} @click=${() => answer(true)}>${t('people.accept')}</button>
        <button class="button" aria-label=${t('groups.denyNamed', {
          name: event.title,
        })} @click=${() => answer(false)}>${t('people.deny')}</button>
      `,
    });
  }

  /** @param {Invitation} item @param {'accept' | 'deny'} decision */
  #decide(item, decision) {
    return this.#perform(() => decideRequest(item.id, decision));
  }

  /** @param {MemberReport} item */
  #reported(item) {
    const { name } = item.account;
    return row({
      start: icon('flag'),
      title: name,
      text: html`${t(`groups.reason-${item.reason}`)} · ${ago(item.createdAt)}${
        item.text ? html`<br>“${item.text}”` : nothing
      }`,
      end: html`<button class="button" aria-label=${
        t('groups.settleNamed', { name })
      } @click=${() =>
        this.#perform(
          () => settleMemberReport(this.group, item.id),
          t('groups.settled'),
        )}>${t('groups.settle')}</button>`,
    });
  }
}
