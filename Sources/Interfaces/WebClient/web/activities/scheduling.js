// When: among the times at which all are free, or entered by hand.

import { html, nothing } from 'lit-html';
import { day, list, time } from '../parts/format.js';
import { check, field, Form, stepper } from '../parts/form.js';
import { RangePicker } from '../parts/range.js';
import { hint, warning } from '../parts/states.js';
import * as api from '../shell/api.js';
import { reason } from '../shell/notices.js';
import { followBusyTimes } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { dayText, timeText } from '../parts/people/times.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {{start: string, end: string}} Slot */

const parts = ['morning', 'afternoon', 'evening', 'night'];
/** When the parts of a day end, by its hours; a night lasts until six. */
const ends = { morning: 12, afternoon: 17, evening: 21, night: 30 };

/** The parts of a day that something of so many hours lies in. @param {Date} start @param {number} hours */
function partsWith(start, hours) {
  const begin = start.getHours() + start.getMinutes() / 60;
  const from = begin < 6 ? begin + 24 : begin;
  return parts.filter((part, index) => {
    const begins = index === 0 ? 6 : ends[/** @type {keyof ends} */ (parts[index - 1])];
    return from < ends[/** @type {keyof ends} */ (part)] && from + hours > begins;
  });
}

/** @param {Slot} slot @param {Slot | null} other */
const isSame = (slot, other) =>
  new Date(slot.start).getTime() === new Date(other?.start ?? 0).getTime() &&
  new Date(slot.end).getTime() === new Date(other?.end ?? 0).getTime();

/** What was looked at rests on the time that the activity has. @param {string} [start] @param {string} [end] */
const base = (start, end) => [start, end].map((time) => time && new Date(time).getTime());

export class Scheduling {
  /** @type {any} what the server has found */
  #found = null;
  #problem = '';
  #asked = '';
  /** @type {Set<string>} days of which all times are shown */
  #whole = new Set();
  /** Whether the page has gone on or back. */
  #isOver = false;
  /** @type {Slot | null} */
  #slot = null;
  /** What the server has of the time. @type {unknown} */
  #base;
  /** How long it lasts, in seconds, as long as the field says so in hours. */
  #span = 7200;
  #hours = 2;

  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: object) => Promise<void>} change @param {import('./kept.js').Kept} kept
   */
  constructor(view, data, change, kept) {
    this.kept = kept;
    this.view = view;
    this.data = data;
    this.change = change;
    const { start, end } = data;
    const from = start ? new Date(start) : new Date(Date.now() + 86_400_000);
    if (!start) from.setHours(9, 0, 0, 0);
    if (start && end) this.#span = (Date.parse(end) - Date.parse(start)) / 1000;
    const hours = this.#span / 3600;
    this.#hours = Math.round(100 * hours) / 100;
    this.#base = base(start, end);
    const entered = kept.part('scheduling', this.#base);
    if (start && end) this.#slot = { start, end };
    if (entered) this.#slot = entered.slot;
    // A time that was chosen, or a poll's, is among those that are looked at.
    const preset = start ? partsWith(from, hours) : [];
    const first = new Date(from);
    // What begins before six belongs to the night of the day before.
    if (start && from.getHours() < 6) first.setDate(first.getDate() - 1);
    const last = new Date(first);
    if (start && end) {
      last.setTime(Date.parse(end) - 1);
      if (last.getHours() < 6) last.setDate(last.getDate() - 1);
    } else if (!start) last.setDate(last.getDate() + 6);
    this.range = new RangePicker(() => view.update());
    /** @type {Form<Record<string, any>>} */
    this.form = new Form(
      {
        service: true,
        from: dayText(first),
        to: dayText(last),
        hours: this.#hours,
        morning: true,
        afternoon: true,
        evening: preset.includes('evening'),
        night: preset.includes('night'),
        at: timeText(from),
        ...entered?.values,
      },
      () => {
        this.#keep();
        this.#ask();
        view.update();
      },
    );
    // What others do in their calendars shows here without being asked for.
    const end2 = api.watch(`/v1/realms/${data.realm}`, () => this.#ask(true)).end;
    const end3 = followBusyTimes((realm) => {
      if (!this.#isOver && (realm ?? data.realm) === data.realm) this.#ask(true);
    });
    view.onLeave(() => {
      end2();
      end3();
    });
  }

  #keep() {
    this.kept.put('scheduling', this.#base, { values: this.form.values, slot: this.#slot });
  }

  /** Asks for common times, if the question is another or calendars have changed. @param {boolean} [again] */
  async #ask(again = false) {
    const { service, from, to, hours, ...rest } = this.form.values;
    const chosen = parts.filter((part) => rest[part]);
    if (!service || !from || !(to >= from) || !(hours > 0) || chosen.length === 0) {
      this.#found = null;
      this.#asked = '';
      return;
    }
    const body = {
      participants: this.data.invitees.map(({ id }) => id),
      from,
      to,
      duration: Math.round(this.#seconds / 60),
      parts: chosen,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(this.data.place?.lat === undefined ? {} : { place: this.data.place }),
    };
    const asked = JSON.stringify(body);
    if (asked === this.#asked && !again) return;
    this.#asked = asked;
    try {
      const found = await api.send('POST', `/v1/realms/${this.data.realm}/slots`, {
        body,
        changes: ['none'],
      });
      if (this.#asked !== asked) return;
      this.#found = found;
      this.#problem = '';
      // What is not free any more is not chosen either.
      const chosen = this.#slot;
      const isFree = found.days.some((/** @type {{slots: Slot[]}} */ { slots }) =>
        slots.some((slot) => isSame(slot, chosen))
      );
      if (!isFree) this.#slot = null;
    } catch (error) {
      if (this.#asked !== asked) return;
      this.#found = null;
      this.#problem = reason(error);
    }
    this.view.update();
  }

  get #isComplete() {
    const { service, at, hours } = this.form.values;
    // Without a question there is no answer that is still good.
    return service ? this.#slot !== null && this.#asked !== '' : at !== '' && hours > 0;
  }

  /** How long it is to last: what it lasts to the second, unless another length was entered. */
  get #seconds() {
    const hours = Number(this.form.values.hours);
    return hours === this.#hours ? this.#span : Math.round(hours * 3600);
  }

  async #next() {
    const { service, at } = this.form.values;
    const slot = service ? this.#slot : { start: at, end: '' };
    if (!slot) return;
    const start = new Date(slot.start);
    const seconds = slot.end
      ? Math.round((new Date(slot.end).getTime() - start.getTime()) / 1000)
      : this.#seconds;
    // Back finds what was looked at, beside what was chosen.
    const before = this.#base;
    this.#base = base(slot.start, new Date(start.getTime() + seconds * 1000).toISOString());
    await this.#go({
      start: start.toISOString(),
      duration: seconds,
      checked: service && !this.#found?.unverified,
      step: 'details',
    });
    if (!this.#isOver) this.#base = before;
    this.#keep();
  }

  /** @param {object} body */
  async #go(body) {
    await this.form.submit(async () => {
      await this.change(body);
      this.#isOver = true;
    });
  }

  draw() {
    const { form } = this;
    // Polls are for any time: the browser would not send what is no quarter of an hour, or longer than a week.
    return html`<form class="stack" novalidate @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.#isComplete) this.#next();
    }}>
      <h2>${t('activities.scheduling')}</h2>
      ${check(form, { name: 'service', label: t('activities.useService') })}
      ${
      form.values.service
        ? html`
          <div class="row">
                  ${field(form, {
                    name: 'from',
                    label: t('people.from-day'),
                    type: 'date',
                    required: true,
                  })}
                  ${field(form, {
                    name: 'to',
                    label: t('people.to-day'),
                    type: 'date',
                    min: form.values.from,
                    required: true,
                  })}</div>
          ${this.range.draw(
            t('activities.days'),
            { from: form.values.from, to: form.values.to },
            dayText(new Date()),
            ({ from, to }) => {
              form.values.from = from;
              form.set('to', to);
            },
          )}
          <fieldset class="field">
            <legend class="required">${t('activities.partsOfDay')}</legend>
            <div class="row">${parts.map((part) =>
              check(form, { name: part, label: t(`activities.part-${part}`) })
            )}</div>
          </fieldset>
        `
        : field(form, {
          name: 'at',
          label: t('activities.dateAndTime'),
          type: 'datetime-local',
          required: true,
        })
    }
      ${
      stepper(form, {
        name: 'hours',
        label: t('activities.durationHours'),
        min: 0.25,
        max: 168,
        step: 0.25,
        by: 0.5,
        up: t('activities.longer'),
        down: t('activities.shorter'),
        required: true,
      })
    }
      ${form.values.service ? this.#slots() : hint(t('activities.unchecked'))}
      ${form.problem ? html`<div role="alert">${warning(form.problem)}</div>` : nothing}
      <div class="row">
        <button type="button" class="button" @click=${() => this.#go({ step: 'start' })}>${
      t('activities.back')
    }</button>
        <button class="button main" type="submit" ?disabled=${!this.#isComplete}>${
      t('activities.next')
    }</button>
      </div>
    </form>`;
  }

  #slots() {
    if (this.#problem) {
      return warning(
        html`${t('activities.serviceFails')} ${this.#problem}`,
        html`<button type="button" class="button" @click=${() => this.form.set('service', false)}>${
          t('activities.byHandTime')
        }</button>`,
      );
    }
    const found = this.#found;
    if (!found) return nothing;
    const days = found.days ?? [];
    const any = days.some((/** @type {any} */ { slots }) => slots.length > 0);
    return html`<section class="stack" aria-live="polite"><h3>${t('activities.slots')}</h3>
      ${found.ways === 'straightLine' ? hint(t('activities.straightLines')) : nothing}
      ${found.unverified ? this.#unverified(found.unread) : nothing}
      ${
      any ? nothing : warning(
        t('activities.noSlot'),
        html`<button type="button" class="button" @click=${() => this.form.set('service', false)}>${
          t('activities.byHandTime')
        }</button>`,
      )
    }
      ${days.map((/** @type {any} */ item) => this.#day(item))}</section>`;
  }

  /** Some may be busy although it does not show. @param {{name: string}[]} unread whose calendar cannot be read */
  #unverified(unread) {
    return warning(
      unread.length > 0
        ? t('activities.calendarsUnread', { names: list(unread.map(({ name }) => name)) })
        : t('activities.notFollowed'),
      html`<button type="button" class="button" @click=${() => this.form.set('service', false)}>${
        t('activities.byHandTime')
      }</button>`,
    );
  }

  /** @param {any} item */
  #day(item) {
    if (item.slots.length > 0) {
      // Some of each day first; a chosen one is always among them.
      const slots = item.slots.filter((/** @type {Slot} */ slot, /** @type {number} */ index) =>
        index < 4 || this.#whole.has(item.date) || slot.start === this.#slot?.start
      );
      return html`<div class="row" role="group" aria-label=${day(item.slots[0].start)}>${
        slots.map((/** @type {Slot} */ slot) => this.#button(slot))
      }${
        slots.length < item.slots.length
          ? html`<button type="button" class="button quiet" @click=${() => {
            this.#whole.add(item.date);
            this.view.update();
          }}>${t('activities.moreTimes', { count: item.slots.length - slots.length })}</button>`
          : nothing
      }</div>`;
    }
    if (!item.nearest) {
      return html`<p class="soft">${
        t('activities.dayTooShort', { day: day(`${item.date}T12:00`) })
      }</p>`;
    }
    const names = item.nearest.hindrances.map((/** @type {any} */ { name, reason: why }) =>
      t(`activities.hindered-${why}`, { name })
    );
    return html`<p class="soft">${day(item.nearest.start)}: ${names.join(' ')}</p>`;
  }

  /** @param {Slot} slot */
  #button(slot) {
    const isChosen = isSame(slot, this.#slot);
    return html`
      <button type="button" class="button" aria-pressed=${isChosen}
        @click=${() => {
          this.#slot = isChosen ? null : slot;
          this.#keep();
          this.view.update();
        }}>${day(slot.start)} @ ${time(slot.start)} - ${time(slot.end)}</button>
    `;
  }
}
