// The rows of Today: what waits for an answer, what is in use, what is new; each is answered where it stands.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { ago, endOf, moment, placeText, time } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { hours, pageOf } from '../parts/journey/appointment-words.js';
import { row } from '../parts/list.js';
import { answerChoice } from '../parts/people/event-answers.js';
import { when } from '../parts/people/times.js';
import { appointmentRow } from '../parts/waiting/appointments.js';
import { Ballot, linesOf } from '../parts/waiting/ballot.js';
import { overrideRow, pendingRow } from '../parts/waiting/bookings.js';
import { invitationRow } from '../parts/waiting/invitations.js';
import { activityName } from '../parts/waiting/words.js';
import { rideRow } from '../parts/waiting/rides.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import {
  askedFor,
  askedOf,
  endedOf,
  unacknowledgedOf,
  unreadNews,
  unvotedOf,
  usedOf,
} from './things.js';
import { dayNear } from './words.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** `due`: what has to be answered first stands first. @typedef {{key: string, due: string, draw: () => unknown}} Thing */
/** @typedef {{name: 'waiting' | 'used' | 'news', rows: Thing[]}} Sort */

/** What nobody has to answer by a time comes last. */
const anyTime = '9999';

export class Rows {
  /** Votes that are not sent yet, by activity. @type {Map<string, Ballot>} */
  #ballots = new Map();

  /** @param {import('../shell/view.js').View} view @param {import('./reading.js').Reading} reading */
  constructor(view, reading) {
    this.view = view;
    this.reading = reading;
  }

  /** @param {Thing[]} things @param {string} label */
  list(things, label) {
    return html`<ul class="list" aria-label=${label}>${
      repeat(things, ({ key }) => key, ({ draw }) => html`<li>${draw()}</li>`)
    }</ul>`;
  }

  /** @param {Date} now @param {boolean} isNewsKnown @returns {Sort[]} */
  sorts(now, isNewsKnown) {
    const news = isNewsKnown ? unreadNews(this.reading.notifications.data?.items ?? []) : [];
    return [
      { name: 'waiting', rows: this.#waiting(now) },
      {
        name: 'used',
        rows: usedOf(this.reading.bookings, now).map((booking) => ({
          key: booking.id,
          due: booking.start,
          draw: () => usedRow(booking, now),
        })),
      },
      {
        name: 'news',
        rows: news.map(({ id, at, text, subject }) => ({
          key: id,
          due: at,
          // Opened by way of the notifications, which marks it as seen.
          draw: () =>
            row({
              href: `/notifications?open=${id}&about=news/${subject.id}`,
              start: icon('megaphone'),
              title: text,
              text: ago(at),
            }),
        })),
      },
    ];
  }

  /** @param {Date} now @returns {Thing[]} */
  #waiting(now) {
    const { reading } = this;
    const own = session.account?.id ?? '';
    const go = (/** @type {string} */ page) => this.view.go(page);
    return [
      ...askedFor(reading.overrides.data?.items ?? [], own, now).map((request) => ({
        key: request.id,
        due: request.expiresAt,
        draw: () => overrideRow(request, go),
      })),
      ...unacknowledgedOf(reading.bookings, own).map((booking) => ({
        key: booking.id,
        due: booking.start,
        draw: () => pendingRow(booking),
      })),
      ...unvotedOf(reading.activities).map((activity) => ({
        key: activity.id,
        due: activity.poll?.deadline ?? anyTime,
        draw: () => this.#pollRow(activity),
      })),
      ...endedOf(reading.activities).map((activity) => ({
        key: activity.id,
        due: activity.poll?.deadline ?? anyTime,
        draw: () => endedRow(activity),
      })),
      ...(reading.rides.data?.items ?? []).map((request) => ({
        key: `${request.event.id} ${request.event.startsAt} ${request.account.id}`,
        due: request.event.startsAt,
        draw: () => rideRow(request),
      })),
      ...reading.appointments.items.map((item) => ({
        key: item.id,
        due: item.startsAt,
        draw: () => appointmentRow(item, icon('calendar')),
      })),
      ...askedOf(reading.coming.data?.items ?? [], now).map((line) => ({
        key: `${line.id} ${line.startsAt}`,
        due: line.startsAt,
        draw: () => eventRow(line, now),
      })),
      ...(reading.invitations.data?.items ?? []).map((item) => ({
        key: item.id,
        due: anyTime,
        draw: () => invitationRow(item),
      })),
    ].sort((a, b) => a.due < b.due ? -1 : a.due > b.due ? 1 : 0);
  }

  /** A poll, which opens where it stands. @param {Activity} activity */
  #pollRow(activity) {
    const { id, poll, host } = activity;
    if (!poll) return nothing;
    let ballot = this.#ballots.get(id);
    if (!ballot) this.#ballots.set(id, ballot = new Ballot(this.view, activity));
    const name = activityName(activity);
    return html`
      ${row({
        href: `/people/activities/${id}`,
        start: icon('vote'),
        title: name,
        text: t('today.pollOf', { name: host.name, when: moment(poll.deadline) }),
      })}<details
        class="today-ballot"><summary aria-label=${t('today.voteNamed', { name })}>${t(
          'today.vote',
        )}</summary>${ballot.draw(
          poll,
          ({ description, start, end, place }) =>
            linesOf([description, start && end ? when({ start, end }) : '', placeText(place)]),
        )}</details>
    `;
  }
}

/** A team that asks whether one comes. @param {CalendarLine} line @param {Date} now */
const eventRow = (line, now) =>
  row({
    href: pageOf(line),
    start: icon(line.kind === 'practice' ? 'dumbbell' : 'flag'),
    title: line.title,
    text: [
      `${dayNear(line, now)}, ${hours(line)}`,
      line.realm?.name,
      placeText(line.place),
    ].filter(Boolean).join(' · '),
    end: answerChoice({ ...line, realm: line.realm ?? { id: '' } }),
  });

/** A poll of one's own that has ended: its host chooses. @param {Activity} activity */
const endedRow = (activity) =>
  row({
    href: `/people/activities/${activity.id}`,
    start: icon('vote'),
    title: activityName(activity),
    text: t('today.pollEnded'),
    end: html`
      <a class="button main" href="/people/activities/${activity.id}?from=bell"
        aria-label=${t('today.goOnNamed', { name: activityName(activity) })}>${t('today.goOn')}</a>
    `,
  });

/** @param {Booking} booking @param {Date} now */
function usedRow({ id, resource, holder, start, end }, now) {
  const name = holder.id === session.account?.id ? t('today.you') : holder.name;
  return row({
    href: `/people/bookings/${id}`,
    start: icon('key-round'),
    title: resource.name,
    text: new Date(start) <= now
      ? t('today.has', { name, until: endOf(now, end) })
      : t('today.hasLater', { name, from: time(start), until: endOf(start, end) }),
  });
}
