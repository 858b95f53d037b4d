// Voting, and what has come of it.

import { html, nothing } from 'lit-html';
import { moment } from '../parts/format.js';
import { hint, loading } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { Form, formOf } from '../parts/form.js';
import { wordFields } from './fields.js';
import { when } from '../parts/people/times.js';
import { wayWords } from './meeting.js';
import { SettingOut } from './setting-out.js';

/** @typedef {import('api-types').Activity} Activity */

export class PollPage {
  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: object) => Promise<void>} change
   */
  constructor(view, data, change) {
    this.view = view;
    this.change = change;
    this.path = `/v1/activities/${data.id}`;
    this.chosen = new Set(data.poll?.ballot ?? []);
    this.problem = '';
    this.taken = '';
    this.form = new Form({ name: '', description: '' }, () => view.update());
    const hasPlaces = data.poll?.options.some(({ place }) => place?.lat !== undefined) ?? false;
    /** How long all are under way, if there are places to go to. */
    this.ways = hasPlaces ? view.watch(`${this.path}/ways`) : null;
    this.settingOut = new SettingOut(view, this.path);
    /** Whether the poll is being left for the scheduling page. */
    this.isLeaving = false;
    if (data.hosted) this.#open(data.poll);
  }

  /**
   * Opening a result, or from the bell that all have voted, leads on to the scheduling page; what
   * leads alone needs no choice. Later changes of an open page leave it where it is.
   *
   * @param {any} poll
   */
  #open(poll) {
    if (poll?.state === 'closed' && poll.leading.length === 1) this.#goOn(poll);
    else if (
      hasAllVotes(poll) && this.view.query.get('from') === 'bell'
    ) this.#goOn();
  }

  /** Closes the poll, unless it is closed, and takes what leads, unless the host has to choose. @param {any} [closed] */
  async #goOn(closed) {
    this.isLeaving = true;
    this.view.update();
    try {
      const poll = closed ?? (await this.#post('closing')).poll;
      const [first, ...others] = poll.leading;
      if (first && others.length === 0) {
        await this.#post('choice', { option: first });
        const { name } = poll.options.find((/** @type {any} */ { id }) => id === first);
        notice(t('activities.pollLed', { name }));
      }
    } catch (error) {
      complain(error);
      api.invalidate(this.path);
    }
    this.isLeaving = false;
    this.view.update();
  }

  /** @param {Activity} data */
  draw(data) {
    if (this.isLeaving) return loading();
    return html`${this.#poll(data)}${
      data.hosted && this.ways?.data?.given ? SettingOut.told(data, this.ways.data.given) : nothing
    }${this.settingOut.draw()}`;
  }

  /** @param {Activity} data */
  #poll(data) {
    const { poll } = data;
    if (!poll) return nothing;
    const isOpen = poll.state === 'open' && new Date(poll.deadline) > new Date();
    if (!data.hosted) {
      return isOpen
        ? this.#ballot(poll)
        : html`${hint(t('activities.pollClosed'))}${this.#results(poll)}`;
    }
    if (poll.state === 'withoutVotes') return this.#byHand();
    return html`${
      isOpen
        ? html`<p>${t('activities.voted', { voted: poll.voted ?? 0, voters: poll.voters })} ${
          t('activities.votesUntil', { when: moment(poll.deadline) })
        }</p>`
        : nothing
    }
      ${this.#results(poll)}
      ${
      hasAllVotes(poll)
        ? html`<div><button class="button main" @click=${() => this.#goOn()}>${
          t('activities.goOn')
        }</button></div>`
        : nothing
    }
      ${poll.state === 'closed' ? this.#choice(poll) : nothing}`;
  }

  /** @param {any} poll */
  #results(poll) {
    return html`<ul class="list" aria-label=${t('activities.options')}>${
      poll.options.map((/** @type {any} */ option) =>
        html`<li class="list-row"><div class="row-link"><span class="row-body">
          <span class="row-title">${option.name}</span>
          <span class="row-text">${this.#about(option)}</span></span></div>
          ${
          option.votes === undefined
            ? nothing
            : html`<span class="row-end mark ${poll.leading.includes(option.id) ? 'good' : ''}">${
              t('activities.votes', { count: option.votes })
            }</span>`
        }</li>`
      )
    }</ul>`;
  }

  /** @param {any} option */
  #about(option) {
    const way = this.ways?.data?.items.find((/** @type {any} */ item) => item.option === option.id);
    const place = option.place?.label ?? option.place?.address;
    const lines = [
      option.description,
      option.start ? when(option) : '',
      place ? [place, way ? wayWords(way) : ''].filter(Boolean).join(' · ') : '',
    ].filter(Boolean);
    return lines.map((line, index) => html`${index > 0 ? html`<br>` : nothing}${line}`);
  }

  /** @param {any} poll */
  #ballot(poll) {
    return html`<form class="stack" aria-label=${t('activities.poll')} @submit=${(
      /** @type {Event} */ event,
    ) => {
      event.preventDefault();
      this.#vote();
    }}>
      <p>${t('activities.votesUntil', { when: moment(poll.deadline) })}</p>
      <div role="group" aria-label=${t('activities.options')}>${
      poll.options.map((/** @type {any} */ option) =>
        html`<div class="check"><input type="checkbox" id="option-${option.id}"
          .checked=${this.chosen.has(option.id)} @change=${() => {
          if (!this.chosen.delete(option.id)) this.chosen.add(option.id);
          this.problem = '';
          this.view.update();
        }}>
          <label for="option-${option.id}">${option.name}</label>
          <p class="field-help">${this.#about(option)}</p></div>`
      )
    }</div>
      ${this.problem ? html`<p class="field-error" role="alert">${this.problem}</p>` : nothing}
      <div><button class="button main" type="submit">${t('activities.submitVotes')}</button></div>
      ${poll.ballot.length > 0 ? html`<p class="soft">${t('activities.canChange')}</p>` : nothing}
    </form>`;
  }

  async #vote() {
    if (this.chosen.size === 0) {
      this.problem = t('activities.needsChoice');
      this.view.update();
      return;
    }
    try {
      await api.send('PUT', `${this.path}/poll/ballot`, {
        body: { options: [...this.chosen] },
        changes: [this.path],
        match: null,
      });
      notice(t('activities.hasVoted'));
    } catch (error) {
      complain(error);
      api.invalidate(this.path);
    }
  }

  /** The options that lead; the first entered is preselected. @param {any} poll */
  #choice(poll) {
    const chosen = this.taken || poll.leading[0];
    const leading = poll.options.filter((/** @type {any} */ { id }) => poll.leading.includes(id));
    return html`
      <form class="stack" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        this.#post('choice', { option: chosen }).catch(complain);
      }}>
        <fieldset class="field"><legend>${t('activities.result')}</legend>${leading.map((
          /** @type {any} */ option,
        ) =>
          html`<div class="check"><input type="radio" name="result" id="result-${option.id}"
          .checked=${option.id === chosen} @change=${() => {
            this.taken = option.id;
            this.view.update();
          }}><label for="result-${option.id}">${option.name}</label></div>`
        )}</fieldset>
        <div><button class="button main" type="submit">${t('activities.next')}</button></div>
      </form>
    `;
  }

  #byHand() {
    const { form } = this;
    return html`${hint(t('activities.nobodyVoted'))}
      <section class="stack"><h2>${t('activities.enterActivity')}</h2>${
      formOf(form, {
        button: t('activities.next'),
        submit: () =>
          form.submit(({ name, description }) =>
            this.change({ name: name.trim(), description: description.trim(), step: 'scheduling' })
          ),
        fields: wordFields(form),
      })
    }</section>`;
  }

  /** @param {'closing' | 'choice'} what @param {object} [body] */
  #post(what, body) {
    return api.send('POST', `${this.path}/poll/${what}`, {
      ...(body ? { body } : {}),
      changes: [this.path, '/v1/realms'],
    });
  }
}

/** Whether nobody is left to vote in a poll that is open. @param {any} poll */
const hasAllVotes = (poll) =>
  poll?.state === 'open' && new Date(poll.deadline) > new Date() && poll.voters > 0 &&
  poll.voted === poll.voters;
