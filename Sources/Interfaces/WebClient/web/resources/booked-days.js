// The bookings of a thing in the chosen days, in hours and in words.

import { html, nothing } from 'lit-html';
import { giveUpBooking, pagedBookings } from '../data/bookings.js';
import { dayKey, dayOf, shift } from '../parts/days.js';
import { field, Form } from '../parts/form.js';
import { day } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { when } from '../parts/people/times.js';
import { shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { oneAtATime } from '../shell/view.js';
import { dayBar } from './booking-fields.js';
import { why } from '../parts/waiting/words.js';
import { bookingsOn, daysBetween, stands, takenHours } from './days.js';

/** @typedef {import('api-types').Booking} Booking */

/** Whether somebody's own. @param {Booking} item */
export const isOwn = (item) => item.holder.id === session.account?.id;

export class BookedDays {
  /**
   * @param {import('../shell/view.js').View} view @param {string} group @param {string} resource
   * @param {{from: Date, to: Date}} range days at first
   */
  constructor(view, group, resource, { from, to }) {
    this.view = view;
    this.form = new Form({ from: dayKey(from), to: dayKey(to) }, () => this.#load());
    this.follow = oneAtATime((key) => {
      const [from, to] = key.split(' ').map((at) => new Date(Number(at)));
      return pagedBookings(view, group, resource, { from, to: shift(to, 1) });
    });
    this.bookings = this.#show(from, to);
  }

  /** @param {Date} from @param {Date} to the last day */
  #show(from, to) {
    this.view.setQuery({ from: dayKey(from), to: dayKey(to) });
    return this.follow(`${from.getTime()} ${to.getTime()}`);
  }

  /** Reads who has it in the days that are chosen (CUSR1.A4.5-6). */
  #load() {
    const [from, to] = [dayOf(this.form.values.from), dayOf(this.form.values.to)];
    if (from && to && to >= from) this.bookings = this.#show(from, to);
    this.view.update();
  }

  /** @param {Booking} item */
  async #giveUp(item) {
    try {
      await giveUpBooking(item);
      notice(t('resources.givenUp'));
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    const { form } = this;
    return html`<section class="stack"><h2>${t('resources.whoHas')}</h2>
      <div class="row">
        ${field(form, { name: 'from', label: t('people.from-day'), type: 'date' })}
        ${
      field(form, {
        name: 'to',
        label: t('people.to-day'),
        type: 'date',
        min: form.values.from,
      })
    }
      </div>
      ${
      shown(this.bookings.first, () =>
        html`<ul class="list" aria-label=${t('resources.whoHas')}>${
          daysBetween(form.values.from, form.values.to).map((date) =>
            this.#day(date)
          )
        }</ul>`)
    }
    </section>`;
  }

  /** @param {Date} date */
  #day(date) {
    const items = bookingsOn(this.bookings.items, date);
    const standing = items.filter(stands);
    return html`<li class="stack tight"><h3 class="small">${day(date)}</h3>
      ${dayBar(takenHours(standing, date))}
      ${
      standing.length === 0 ? html`<p class="soft small">${t('resources.freeAllDay')}</p>` : nothing
    }${items.map((item) => this.#booking(item))}</li>`;
  }

  /** @param {Booking} item */
  #booking(item) {
    return row({
      start: icon('clock'),
      title: html`${item.holder.name} · ${when(item)}${
        item.state === 'confirmed' ? nothing : ` · ${t(`resources.booking-${item.state}`)}`
      }`,
      text: why(item),
      end: isOwn(item) && stands(item)
        ? html`
          <a class="button quiet" href="/people/bookings/${item.id}">${t(
            'resources.changeBooking',
          )}</a><button class="button"
            @click=${() => this.#giveUp(item)}>${t('resources.giveUp')}</button>
        `
        : nothing,
    });
  }
}
