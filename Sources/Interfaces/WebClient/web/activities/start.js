// The start of an activity: who is invited, and a poll or a name entered by hand.

import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { Paged } from '../parts/list.js';
import { PlaceField } from '../parts/place-field.js';
import * as api from '../shell/api.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { wordFields } from './fields.js';
import { timeText } from '../parts/people/times.js';
import { Meeting, placeChoice } from './meeting.js';

/** @typedef {import('api-types').Activity} Activity */

export class Start {
  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: object) => Promise<void>} change @param {import('./kept.js').Kept} kept
   */
  constructor(view, data, change, kept) {
    /** @type {import('../shell/view.js').View} */
    this.view = view;
    this.change = change;
    this.kept = kept;
    this.path = `/v1/activities/${data.id}`;
    this.members = new Paged(view, `/v1/realms/${data.realm}/members`, 200);
    this.invitees = new Set(data.invitees.map(({ id }) => id));
    const base = [data.name, data.description];
    const entered = kept.part('start', base);
    /** Whether something was entered by hand before. */
    this.isBegun = data.name !== '' || entered !== undefined;
    this.form = new Form(
      {
        name: entered?.name ?? data.name,
        description: entered?.description ?? data.description,
        invitees: '',
      },
      () => {
        const { name, description } = this.form.values;
        if (this.form.isChanged) kept.put('start', base, { name, description });
        view.update();
      },
    );
    const tomorrow = new Date(Date.now() + 86_400_000);
    tomorrow.setHours(18, 0);
    const asked = kept.part('poll', null);
    /** @type {Form<Record<string, any>>} */
    this.poll = new Form({
      deadline: timeText(tomorrow),
      name0: '',
      text0: '',
      name1: '',
      text1: '',
      options: '',
      ...asked?.values,
    }, () => {
      if (this.poll.isChanged) this.#keepPoll();
      view.update();
    });
    this.count = asked?.count ?? 2;
    /** @type {Map<number, Meeting>} the search for a place of each option */
    this.meetings = new Map();
    /** @type {Map<number, PlaceField>} where each option is */
    this.places = new Map();
    for (const [index, place] of asked?.places ?? []) this.#place(index, place);
    this.realm = data.realm;
    /** @type {Promise<unknown>} the saving under way */
    this.saved = Promise.resolve();
  }

  #keepPoll() {
    const { poll: { values }, count, places } = this;
    this.kept.put('poll', null, {
      values,
      count,
      places: [...places].map(([index, { place }]) => [index, place]),
    });
  }

  /** Where an option is. @param {number} index @param {import('./meeting.js').Place} [place] at first */
  #place(index, place) {
    let field = this.places.get(index);
    if (!field) {
      field = new PlaceField(this.view, place, () => this.#keepPoll(), {
        label: t('activities.optionPlace', { number: index + 1 }),
        id: `field-place${index}`,
      });
      this.places.set(index, field);
    }
    return field;
  }

  get mode() {
    return this.view.query.get('by') ?? '';
  }

  draw() {
    const isPoll = this.mode === 'poll';
    const isByHand = this.mode === 'hand' || this.isBegun;
    return html`${isPoll ? nothing : this.#who()}
      ${
      isPoll ? this.#pollForm() : html`<div class="row">
        <button class="button" @click=${() => this.view.setQuery({ by: 'poll' }, { push: true })}>${
        icon('vote')
      }${t('activities.poll')}</button>
        <button class="button" @click=${() => this.view.setQuery({ by: 'hand' }, { push: true })}>${
        icon('pencil')
      }${t('activities.byHand')}</button></div>`
    }
      ${!isPoll && isByHand ? this.#handForm() : nothing}`;
  }

  #who() {
    const names = this.members.items.filter(({ account }) => this.invitees.has(account.id))
      .map(({ account }) => account.name);
    const isOpen = this.view.query.has('who');
    return html`<section class="stack"><h2>${t('activities.invitees')}</h2>
      <p>${names.length > 0 ? names.join(', ') : t('activities.nobody')}</p>
      <div><button class="button" aria-expanded=${isOpen} @click=${() =>
      this.view.setQuery({ who: isOpen ? null : '1' })}>${icon('users')}${
      t('activities.changeInvitees')
    }</button></div>
      ${
      isOpen
        ? html`<div role="group" aria-label=${t('activities.invitees')}>${
          this.members.items.filter(({ account }) => account.id !== session.account?.id).map((
            { account },
          ) =>
            html`<div class="check"><input type="checkbox" id="invite-${account.id}"
              .checked=${this.invitees.has(account.id)}
              @change=${() => this.#toggle(account.id)}>
              <label for="invite-${account.id}">${account.name}</label></div>`
          )
        }</div>`
        : nothing
    }
      ${
      this.form.errors.invitees
        ? html`<p class="field-error">${this.form.errors.invitees}</p>`
        : nothing
    }
    </section>`;
  }

  /** @param {string} id */
  async #toggle(id) {
    if (!this.invitees.delete(id)) this.invitees.add(id);
    await this.#send(() => ({ invitees: [...this.invitees] }));
    this.view.update();
  }

  /**
   * Saves after what is being saved: nothing that is pressed meanwhile is lost.
   * @param {(values: {name: string, description: string}) => object} body
   */
  #send(body) {
    this.saved = this.saved.then(() =>
      this.form.submit(async (values) => {
        const sent = body(values);
        await this.change(sent);
        if ('name' in sent) this.kept.drop('start');
      })
    );
    return this.saved;
  }

  #handForm() {
    const isComplete = this.form.values.name.trim() && this.form.values.description.trim();
    return html`
      <section class="stack">
        <h2>${t('activities.byHand')}</h2>
        <form class="stack" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.#send(({ name, description }) => ({
            name: name.trim(),
            description: description.trim(),
            step: 'scheduling',
          }));
        }}>
              ${wordFields(this.form)}
              ${this.form.problem
                ? html`<p class="field-error" role="alert">${this.form.problem}</p>`
                : nothing}
              <div><button class="button main" type="submit" ?disabled=${!isComplete}>${t(
                'activities.next',
              )}</button></div>
            </form>
      </section>
    `;
  }

  /** What of an option is sent. @param {number} index */
  #option(index) {
    const { values } = this.poll;
    const text = (/** @type {string} */ name) => String(values[`${name}${index}`] ?? '').trim();
    const place = this.places.get(index)?.place;
    const instant = (/** @type {string} */ name) => new Date(text(name)).toISOString();
    return {
      name: text('name'),
      description: text('text'),
      ...(text('start') && text('end') ? { start: instant('start'), end: instant('end') } : {}),
      ...(place ? { place } : {}),
    };
  }

  /** When and where, for those who want to ask that too. @param {number} index */
  #more(index) {
    const number = index + 1;
    const { poll } = this;
    const isOpen = this.view.query.get('meet') === String(number);
    let meeting = this.meetings.get(index);
    if (!meeting) {
      meeting = new Meeting(this.view, {
        realm: this.realm,
        participants: () => [...this.invitees],
        time: () => {
          const start = poll.values[`start${index}`];
          return start ? new Date(start).toISOString() : undefined;
        },
        take: (place) => {
          this.#place(index).set(place);
          this.view.setQuery({ meet: null });
        },
      });
      this.meetings.set(index, meeting);
    }
    const place = this.#place(index);
    const isAsked = place.place !== undefined ||
      ['start', 'end'].some((name) =>
        poll.values[`${name}${index}`] || poll.errors[`${name}${index}`]
      );
    return html`
      <details ?open=${isAsked || isOpen}>
        <summary>${t('activities.optionMore', { number })}</summary>
        <div class="stack">
              ${field(poll, {
                name: `start${index}`,
                label: t('activities.optionStart', { number }),
                type: 'datetime-local',
                optional: true,
              })}
              ${field(poll, {
                name: `end${index}`,
                label: t('activities.optionEnd', { number }),
                type: 'datetime-local',
                optional: true,
              })}
              ${placeChoice(place, {
                meeting,
                isOpen,
                toggle: () => this.view.setQuery({ meet: isOpen ? null : String(number) }),
              })}
            </div>
      </details>
    `;
  }

  #pollForm() {
    const { poll } = this;
    const numbers = Array.from({ length: this.count }, (_, index) => index);
    return html`<section class="stack"><h2>${t('activities.poll')}</h2>
      ${
      formOf(poll, {
        isPassing: true,
        label: t('activities.poll'),
        button: t('activities.sendPoll'),
        submit: () =>
          poll.submit(async (values) => {
            const options = numbers.map((index) => this.#option(index)).filter(({ name }) => name);
            await api.send('POST', `${this.path}/poll`, {
              body: { deadline: new Date(values.deadline).toISOString(), options },
              changes: [this.path, '/v1/realms'],
            });
            poll.isChanged = false;
            this.kept.drop('poll');
          }, (values) => {
            const named = numbers.filter((index) => String(values[`name${index}`] ?? '').trim());
            return {
              ...(named.length >= 2 ? {} : { name1: t('activities.needsOptions') }),
              ...Object.fromEntries(
                named.filter((index) => {
                  const [start, end] = [values[`start${index}`], values[`end${index}`]];
                  return (start || end) && !(start && end && start < end);
                }).map((index) => [`end${index}`, t('people.needsEnd')]),
              ),
              ...(values.deadline && new Date(values.deadline) > new Date()
                ? {}
                : { deadline: t('activities.needsDeadline') }),
            };
          }),
        fields: html`${
          numbers.map((index) =>
            html`
              <fieldset class="field">
                <legend>${t('activities.option', { number: index + 1 })}</legend>
                <div class="stack">
                          ${field(poll, {
                            name: `name${index}`,
                            label: t('activities.optionName', { number: index + 1 }),
                            maxlength: 100,
                            required: index < 2,
                          })}
                          ${field(poll, {
                            name: `text${index}`,
                            label: t('activities.optionText', { number: index + 1 }),
                            maxlength: 1000,
                            optional: true,
                          })}${this.#more(index)}</div>
              </fieldset>
            `
          )
        }
          <div><button type="button" class="button" @click=${() => {
          if (this.count < 20) this.count += 1;
          this.#keepPoll();
          this.view.update();
        }}>${icon('plus')}${t('activities.addOption')}</button></div>
          ${
          field(poll, {
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
}
