import { html, nothing } from 'lit-html';
import { watchOverrideRequest } from '../data/bookings.js';
import { readResourceCalendar, watchResource } from '../data/resources.js';
import { dayOf, shift } from '../parts/days.js';
import { moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { timeText } from '../parts/people/times.js';
import { heading } from '../parts/people/heading.js';
import { look, photo } from '../parts/photo.js';
import { hint, shown, warning } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { BookedDays } from './booked-days.js';
import { BookingForm } from './booking-form.js';
import { ruleWords } from './rules.js';
import { outcome } from './words.js';

/** @typedef {import('api-types').Resource} SharedThing */
/** @typedef {import('../shell/view.js').View} View */

/** Booking something: when it is free, and asking its holder where it is not. @param {View} view */
export default function page(view) {
  const resource = new ResourcePage(view);
  view.dialog('picture', (at) => {
    const shot = resource.found.data?.picture;
    return shot && look([shot], 0, { at });
  });
  view.draw(() => resource.draw());
}

/** The days and the time that the address names, else those of a week from tomorrow. @param {URLSearchParams} query */
function chosen(query) {
  const from = dayOf(query.get('from')) ?? shift(new Date(), 1);
  const last = dayOf(query.get('to'));
  const to = last && last >= from ? last : shift(from, 6);
  const first = new Date(from);
  first.setHours(9);
  const start = query.get('start') ?? timeText(first);
  const end = query.get('end') ?? timeText(new Date(first.getTime() + 3_600_000));
  return { range: { from, to }, span: { start, end } };
}

class ResourcePage {
  /** @param {View} view */
  constructor(view) {
    const { id: group, resource } = view.params;
    this.view = view;
    this.group = group;
    this.found = watchResource(view, resource, ({ data }) => data && view.title(data.name));
    const { range, span } = chosen(view.query);
    // Whoever was refused is brought here to choose another time.
    const refused = view.query.get('request');
    this.request = refused ? watchOverrideRequest(view, refused) : null;
    this.days = new BookedDays(view, group, resource, range);
    this.booking = new BookingForm(view, group, resource, () => this.found.data, span);
  }

  /** @param {SharedThing} data */
  async #readNow(data) {
    try {
      await readResourceCalendar(data.id);
      notice(t('resources.calendarIsRead'));
      // The server reads it within seconds.
      setTimeout(() => this.found.refresh(), 3000);
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    const back = `/people/${this.group}/resources`;
    return html`<div class="stack loose">${
      shown(
        this.found,
        (data) => html`${heading(data.name, back, t('people.resources'))}${this.#draw(data)}`,
        [back, t('people.resources')],
      )
    }</div>`;
  }

  /** @param {SharedThing} data */
  #draw(data) {
    const refused = this.request?.data;
    return html`${data.picture ? this.#closeUp(data.picture) : nothing}
      ${data.description ? html`<p>${data.description}</p>` : nothing}
      ${data.place?.label ? html`<p class="soft">${data.place.label}</p>` : nothing}
      <section class="stack tight"><h2>${t('resources.bookingRules')}</h2>
        <ul class="plain-list" aria-label=${t('resources.bookingRules')}>${
      ruleWords(data.rules).map((words) => html`<li>${words}</li>`)
    }</ul>
        ${
      data.editable
        ? html`<div><a class="button" href="/people/${this.group}/resources/${data.id}/edit">${
          icon('pencil')
        }${t('people.edit')}</a></div>`
        : nothing
    }</section>
      ${refused && refused.state !== 'open' ? hint(outcome(refused)) : nothing}
      ${data.calendar && data.calendar.state !== 'current' ? this.#failing(data) : nothing}
      ${this.days.draw()}
      ${this.booking.draw()}`;
  }

  /** Its photo, larger by a tap. @param {import('api-types').Picture} shot */
  #closeUp(shot) {
    return html`<div><button class="gallery-item" aria-label=${
      t('shell.enlarge', { name: shot.alt || (this.found.data?.name ?? '') })
    } @click=${() => this.view.open('picture')}>${
      photo(shot, { look: 'chosen', sizes: '320px' })
    }</button></div>`;
  }

  /** The calendar of it cannot be read: it is booked all the same, when all know of it. @param {SharedThing} data */
  #failing(data) {
    const since = data.calendar?.failingSince;
    return html`<div role="status">${
      warning(
        html`${
          since
            ? t('resources.calendarFails', { name: data.name, since: moment(since) })
            : t('resources.calendarWaits', { name: data.name })
        } ${data.calendar?.problem ?? nothing} ${t('resources.bookedWhenAcknowledged')}`,
        html`<button class="button" @click=${() => this.#readNow(data)}>${
          t('resources.readCalendar')
        }</button>`,
      )
    }</div>`;
  }
}
