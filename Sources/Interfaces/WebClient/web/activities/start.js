// The first step: who is invited, and a poll or what is entered by hand.

import { html, nothing } from 'lit-html';
import { pagedMembers } from '../data/members.js';
import { Form } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { wordFields } from './fields.js';
import { PollForm } from './poll-form.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../data/activities.js').ActivityChange} ActivityChange */

export class Start {
  /** The saving under way. @type {Promise<unknown>} */
  #saved = Promise.resolve();

  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: ActivityChange) => Promise<void>} change @param {import('./kept.js').Kept} kept
   */
  constructor(view, data, change, kept) {
    this.view = view;
    this.change = change;
    this.kept = kept;
    this.members = pagedMembers(view, data.realm, 200);
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
    this.poll = new PollForm(view, data, () => [...this.invitees], kept);
  }

  get #mode() {
    return this.view.query.get('by') ?? '';
  }

  draw() {
    if (this.#mode === 'poll') return this.poll.draw();
    const choose = (/** @type {string} */ by) => this.view.setQuery({ by }, { push: true });
    return html`${this.#who()}
      <div class="row">
        <button class="button" @click=${() => choose('poll')}>${icon('vote')}${
      t('waiting.poll')
    }</button>
        <button class="button" @click=${() => choose('hand')}>${icon('pencil')}${
      t('activities.byHand')
    }</button></div>
      ${this.#mode === 'hand' || this.isBegun ? this.#handForm() : nothing}`;
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
      ${isOpen ? this.#choice() : nothing}
      ${
      this.form.errors.invitees
        ? html`<p class="field-error">${this.form.errors.invitees}</p>`
        : nothing
    }
    </section>`;
  }

  /** Everybody else in the group. */
  #choice() {
    const others = this.members.items.filter(({ account }) => account.id !== session.account?.id);
    return html`<div role="group" aria-label=${t('activities.invitees')}>${
      others.map(({ account: { id, name } }) =>
        html`<div class="check"><input type="checkbox" id="invite-${id}"
          .checked=${this.invitees.has(id)} @change=${() => this.#toggle(id)}>
          <label for="invite-${id}">${name}</label></div>`
      )
    }</div>`;
  }

  /** @param {string} id */
  async #toggle(id) {
    if (!this.invitees.delete(id)) this.invitees.add(id);
    await this.#send(() => ({ invitees: [...this.invitees] }));
    this.view.update();
  }

  /**
   * Saves after what is being saved: nothing that is pressed meanwhile is lost.
   *
   * @param {(values: {name: string, description: string}) => ActivityChange} body
   */
  #send(body) {
    this.#saved = this.#saved.then(() =>
      this.form.submit(async (values) => {
        const sent = body(values);
        await this.change(sent);
        if ('name' in sent) this.kept.drop('start');
      })
    );
    return this.#saved;
  }

  /** @param {Event} event */
  #next = (event) => {
    event.preventDefault();
    this.#send(({ name, description }) => ({
      name: name.trim(),
      description: description.trim(),
      step: 'scheduling',
    }));
  };

  #handForm() {
    const { form } = this;
    const isComplete = form.values.name.trim() && form.values.description.trim();
    return html`
      <section class="stack">
        <h2>${t('activities.byHand')}</h2>
        <form class="stack" @submit=${this.#next}>
          ${wordFields(form)}
          ${form.problem ? html`<p class="field-error" role="alert">${form.problem}</p>` : nothing}
          <div><button class="button main" type="submit" ?disabled=${!isComplete}>${t(
            'activities.next',
          )}</button></div>
        </form>
      </section>
    `;
  }
}
