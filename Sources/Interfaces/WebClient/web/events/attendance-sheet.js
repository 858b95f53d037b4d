// The attendance of an event: one's own, and that of everybody for admins.

import { html, nothing } from 'lit-html';
import {
  markAttendance,
  markOwnAttendance,
  mostMarks,
  pagedAttendance,
} from '../data/attendance.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { personRow } from '../parts/person.js';
import { complain } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { CheckIn } from './check-in.js';

/** @typedef {import('api-types').AttendanceLine} AttendanceLine */
/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('../data/attendance.js').Mark} Mark */

/** @param {AttendanceLine} line */
const isOwn = (line) => line.account.id === session.account?.id;

/** @param {AttendanceLine} line */
const isUnmarked = (line) => line.answer === 'accepted' && !line.counted;

export class AttendanceSheet {
  /** The own line of it, where it is on a page that is not shown yet. @type {AttendanceLine | undefined} */
  #farLine;
  #isFarSought = false;

  /**
   * @param {import('../shell/view.js').View} view @param {GroupEvent} event
   * @param {string} [team] whose members one marks, where it is a guest
   */
  constructor(view, event, team) {
    this.view = view;
    this.event = event;
    this.team = team;
    this.lines = pagedAttendance(view, event, 50, team);
    this.checkIn = new CheckIn(view, (position) => this.#markOwn('present', position));
  }

  /** @param {Mark} mark @param {{lat: number, lon: number}} [position] */
  async #markOwn(mark, position) {
    try {
      await markOwnAttendance(this.event, mark, position);
      this.#isFarSought = false;
      this.view.update();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {AttendanceLine[]} lines @param {Mark} [mark] none takes it back */
  async #mark(lines, mark) {
    try {
      const marks = lines.map(({ account }) => ({ account: account.id, ...(mark && { mark }) }));
      await markAttendance(this.event, marks, this.team);
    } catch (error) {
      complain(error);
    }
  }

  /** Whoever said to come and has no mark was there; the list may be longer than what is shown of it. */
  async #markComing() {
    try {
      const coming = (await this.lines.all()).filter(isUnmarked);
      for (let at = 0; at < coming.length; at += mostMarks) {
        await this.#mark(coming.slice(at, at + mostMarks), 'present');
      }
    } catch (error) {
      complain(error);
    }
  }

  /** Looks for the own line among those of a large team that are not shown yet. */
  async #seekOwn() {
    if (this.#isFarSought) return;
    this.#isFarSought = true;
    try {
      this.#farLine = (await this.lines.all()).find(isOwn);
      this.view.update();
    } catch {
      // It comes with the pages that are read on.
    }
  }

  get #own() {
    const isFar = this.lines.hasMore && !this.lines.items.some(isOwn);
    if (isFar) this.#seekOwn();
    return isFar ? this.#farLine : this.lines.items.find(isOwn);
  }

  /** @param {GroupEvent} data as it is now @param {boolean} marksOthers */
  draw(data, marksOthers) {
    this.event = data;
    const own = this.#own;
    return html`<section class="stack"><h2>${t('people.attendance')}</h2>
      ${own ? this.#drawOwn(data, own) : nothing}
      ${marksOthers ? this.#drawAll() : nothing}
    </section>`;
  }

  /** @param {GroupEvent} data @param {AttendanceLine} own */
  #drawOwn(data, own) {
    return html`${
      own.own === 'present' && own.source === 'place'
        ? html`<p role="status">${icon('map-pin')} ${t('events.checkedIn')}</p>`
        : this.checkIn.draw(data)
    }<p>${t('events.wereYou')}</p>${
      marks({
        label: t('events.ownMark'),
        pressed: own.own,
        choose: (mark) => this.#markOwn(mark),
      })
    }${own.admin ? html`<p class="soft">${t(`events.counted-${own.admin}`)}</p>` : nothing}`;
  }

  #drawAll() {
    const { lines } = this;
    const isDone = !lines.hasMore && !lines.items.some(isUnmarked);
    return html`<div><button class="button" @click=${() =>
      this.#markComing()} ?disabled=${isDone}>${icon('check-check')}${
      t('events.markComing')
    }</button></div>${
      pagedList(lines, {
        label: t('people.attendance'),
        empty: nothing,
        row: (line) => this.#line(line),
      })
    }`;
  }

  /** @param {AttendanceLine} line */
  #line(line) {
    const { name } = line.account;
    return personRow(line.account, {
      text: line.own
        ? t(`events.says-${line.own}`) +
          (line.source === 'place' ? ` ${t('events.atThePlace')}` : '')
        : t(`events.said-${line.answer}`),
      end: marks({
        label: t('events.markOf', { name }),
        pressed: line.admin,
        choose: (mark) => this.#mark([line], mark === line.admin ? undefined : mark),
      }),
    });
  }
}

/** Present or absent. @param {{label: string, pressed?: string, choose: (mark: Mark) => void}} parts */
const marks = ({ label, pressed, choose }) =>
  html`
    <div class="choice" role="group" aria-label=${label}>
      <button class="button" aria-pressed=${pressed === 'present'} @click=${() =>
        choose('present')}>${icon('check')}${t('events.present')}</button>
      <button class="button" aria-pressed=${pressed === 'absent'} @click=${() =>
        choose('absent')}>${icon('x')}${t('events.absent')}</button>
    </div>
  `;
