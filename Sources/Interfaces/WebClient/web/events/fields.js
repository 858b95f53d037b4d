// The fields of an event.

import { html, nothing } from 'lit-html';
import { changeEvent, readEvent } from '../data/events.js';
import { otherClocks } from '../parts/clocks.js';
import { sendChange } from '../parts/conflict.js';
import { check, field, Form, select } from '../parts/form.js';
import { day, duration, moment, placeText } from '../parts/format.js';
import { PlaceField } from '../parts/place-field.js';
import { t } from '../shell/texts.js';
import {
  bodyOf,
  clocksAt,
  errorsIn,
  firstValues,
  follows,
  hasNewPlace,
  isSeries,
  keepsDay,
  valuesOf,
  weekdays,
  zoneOf,
} from './draft.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

/** It, beside what somebody else has made of it. @param {ReturnType<typeof valuesOf>} values @param {string} where */
const said = (values, where) =>
  html`
    <p>${values.title}</p>
    <p>${moment(`${values.day}T${values.start}`)} (${duration(Number(values.duration) * 60)})</p>
    <p>${where}</p>
    <p>${values.description}</p>
    <p>${values.link}</p>
    <ul>
      ${[
        [
          t('events.answerUntil'),
          values.responseDeadline && day(`${values.responseDeadline}T12:00`),
        ],
        [t('events.capacity'), values.capacity],
        [t('events.fromAge'), values.minimumAge],
      ].map(([name, value]) => value ? html`<li>${name}: ${value}</li>` : nothing)}
    </ul>
  `;

export class EventFields {
  /** The zone of the group. @type {string | undefined} */
  zone;

  /** @param {import('../shell/view.js').View} view @param {GroupEvent} [event] what is changed, as it is now */
  constructor(view, event) {
    this.view = view;
    this.event = event;
    this.form = new Form(firstValues(event), () => view.update());
    this.place = new PlaceField(view, event?.place, () => this.form.touch(), {
      label: t('events.where'),
      id: 'field-place',
    });
  }

  /** @returns {import('./draft.js').Subject} */
  get #subject() {
    return {
      event: this.event,
      isOneOfSeries: !!this.event?.repeats && this.view.query.has('occurrence'),
      zone: this.zone,
      place: this.place.place,
    };
  }

  errors() {
    return errorsIn(this.form.values, this.#subject);
  }

  /** The body to send. */
  body() {
    return bodyOf(this.form.values, this.#subject);
  }

  /**
   * Stores the change; undefined if what others have made of it meanwhile was kept.
   *
   * @param {GroupEvent} event as it was opened
   * @param {import('../data/events.js').Occurrence} opened
   * @param {(now: GroupEvent) => void} again begins anew
   */
  store(event, opened, again) {
    const { form: { values } } = this;
    const target = {
      ...(isSeries(values, this.#subject) ? {} : opened),
      following: follows(values, this.#subject),
    };
    return sendChange(event, {
      read: () => readEvent(event.id, opened),
      send: (match) => changeEvent(event, target, this.body(), match),
      isSame: (now) =>
        JSON.stringify([valuesOf(now), now.place]) ===
          JSON.stringify([valuesOf(this.event), this.event?.place]),
      words: (thing) => said(valuesOf(thing), placeText(thing.place)),
      yours: () => said(values, placeText(this.place.place)),
      rebase: (now) => this.event = now,
      again,
    });
  }

  /** @param {{kinds: string[], repeats: boolean}} asked */
  draw({ kinds, repeats }) {
    return html`${this.#which(kinds)}
      ${
      field(this.form, {
        name: 'title',
        label: t('people.titleOf'),
        maxlength: 200,
        required: true,
      })
    }
      ${
      field(this.form, {
        name: 'description',
        label: t('people.description'),
        rows: 3,
        maxlength: 10000,
        optional: true,
      })
    }
      ${this.#when()}
      ${this.#where()}
      ${repeats ? this.#repeating() : nothing}
      ${
      field(this.form, {
        name: 'link',
        label: t('events.linkOutside'),
        type: 'url',
        maxlength: 2000,
        help: t('events.linkOutsideHelp'),
        optional: true,
      })
    }
      ${this.#whoComes()}`;
  }

  /** The kind, and which of a series. @param {string[]} kinds */
  #which(kinds) {
    return html`${
      kinds.length > 1
        ? select(this.form, {
          name: 'kind',
          label: t('people.kind'),
          options: kinds.map((value) => ({ value, text: t(`events.is-${value}`) })),
        })
        : nothing
    }${
      this.#subject.isOneOfSeries
        ? select(this.form, {
          name: 'scope',
          label: t('events.scope'),
          options: ['one', 'following', 'series'].map((value) => ({
            value,
            text: t(`events.scope-${value}`),
          })),
        })
        : nothing
    }`;
  }

  #when() {
    const { form } = this;
    const subject = this.#subject;
    return html`${
      keepsDay(form.values, subject)
        ? nothing
        : field(form, { name: 'day', label: t('people.day'), type: 'date', required: true })
    }
    ${field(form, { name: 'start', label: t('events.startTime'), type: 'time' })}
    ${otherClocks(zoneOf(subject), clocksAt(form.values, subject))}
    ${
      field(form, {
        name: 'duration',
        label: t('events.duration'),
        type: 'number',
        min: 0,
        max: 44640,
        unit: 'min',
      })
    }`;
  }

  #where() {
    const { form, place } = this;
    return html`${place.draw('')}
    ${
      place.place && hasNewPlace(this.#subject)
        ? check(form, { name: 'placeIsSafe', label: t('events.safe') })
        : form.errors.placeIsSafe
        ? html`<p class="field-error" role="alert">${form.errors.placeIsSafe}</p>`
        : nothing
    }`;
  }

  #repeating() {
    const { form } = this;
    return html`${check(form, { name: 'repeats', label: t('events.everyWeek') })}${
      form.values.repeats
        ? html`<fieldset class="weekdays"><legend>${t('events.weekdays')}</legend>${
          weekdays.map((name) => check(form, { name, label: t(`events.weekday-${name}`) }))
        }</fieldset>${
          field(form, { name: 'until', label: t('events.lastDay'), type: 'date', optional: true })
        }`
        : nothing
    }`;
  }

  #whoComes() {
    const { form } = this;
    return html`${
      field(form, {
        name: 'responseDeadline',
        label: t('events.answerUntil'),
        type: 'date',
        help: t('events.answerUntilHelp'),
        optional: true,
      })
    }
    ${
      field(form, {
        name: 'capacity',
        label: t('events.capacity'),
        type: 'number',
        min: 1,
        max: 100000,
        help: t('events.capacityHelp'),
        optional: true,
      })
    }
    ${
      field(form, {
        name: 'minimumAge',
        label: t('events.fromAge'),
        type: 'number',
        min: 0,
        max: 150,
        help: t('events.ageHelp'),
        optional: true,
      })
    }`;
  }
}
