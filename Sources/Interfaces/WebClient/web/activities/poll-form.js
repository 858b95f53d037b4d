// Asking what is to be done: options, when and where each would be, and until when one votes.

import { html } from 'lit-html';
import { sendPoll } from '../data/polls.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { PlaceField } from '../parts/place-field.js';
import { t } from '../shell/texts.js';
import { Meeting, placeChoice } from './meeting.js';
import { begun, errorsIn, numbers, optionCount, optionOf, startOf } from './poll-draft.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../data/meetings.js').Place} Place */

export class PollForm {
  /** The search for a place of each option. @type {Map<number, Meeting>} */
  #meetings = new Map();
  /** The place fields of the options. @type {Map<number, PlaceField>} */
  #places = new Map();

  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {() => string[]} invitees @param {import('./kept.js').Kept} kept
   */
  constructor(view, data, invitees, kept) {
    /** @type {import('../shell/view.js').View} */
    this.view = view;
    this.activity = data.id;
    this.realm = data.realm;
    this.invitees = invitees;
    this.kept = kept;
    const asked = kept.part('poll', null);
    /** @type {Form<import('./poll-draft.js').Values>} */
    this.form = new Form({ ...begun(), ...asked?.values }, () => {
      if (this.form.isChanged) this.#keep();
      view.update();
    });
    this.count = asked?.count ?? optionCount.first;
    for (const [index, place] of asked?.places ?? []) this.#place(index, place);
  }

  #keep() {
    this.kept.put('poll', null, {
      values: this.form.values,
      count: this.count,
      places: [...this.#places].map(([index, { place }]) => [index, place]),
    });
  }

  /**
   * The place field of an option.
   * @param {number} index @param {Place} [place] at first @returns {PlaceField}
   */
  #place(index, place) {
    const known = this.#places.get(index) ??
      new PlaceField(this.view, place, () => this.#keep(), {
        label: t('activities.optionPlace', { number: index + 1 }),
        id: `field-place${index}`,
      });
    this.#places.set(index, known);
    return known;
  }

  /** The search for the place of an option. @param {number} index @returns {Meeting} */
  #meeting(index) {
    const known = this.#meetings.get(index) ?? new Meeting(this.view, {
      realm: this.realm,
      participants: this.invitees,
      time: () => startOf(this.form.values, index),
      take: (place) => {
        this.#place(index).set(place);
        this.view.setQuery({ meet: null });
      },
    });
    this.#meetings.set(index, known);
    return known;
  }

  #submit = () =>
    this.form.submit(async (values) => {
      const options = numbers(this.count)
        .map((index) => optionOf(values, index, this.#places.get(index)?.place))
        .filter(({ name }) => name);
      await sendPoll(this.activity, {
        deadline: new Date(values.deadline).toISOString(),
        options,
      });
      this.form.isChanged = false;
      this.kept.drop('poll');
    }, (values) => errorsIn(values, this.count));

  #addOption = () => {
    if (this.count < optionCount.most) this.count += 1;
    this.#keep();
    this.view.update();
  };

  draw() {
    return html`<section class="stack"><h2>${t('waiting.poll')}</h2>
      ${
      formOf(this.form, {
        isPassing: true,
        label: t('waiting.poll'),
        button: t('activities.sendPoll'),
        submit: this.#submit,
        fields: html`${numbers(this.count).map((index) => this.#option(index))}
          <div><button type="button" class="button" @click=${this.#addOption}>${icon('plus')}${
          t('activities.addOption')
        }</button></div>
          ${
          field(this.form, {
            name: 'deadline',
            label: t('activities.deadline'),
            type: 'datetime-local',
            required: true,
          })
        }`,
        other: html`<button type="button" class="button" @click=${() =>
          this.view.setQuery({ by: null })}>${t('activities.back')}</button>`,
      })
    }</section>`;
  }

  /** @param {number} index */
  #option(index) {
    const number = index + 1;
    return html`
      <fieldset class="field">
        <legend>${t('activities.option', { number })}</legend>
        <div class="stack">
          ${field(this.form, {
            name: `name${index}`,
            label: t('activities.optionName', { number }),
            maxlength: 100,
            required: index < optionCount.first,
          })}
          ${field(this.form, {
            name: `text${index}`,
            label: t('activities.optionText', { number }),
            maxlength: 1000,
            optional: true,
          })}${this.#more(index)}</div>
      </fieldset>
    `;
  }

  /** Time and place of an option, for those who want to ask that too. @param {number} index */
  #more(index) {
    const number = index + 1;
    const { form: { values, errors }, view } = this;
    const times = ['start', 'end'].map((name) => `${name}${index}`);
    const isOpen = view.query.get('meet') === String(number);
    const place = this.#place(index);
    const isAsked = place.place !== undefined ||
      times.some((name) => values[name] || errors[name]);
    const labels = [t('activities.optionStart', { number }), t('activities.optionEnd', { number })];
    return html`
      <details ?open=${isAsked || isOpen}>
        <summary>${t('activities.optionMore', { number })}</summary>
        <div class="stack">
          ${times.map((name, at) =>
            field(this.form, { name, label: labels[at], type: 'datetime-local', optional: true })
          )}
          ${placeChoice(place, {
            meeting: this.#meeting(index),
            isOpen,
            toggle: () => view.setQuery({ meet: isOpen ? null : String(number) }),
          })}
        </div>
      </details>
    `;
  }
}
