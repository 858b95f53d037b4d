import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { Paged } from '../parts/list.js';
import { emptyState, shown } from '../parts/states.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { occurrence, pageOf, whenOf } from '../parts/people/event-words.js';
import { heading, runs } from '../parts/people/words.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').AttendanceLine} AttendanceLine */

/** Who was at what has taken place: oneself, and for those who run it all. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  const realm = view.watch(path);
  /** @type {Map<string, Paged>} the sheets that were read, by occurrence */
  const sheets = new Map();
  /** What has begun, the latest first. */
  const past = new Paged(view, `${path}/events?backward=true`, 10);
  const today = new Paged(view, `${path}/events`, 10);
  /** @returns {GroupEvent[]} */
  const events = () =>
    [...today.items.filter((event) => event.begun).reverse(), ...past.items].filter((event) =>
      event.status !== 'cancelled'
    );
  /** @param {GroupEvent} event */
  const sheet = (event) => {
    const only = occurrence(event);
    const isGuest = event.through && realm.data && runs(realm.data);
    const team = isGuest ? `${only ? '&' : '?'}team=${view.params.id}` : '';
    const address = `/v1/group-events/${event.id}/attendance${only}${team}`;
    const known = sheets.get(address) ?? new Paged(view, address, 200);
    sheets.set(address, known);
    return known;
  };
  const word = (/** @type {AttendanceLine | undefined} */ line) =>
    line?.counted ? t(`events.${line.counted}`) : t('events.unmarked');

  view.draw(() =>
    html`<div class="stack loose">${
      heading(
        t('people.attendance'),
        `/people/${view.params.id}`,
        realm.data?.name ?? t('people.group'),
      )
    }${
      shown(past.first, () =>
        !realm.data
          ? nothing
          : events().length === 0
          ? emptyState({ icon: 'calendar', text: t('events.noPast') })
          : html`<ul class="list" aria-label=${t('people.attendance')}>${
            events().map((event) => html`<li>${line(event)}</li>`)
          }</ul>${
            past.hasMore
              ? html`<button class="button" @click=${() => past.more()}>${t('shell.more')}</button>`
              : nothing
          }`)
    }</div>`
  );

  /** @param {GroupEvent} event */
  function line(event) {
    const paged = sheet(event);
    // What is counted is all of a large team.
    if (paged.hasMore) queueMicrotask(() => paged.readOn());
    /** @type {AttendanceLine[]} */
    const lines = paged.items;
    const own = lines.find((item) => item.account.id === session.account?.id);
    const isAll = realm.data && runs(realm.data);
    const count = (/** @type {string | undefined} */ mark) =>
      lines.filter((item) => item.counted === mark).length;
    return html`<article class="event stack tight" aria-label=${event.title}>
      <h2><a href=${pageOf(event)}>${event.title}</a></h2>
      <p><time datetime=${event.startsAt}>${whenOf(event)}</time></p>
      <p>${own?.counted === 'present' ? icon('check') : nothing} ${
      t('events.ownAttendance', { mark: word(own) })
    }</p>
      ${
      isAll
        ? html`
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
                  <th
                    scope="col">${t('people.player')}</th>
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
        `
        : nothing
    }</article>`;
  }
}
