// Changing an activity that is planned: all calendars follow, and those who take part are told.

import { html } from 'lit-html';
import { openConflict } from '../parts/dialog.js';
import { Form, formOf } from '../parts/form.js';
import { placeText } from '../parts/format.js';
import { PlaceField } from '../parts/place-field.js';
import { changeActivity, readActivity } from '../data/activities.js';
import { ApiError } from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { wordFields } from './fields.js';
import { timeFields } from '../parts/people/time-fields.js';
import { timeText, when } from '../parts/people/times.js';

/** @typedef {import('api-types').Activity} Activity */

/** A time as a field has it. @param {string} [instant] */
const local = (instant) => instant ? timeText(new Date(instant)) : '';

export class Change {
  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {{done: () => void, again: (data: Activity) => void}} then goes back to what is known
   *   of it, or begins anew with what others have made of it
   */
  constructor(view, data, { done, again }) {
    this.view = view;
    this.done = done;
    this.again = again;
    /** The activity as the change begins. */
    this.before = data;
    this.form = new Form({
      name: data.name,
      description: data.description,
      start: local(data.start),
      end: local(data.end),
    }, () => view.update());
    this.place = new PlaceField(view, data.place, () => this.form.touch(), {
      label: t('activities.location'),
      id: 'field-location',
      required: true,
    });
  }

  /** The differences to send. @returns {import('../data/activities.js').ActivityChange} */
  #changes() {
    const { before, form: { values }, place: { place } } = this;
    const [start, end] = [new Date(values.start), new Date(values.end)];
    const isMoved = values.start !== local(before.start) || values.end !== local(before.end);
    return {
      ...(values.name.trim() === before.name ? {} : { name: values.name.trim() }),
      ...(values.description.trim() === before.description
        ? {}
        : { description: values.description.trim() }),
      ...(isMoved
        ? { start: start.toISOString(), duration: (end.getTime() - start.getTime()) / 1000 }
        : {}),
      ...(JSON.stringify(place) === JSON.stringify(before.place) ? {} : { place }),
    };
  }

  #wrong() {
    const { name, description, start, end } = this.form.values;
    return {
      ...(name.trim() ? {} : { name: t('people.needsName') }),
      ...(description.trim() ? {} : { description: t('activities.needsDescription') }),
      ...(start ? {} : { start: t('people.needsTime') }),
      ...(end > start ? {} : { end: t('people.needsEnd') }),
      ...(this.place.place ? {} : { place: t('activities.needsLocation') }),
    };
  }

  /** @param {number} version what is changed @returns {Promise<unknown>} false if nothing was sent */
  async #send(version) {
    const body = this.#changes();
    if (Object.keys(body).length === 0) return this.done();
    try {
      await changeActivity(this.before.id, body, `"${version}"`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.slug !== 'stale-version') throw error;
      return await this.#merge();
    }
    // Of words alone nobody is told: they stand in the calendars.
    notice(t('start' in body || 'place' in body ? 'activities.changedAndTold' : 'shell.saved'));
    this.done();
  }

  /** It was changed elsewhere meanwhile. @returns {Promise<unknown>} */
  async #merge() {
    const { values } = this.form;
    const theirs = await readActivity(this.before.id);
    if (theirs.step !== 'confirmed') return this.done();
    const side = await openConflict({
      theirs: html`
        <p>${theirs.name}</p>
        <p>${when({ start: theirs.start ?? '', end: theirs.end ?? '' })}</p>
        <p>${placeText(theirs.place)}</p>
        <p>${theirs.description}</p>
      `,
      yours: html`
        <p>${values.name}</p>
        <p>${when({ start: values.start, end: values.end })}</p>
        <p>${placeText(this.place.place)}</p>
        <p>${values.description}</p>
      `,
    });
    if (side === 'theirs') return this.again(theirs);
    if (side !== 'yours') return false;
    // All of it is as it was entered, also what had not been changed.
    this.before = theirs;
    return await this.#send(theirs.version);
  }

  draw() {
    const { form } = this;
    return formOf(form, {
      label: t('activities.changeActivity'),
      button: t('shell.save'),
      other: html`<button type="button" class="button" @click=${this.done}>${
        t('shell.cancel')
      }</button>`,
      submit: () => form.submit(() => this.#send(this.before.version), () => this.#wrong()),
      fields: html`${wordFields(form)}${timeFields(form)}${this.place.draw(form.errors.place)}`,
    });
  }
}
