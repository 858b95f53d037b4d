// The details of an activity: place, type and tasks.

import { html, nothing } from 'lit-html';
import { Form } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { PlaceField } from '../parts/place-field.js';
import { warning } from '../parts/states.js';
import { sendInvites, watchActivityTypes } from '../data/activities.js';
import { complain, notice, reason } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { addType } from './type.js';
import { when } from '../parts/people/times.js';
import { Meeting, placeChoice } from './meeting.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../data/activities.js').ActivityChange} ActivityChange */

export class Details {
  #problem = '';

  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: ActivityChange) => Promise<void>} change @param {import('./kept.js').Kept} kept
   */
  constructor(view, data, change, kept) {
    this.view = view;
    this.kept = kept;
    this.change = async (/** @type {ActivityChange} */ body) => {
      await change(body);
      kept.drop('details');
    };
    /** Of the activity that is changed. */
    this.version = data.version;
    const entered = kept.part('details', data.version);
    this.keep = () => {
      const { form: { values: { type } }, place: { place }, tasks, version } = this;
      kept.put('details', version, { type, place, tasks });
    };
    this.types = watchActivityTypes(view, data.realm);
    this.form = new Form({ type: entered?.type ?? data.type }, () => {
      this.keep();
      view.update();
    });
    view.dialog('type', async (at) => {
      const made = await addType(data.realm, at);
      if (made) this.#choose(made.name, made.tasks);
    });
    this.place = new PlaceField(
      view,
      entered ? entered.place : data.place,
      () => this.keep(),
      { label: t('activities.location'), id: 'field-location', required: true },
    );
    this.meeting = new Meeting(view, {
      realm: data.realm,
      activity: data.id,
      participants: () => data.invitees.map(({ id }) => id),
      time: () => data.start,
      take: (place) => {
        this.place.set(place);
        view.setQuery({ meet: null });
      },
    });
    /** @type {{title: string, assignee: string}[]} */
    this.tasks = entered?.tasks ?? data.tasks.map(({ title, assignee }) => ({
      title,
      assignee: assignee?.id ?? '',
    }));
  }

  /** The entered values, as the server keeps them. */
  #entered() {
    return {
      ...(this.place.place ? { place: this.place.place } : {}),
      type: this.form.values.type,
      tasks: this.tasks.map(({ title, assignee }) => ({
        title,
        ...(assignee ? { assignee } : {}),
      })),
    };
  }

  /** @param {string} name @param {string[]} [tasks] */
  #choose(name, tasks) {
    this.form.set('type', name);
    this.tasks = (tasks ??
      this.types.data?.items.find((type) => type.name === name)?.tasks ?? [])
      .map((title) => ({ title, assignee: '' }));
    this.keep();
    this.view.update();
  }

  /** @param {Activity} data */
  draw(data) {
    const { form, view } = this;
    this.version = data.version;
    const isComplete = this.place.place && form.values.type && this.tasks.length > 0 &&
      this.tasks.every(({ assignee }) => assignee);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (isComplete) this.#send(data);
    };
    const isOpen = view.query.has('meet');
    return html`<form class="stack" @submit=${submit}>
      <h2>${t('activities.details')}</h2>
      ${
      data.start && data.end
        ? html`<p>${when({ start: data.start, end: data.end })}${
          data.checked ? nothing : html`
            · <span class="soft">${t('activities.unchecked')}</span>
          `
        }</p>`
        : nothing
    }
      ${
      placeChoice(this.place, {
        meeting: this.meeting,
        isOpen,
        toggle: () => view.setQuery({ meet: isOpen ? null : '1' }),
      })
    }
      ${this.#typeField(data)}
      ${this.tasks.length > 0 ? this.#taskList([data.host, ...data.invitees]) : nothing}
      ${this.#problem ? html`<div role="alert">${warning(this.#problem)}</div>` : nothing}
      <div class="row">
        <button type="button" class="button" @click=${() => this.#back()}>${
      t('activities.back')
    }</button>
        <button class="button main" type="submit" ?disabled=${!isComplete}>${
      t('activities.sendInvites')
    }</button>
      </div></form>`;
  }

  /** The choice of a type, or a new one. @param {Activity} data */
  #typeField(data) {
    const { type } = this.form.values;
    const known = (this.types.data?.items ?? []).map(({ name }) => name);
    const names = [...new Set([...known, ...(data.type ? [data.type] : [])])];
    return html`
      <div class="field"><label for="field-type" class="required">${t('activities.type')}</label>
              <select id="field-type" @change=${(/** @type {Event} */ event) =>
                this.#choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
                <option value="" ?selected=${!type}>${t('people.chooseOne')}</option>
                ${names.map((name) =>
                  html`<option value=${name} ?selected=${name === type}>${name}</option>`
                )}</select></div>
      <div><button type="button" class="button" @click=${() => this.view.open('type')}>${icon(
        'list-plus',
      )}${t('activities.addType')}</button></div>
    `;
  }

  /** The tasks with their assignees. @param {Activity['invitees']} people */
  #taskList(people) {
    return html`<ul class="list" aria-label=${t('activities.tasks')}>${
      this.tasks.map((task) =>
        html`
          <li class="list-row">
            <div class="row-link"><span class="row-body">
              <span class="row-title">${task.title}</span></span></div>
            <div class="row-end"><select aria-label=${t('activities.whoDoes', {
              task: task.title,
            })} @change=${(/** @type {Event} */ event) => {
              task.assignee = /** @type {HTMLSelectElement} */ (event.target).value;
              this.keep();
              this.view.update();
            }}>
              <option value="">${t('people.chooseOne')}</option>
              ${people.map(({ id, name }) =>
                html`<option value=${id} ?selected=${id === task.assignee}>${name}</option>`
              )}</select></div>
          </li>
        `
      )
    }</ul>`;
  }

  async #back() {
    try {
      await this.change({ ...this.#entered(), step: 'scheduling' });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Activity} data */
  async #send(data) {
    this.#problem = '';
    try {
      await this.change(this.#entered());
      await sendInvites(data.id);
      // This page is left before it hears that the activity is at another step.
      this.kept.drop();
      notice(t('activities.invitesSent', { name: data.name }));
      this.view.go(`/people/${data.realm}/activities`);
    } catch (error) {
      this.#problem = reason(error);
      this.view.update();
    }
  }
}
