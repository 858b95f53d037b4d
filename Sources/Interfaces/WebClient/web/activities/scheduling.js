// The time of an activity: among the common free times, or entered by hand.

import { html, nothing } from 'lit-html';
import { findSlots, followGroup } from '../data/meetings.js';
import { check, field, Form, stepper } from '../parts/form.js';
import { dayKey } from '../parts/days.js';
import { RangePicker } from '../parts/range.js';
import { hint, warning } from '../parts/states.js';
import { reason } from '../shell/notices.js';
import { followBusyTimes } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { SlotList } from './slot-list.js';
import { base, hoursOf, isSame, lengthOf, parts, questionOf, valuesOf } from './slots.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').Slots} Slots */
/** @typedef {import('../data/activities.js').ActivityChange} ActivityChange */
/** @typedef {import('./slots.js').Slot} Slot */

export class Scheduling {
  /** The common times that were found. @type {Slots | null} */
  #found = null;
  #problem = '';
  #asked = '';
  /** Whether the page has gone on or back. */
  #isOver = false;
  /** @type {Slot | null} */
  #slot = null;
  /** The time at the server, on which the entered values rest. @type {unknown} */
  #base;
  /** Its length in seconds, as long as the field says so in hours. */
  #span;

  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: ActivityChange) => Promise<void>} change @param {import('./kept.js').Kept} kept
   */
  constructor(view, data, change, kept) {
    this.kept = kept;
    this.view = view;
    this.data = data;
    this.change = change;
    const { start, end } = data;
    this.#span = lengthOf(data);
    this.#base = base(start, end);
    const entered = kept.part('scheduling', this.#base);
    if (start && end) this.#slot = { start, end };
    if (entered) this.#slot = entered.slot;
    this.range = new RangePicker(() => view.update());
    this.list = new SlotList({
      update: () => view.update(),
      choose: (slot) => {
        this.#slot = slot;
        this.#keep();
        view.update();
      },
      byHand: () => this.form.set('service', false),
    });
    this.form = new Form({ ...valuesOf(data), ...entered?.values }, () => {
      this.#keep();
      this.#ask();
      view.update();
    });
    this.#follow();
  }

  /** Follows changes in the calendars of others. */
  #follow() {
    const { realm } = this.data;
    const endGroup = followGroup(realm, () => this.#ask(true));
    const endBusy = followBusyTimes((changed) => {
      if (!this.#isOver && (changed ?? realm) === realm) this.#ask(true);
    });
    this.view.onLeave(() => {
      endGroup();
      endBusy();
    });
  }

  #keep() {
    this.kept.put('scheduling', this.#base, { values: this.form.values, slot: this.#slot });
  }

  /** Asks for common times, if the question is another or calendars have changed. @param {boolean} [again] */
  async #ask(again = false) {
    const question = questionOf(this.form.values, this.data, this.#seconds);
    if (!question) {
      this.#found = null;
      this.#asked = '';
      return;
    }
    const asked = JSON.stringify(question);
    if (asked === this.#asked && !again) return;
    this.#asked = asked;
    try {
      const found = await findSlots(this.data.realm, question);
      if (this.#asked !== asked) return;
      this.#found = found;
      this.#problem = '';
      // A time that is not free any more is not chosen either.
      const chosen = this.#slot;
      const isFree = found.days.some(({ slots }) => slots.some((slot) => isSame(slot, chosen)));
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

  /** The length to ask for: to the second, unless another one was entered. */
  get #seconds() {
    const hours = Number(this.form.values.hours);
    return hours === hoursOf(this.#span) ? this.#span : Math.round(hours * 3600);
  }

  async #next() {
    const { service, at } = this.form.values;
    const slot = service ? this.#slot : { start: at, end: '' };
    if (!slot) return;
    const start = new Date(slot.start);
    const seconds = slot.end
      ? Math.round((Date.parse(slot.end) - start.getTime()) / 1000)
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

  /** @param {ActivityChange} body */
  async #go(body) {
    await this.form.submit(async () => {
      await this.change(body);
      this.#isOver = true;
    });
  }

  draw() {
    const { form } = this;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.#isComplete) this.#next();
    };
    // Polls are for any time: the browser would not send what is no quarter of an hour, or longer than a week.
    return html`<form class="stack" novalidate @submit=${submit}>
      <h2>${t('activities.scheduling')}</h2>
      ${check(form, { name: 'service', label: t('activities.useService') })}
      ${
      form.values.service ? this.#days() : field(form, {
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

  /** On which days, and at what time of the day. */
  #days() {
    const { form } = this;
    const { from, to } = form.values;
    return html`
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
              min: from,
              required: true,
            })}</div>
          ${this.range.draw(t('activities.days'), { from, to }, dayKey(new Date()), (range) => {
            form.values.from = range.from;
            form.set('to', range.to);
          })}
          <fieldset class="field">
        <legend class="required">${t('activities.partsOfDay')}</legend>
        <div class="row">${parts.map((part) =>
          check(form, { name: part, label: t(`activities.part-${part}`) })
        )}</div>
      </fieldset>
    `;
  }

  #slots() {
    if (this.#problem) return this.list.drawProblem(this.#problem);
    return this.#found ? this.list.draw(this.#found, this.#slot) : nothing;
  }
}
