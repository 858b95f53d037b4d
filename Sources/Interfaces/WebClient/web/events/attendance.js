import { html, nothing } from 'lit-html';
import { pagedAttendance } from '../data/attendance.js';
import { pagedEvents } from '../data/events.js';
import { watchGroup } from '../data/groups.js';
import { icon } from '../parts/icon.js';
import { pageOf, whenOf } from '../parts/people/event-words.js';
import { heading } from '../parts/people/heading.js';
import { runs } from '../parts/people/roles.js';
import { emptyState, shown } from '../parts/states.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').AttendanceLine} AttendanceLine */
/** @typedef {import('../shell/view.js').View} View */

/** Attendance of past events: one's own, and that of all for admins. @param {View} view */
export default function page(view) {
  const attendance = new AttendancePage(view);
  view.draw(() => attendance.draw());
}

/** @param {AttendanceLine} [line] */
const word = (line) => line?.counted ? t(`events.${line.counted}`) : t('events.unmarked');

class AttendancePage {
  /** The sheets that were read, by occurrence. @type {Map<string, ReturnType<typeof pagedAttendance>>} */
  #sheets = new Map();

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.group = view.params.id;
    this.realm = watchGroup(view, this.group);
    /** Past events, the latest first. */
    this.past = pagedEvents(view, this.group, 10, { backward: true });
    this.today = pagedEvents(view, this.group, 10);
  }

  get #runs() {
    return this.realm.data !== null && runs(this.realm.data);
  }

  /** @returns {GroupEvent[]} */
  get #events() {
    const begun = this.today.items.filter((event) => event.begun).reverse();
    return [...begun, ...this.past.items].filter(({ status }) => status !== 'cancelled');
  }

  /** @param {GroupEvent} event */
  #sheet(event) {
    const team = event.through && this.#runs ? this.group : undefined;
    const key = [event.id, event.repeats ? event.startsAt : '', team].join(' ');
    const known = this.#sheets.get(key) ?? pagedAttendance(this.view, event, 200, team);
    this.#sheets.set(key, known);
    return known;
  }

  draw() {
    return html`<div class="stack loose">${
      heading(
        t('people.attendance'),
        `/people/${this.group}`,
        this.realm.data?.name ?? t('people.group'),
      )
    }${shown(this.past.first, () => this.realm.data ? this.#list() : nothing)}</div>`;
  }

  #list() {
    const events = this.#events;
    if (events.length === 0) return emptyState({ icon: 'calendar', text: t('events.noPast') });
    return html`<ul class="list" aria-label=${t('people.attendance')}>${
      events.map((event) => html`<li>${this.#line(event)}</li>`)
    }</ul>${
      this.past.hasMore
        ? html`<button class="button" @click=${() => this.past.more()}>${t('shell.more')}</button>`
        : nothing
    }`;
  }

  /** @param {GroupEvent} event */
  #line(event) {
    const paged = this.#sheet(event);
    // The counts are of all members, also of a large team.
    if (paged.hasMore) queueMicrotask(() => paged.readOn());
    const own = paged.items.find((item) => item.account.id === session.account?.id);
    return html`<article class="event stack tight" aria-label=${event.title}>
      <h2><a href=${pageOf(event)}>${event.title}</a></h2>
      <p><time datetime=${event.startsAt}>${whenOf(event)}</time></p>
      <p>${own?.counted === 'present' ? icon('check') : nothing} ${
      t('events.ownAttendance', { mark: word(own) })
    }</p>
      ${this.#runs ? ofAll(event, paged.items) : nothing}</article>`;
  }
}

/** @param {GroupEvent} event @param {AttendanceLine[]} lines */
function ofAll(event, lines) {
  const count = (/** @type {AttendanceLine['counted']} */ mark) =>
    lines.filter((item) => item.counted === mark).length;
  return html`
    <details>
      <summary>${t('events.attendanceOfAll', {
        present: count('present'),
        absent: count('absent'),
        unmarked: count(undefined),
      })}</summary>
      <table class="records">
        <caption class="unseen">${event.title}</caption>
        <thead>
          <tr>
            <th scope="col">${t('people.player')}</th>
            <th scope="col">${t('people.attendance')}</th>
          </tr>
        </thead>
        <tbody>${lines.map((item) =>
          html`
            <tr>
              <td>${item.account.name}</td>
              <td>${word(item)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </details>
  `;
}
