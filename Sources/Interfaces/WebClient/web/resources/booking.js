import { html, nothing } from 'lit-html';
import { changeBooking, giveUpBooking, watchBooking } from '../data/bookings.js';
import { dayKey } from '../parts/days.js';
import { facts } from '../parts/facts.js';
import { Form, formOf } from '../parts/form.js';
import { list } from '../parts/format.js';
import { heading } from '../parts/people/heading.js';
import { timeFields } from '../parts/people/time-fields.js';
import { timeText, when } from '../parts/people/times.js';
import { hint, shown } from '../parts/states.js';
import { acknowledge } from '../parts/waiting/bookings.js';
import { why } from '../parts/waiting/words.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { reasonFields } from './booking-fields.js';
import { bookingErrors } from './words.js';

/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('../shell/view.js').View} View */

/** One booking: what, who, when and why; whoever has made it changes it or gives it up. @param {View} view */
export default function page(view) {
  const booking = new BookingPage(view);
  view.draw(() => booking.draw());
}

/** @param {Booking} data */
const isMine = (data) =>
  data.holder.id === session.account?.id && ['pending', 'confirmed'].includes(data.state) &&
  new Date(data.end) > new Date();

class BookingPage {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.form = new Form({ start: '', end: '', reason: '', priority: '' }, () => view.update());
    this.booking = watchBooking(view, view.params.booking, ({ data }) => {
      if (!data || this.form.isChanged) return;
      const { reason, priority } = data;
      const [start, end] = [timeText(new Date(data.start)), timeText(new Date(data.end))];
      Object.assign(this.form.values, { start, end, reason, priority });
    });
  }

  /** @param {Booking} data */
  #save = (data) =>
    this.form.submit(async ({ start, end, reason, priority }) => {
      await changeBooking(data, {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        reason: reason.trim(),
        priority,
      });
      notice(t('resources.bookingChanged'));
    }, bookingErrors);

  /** @param {Booking} data */
  async #giveUp(data) {
    try {
      await giveUpBooking(data);
      notice(t('resources.givenUp'));
      this.view.go(`/people/${data.realm}`);
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack loose">${
      shown(this.booking, (data) => this.#draw(data), ['/people', t('people.title')])
    }</div>`;
  }

  /** @param {Booking} data */
  #draw(data) {
    const date = dayKey(new Date(data.start));
    const page = `/people/${data.realm}/resources/${data.resource.id}?from=${date}&to=${date}`;
    return html`
      ${heading(data.resource.name, `/people/${data.realm}`, t('people.group'))}
      ${factsOf(data)}
      ${data.state === 'pending' ? waiting(data) : nothing}
      ${data.state === 'confirmed' && !data.entered
        ? hint(t('resources.notEntered', { name: data.resource.name }))
        : nothing}
      <div><a class="button" href=${page}>${t('resources.openResource')}</a></div>
      ${isMine(data)
        ? html`<section class="stack"><h2>${t('resources.changeBooking')}</h2>${
          formOf(this.form, {
            label: t('resources.changeBooking'),
            submit: () => this.#save(data),
            button: t('shell.save'),
            fields: html`${timeFields(this.form)}${reasonFields(this.form)}`,
            other: html`<button type="button" class="button" @click=${() => this.#giveUp(data)}>${
              t('resources.giveUp')
            }</button>`,
          })
        }</section>`
        : nothing}
    `;
  }
}

/** @param {Booking} data */
const factsOf = (data) =>
  html`<section class="card stack">${
    facts([
      [t('resources.heldBy'), data.holder.name],
      [t('people.wanted'), when(data)],
      [t('resources.reason'), why(data)],
      [t('resources.state'), t(`resources.booking-${data.state}`)],
    ])
  }</section>`;

/** The names of those who have to acknowledge it, and their button. @param {Booking} data */
const waiting = (data) =>
  html`
    <section class="stack">
      ${hint(t('resources.waitsForAll', {
        names: list((data.missing ?? []).map(({ name }) => name)),
      }))}
      ${data.missing?.some(({ id }) => id === session.account?.id)
        ? html`<div><button class="button main" @click=${() => acknowledge(data)}>${
          t('waiting.acknowledge')
        }</button></div>`
        : nothing}
    </section>
  `;
