// Booking a time of something, or asking whoever has it.

import { html, nothing } from 'lit-html';
import { askForBooking, createBooking, followBookings, refreshBookings } from '../data/bookings.js';
import { Form, formOf } from '../parts/form.js';
import { timeFields } from '../parts/people/time-fields.js';
import { when } from '../parts/people/times.js';
import { warning } from '../parts/states.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { isOwn } from './booked-days.js';
import { reasonFields } from './booking-fields.js';
import { why } from '../parts/waiting/words.js';
import { bookingErrors } from './words.js';
import { brokenRules } from './rules.js';

/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('api-types').Resource} SharedThing */

export class BookingForm {
  /** The bookings at the chosen time; asked for anew with every change of it. @type {ReturnType<typeof followBookings> | null} */
  #atTime = null;
  #asked = '';

  /**
   * @param {import('../shell/view.js').View} view @param {string} group @param {string} resource
   * @param {() => SharedThing | null} thing as far as it is known
   * @param {{start: string, end: string}} span at first
   */
  constructor(view, group, resource, thing, span) {
    this.view = view;
    this.group = group;
    this.resource = resource;
    this.thing = thing;
    this.form = new Form({ ...span, priority: '', reason: '' }, () => this.#lookUp());
    this.#lookUp();
    // While it is another's, the chosen time is looked at again every second (MF-T-after1).
    const timer = setInterval(() => {
      if (this.holder && document.visibilityState === 'visible') this.#atTime?.refresh();
    }, 1000);
    view.onLeave(() => {
      clearInterval(timer);
      this.#atTime?.end();
    });
  }

  get #span() {
    const { start, end } = this.form.values;
    return { from: new Date(start), to: new Date(end) };
  }

  #lookUp() {
    const { from, to } = this.#span;
    const asked = to > from ? `${from.toISOString()} ${to.toISOString()}` : '';
    if (asked && asked !== this.#asked) {
      this.#atTime?.end();
      this.#asked = asked;
      this.#atTime = followBookings(
        this.group,
        this.resource,
        { from, to },
        () => this.view.update(),
      );
    }
    this.view.update();
  }

  /** The booking that has the chosen time. @returns {Booking | undefined} */
  get holder() {
    const { from, to } = this.#span;
    return to > from ? this.#atTime?.resource.data?.items[0] : undefined;
  }

  #submit = () =>
    this.form.submit(async ({ reason, priority }) => {
      const thing = this.thing();
      if (!thing) return false;
      const { from, to } = this.#span;
      const draft = {
        start: from.toISOString(),
        end: to.toISOString(),
        reason: reason.trim(),
        priority,
      };
      try {
        await this.#send(thing, draft);
        this.view.go(`/people/${this.group}`);
      } catch (error) {
        // Another was faster: the page shows who.
        refreshBookings(this.group);
        throw error;
      }
    }, (values) => {
      const rules = this.thing()?.rules;
      return { ...(rules ? brokenRules(rules, values) : {}), ...bookingErrors(values) };
    });

  /** @param {SharedThing} thing @param {import('../data/bookings.js').BookingDraft} draft */
  async #send(thing, draft) {
    const taken = this.holder;
    if (taken) {
      await askForBooking(taken, draft);
      notice(t('resources.askedHolder', { name: taken.holder.name }));
    } else {
      const made = await createBooking(thing, draft);
      const words = made.state === 'pending' ? 'resources.isAsked' : 'resources.isBooked';
      notice(t(words, { name: thing.name }));
    }
  }

  draw() {
    const taken = this.holder;
    const title = t(taken ? 'resources.overrideTitle' : 'resources.bookTitle');
    return html`
      <section class="stack">
        <h2>${title}</h2>
        <div class="stack">
            ${taken ? html`<div role="status">${inTheWay(taken)}</div>` : nothing}
            ${taken && isOwn(taken) ? timeFields(this.form) : formOf(this.form, {
              label: title,
              submit: this.#submit,
              button: t(taken ? 'resources.sendRequest' : 'resources.submit'),
              fields: html`${timeFields(this.form)}${reasonFields(this.form)}`,
            })}</div>
      </section>
    `;
  }
}

/** The booking that has the time, with a link to one's own. @param {Booking} taken */
const inTheWay = (taken) =>
  warning(
    html`${
      t(isOwn(taken) ? 'resources.ownTime' : 'resources.taken', { name: taken.holder.name })
    } ${when(taken)}. ${why(taken)}`,
    isOwn(taken)
      ? html`<a class="button" href="/people/bookings/${taken.id}">${
        t('resources.changeBooking')
      }</a>`
      : nothing,
  );
