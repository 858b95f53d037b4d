// What Today reads: all at once, and of each family what it shares and plans once it is known.

import { watchActivities } from '../data/activities.js';
import { pagedAppointmentInvitations, watchComing } from '../data/appointments.js';
import { watchBookings, watchOverrideRequests } from '../data/bookings.js';
import { watchGroups } from '../data/groups.js';
import { watchOwnInvitations } from '../data/invitations.js';
import { watchNotifications } from '../data/notifications.js';
import { watchRideRequests } from '../data/rides.js';
import { dayKey, dayOf, shift } from '../parts/days.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {ReturnType<typeof watchActivities>} Activities */
/** @typedef {ReturnType<typeof watchBookings>} Bookings */
/** @typedef {import('../shell/api.js').Resource<unknown> & {refresh: () => Promise<void>}} Source */

/** Days of the calendar that are looked at. */
const daysAhead = 31;

export class Reading {
  /** What a group plans and shares, by its identifier. @type {Map<string, {activities: Activities, bookings: Bookings | null}>} */
  #ofGroups = new Map();

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.invitations = watchOwnInvitations(view, 50);
    this.appointments = pagedAppointmentInvitations(view);
    this.overrides = watchOverrideRequests(view);
    this.rides = watchRideRequests(view);
    this.notifications = watchNotifications(view);
    this.day = dayKey(new Date());
    this.coming = this.#watchDay();
    this.groups = watchGroups(view, () => this.#followGroups());
    if (this.groups.data) this.#followGroups();
  }

  /** The day as a span of time. */
  get #span() {
    const from = /** @type {Date} */ (dayOf(this.day));
    return { from, to: shift(from, 1) };
  }

  #watchDay() {
    const { from } = this.#span;
    return watchComing(this.view, from, shift(from, daysAhead));
  }

  /** After midnight, the next day's. */
  followDay() {
    const day = dayKey(new Date());
    if (day === this.day) return;
    this.day = day;
    this.coming.end();
    this.coming = this.#watchDay();
    for (const [id, { activities, bookings }] of this.#ofGroups) {
      if (!bookings) continue;
      bookings.end();
      this.#ofGroups.set(id, { activities, bookings: watchBookings(this.view, id, this.#span) });
    }
  }

  /** Families share things; they plan, as friends do. */
  #followGroups() {
    const groups = this.groups?.data?.items.filter(({ kind }) =>
      ['family', 'group'].includes(kind)
    );
    if (!groups) return;
    for (const [id, { activities, bookings }] of this.#ofGroups) {
      if (groups.some((group) => group.id === id)) continue;
      activities.end();
      bookings?.end();
      this.#ofGroups.delete(id);
    }
    for (const { id, kind } of groups) {
      if (this.#ofGroups.has(id)) continue;
      this.#ofGroups.set(id, {
        activities: watchActivities(this.view, id),
        bookings: kind === 'family' ? watchBookings(this.view, id, this.#span) : null,
      });
    }
  }

  /** @returns {Realm[]} */
  get families() {
    return this.groups.data?.items.filter(({ kind }) => kind === 'family') ?? [];
  }

  get activities() {
    return [...this.#ofGroups.values()].flatMap(({ activities }) => activities.data?.items ?? []);
  }

  get bookings() {
    return [...this.#ofGroups.values()].flatMap(({ bookings }) => bookings?.data?.items ?? []);
  }

  /** What waits for an answer is read from. @returns {Source[]} */
  get #waiting() {
    return [
      this.invitations,
      this.appointments.first,
      this.overrides,
      this.rides,
      this.groups,
      ...[...this.#ofGroups.values()].flatMap(({ activities, bookings }) =>
        bookings ? [activities, bookings] : [activities]
      ),
    ];
  }

  /** @returns {Source[]} */
  get #all() {
    return [this.coming, ...this.#waiting, this.notifications];
  }

  /** Whether it is known what comes next; what else there is; all of it. Later ones are not shown before. */
  get known() {
    const isKnown = (/** @type {Source} */ { data, error }) => data !== null || error !== null;
    const coming = isKnown(this.coming);
    const waiting = coming && this.#waiting.every(isKnown);
    return { coming, waiting, all: waiting && isKnown(this.notifications) };
  }

  /** What could not be read, and is not known from before either. */
  get failed() {
    return this.#all.filter(({ data, error }) => data === null && error !== null);
  }

  /** Whether some of it is from the device, while there is no network. */
  get isStale() {
    return this.#all.some(({ stale }) => stale);
  }
}
