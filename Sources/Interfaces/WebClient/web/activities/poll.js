// Voting, and what has come of it.

import { html, nothing } from 'lit-html';
import { refreshActivity } from '../data/activities.js';
import { watchActivityWays } from '../data/meetings.js';
import { choosePollOption, closePoll } from '../data/polls.js';
import { Form, formOf } from '../parts/form.js';
import { moment } from '../parts/format.js';
import { when } from '../parts/people/times.js';
import { hint, loading } from '../parts/states.js';
import { Ballot, linesOf } from '../parts/waiting/ballot.js';
import { isOpen } from '../parts/waiting/words.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { wordFields } from './fields.js';
import { SettingOut } from './setting-out.js';
import { hasAllVotes, leaders, winner } from './vote.js';
import { wayWords } from './words.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../data/activities.js').ActivityChange} ActivityChange */
/** @typedef {import('../data/polls.js').Poll} Poll */
/** @typedef {import('../data/polls.js').Option} Option */

export class PollPage {
  /** The host's choice among those that lead. */
  #taken = '';
  /** Whether the poll is being left for the scheduling page. */
  #isLeaving = false;

  /**
   * @param {import('../shell/view.js').View} view @param {Activity} data
   * @param {(body: ActivityChange) => Promise<void>} change
   */
  constructor(view, data, change) {
    this.view = view;
    this.change = change;
    this.activity = data.id;
    this.ballot = new Ballot(view, data);
    this.form = new Form({ name: '', description: '' }, () => view.update());
    const hasPlaces = data.poll?.options.some(({ place }) => place?.lat !== undefined) ?? false;
    /** The travel times of all, if there are places to go to. */
    this.ways = hasPlaces ? watchActivityWays(view, data.id) : null;
    this.settingOut = new SettingOut(view, data.id);
    if (data.hosted && data.poll) this.#open(data.poll);
  }

  /**
   * Opening a result, or from the bell that all have voted, leads on to the scheduling page; what
   * leads alone needs no choice. Later changes of an open page leave it where it is.
   *
   * @param {Poll} poll
   */
  #open(poll) {
    if (poll.state === 'closed' && winner(poll)) this.#goOn(poll);
    else if (hasAllVotes(poll) && this.view.query.get('from') === 'bell') this.#goOn();
  }

  /** Closes the poll, unless it is closed, and takes what leads, unless the host has to choose. @param {Poll} [closed] */
  async #goOn(closed) {
    this.#isLeaving = true;
    this.view.update();
    try {
      const poll = closed ?? (await closePoll(this.activity)).poll;
      const first = poll && winner(poll);
      if (first) {
        await choosePollOption(this.activity, first.id);
        notice(t('activities.pollLed', { name: first.name }));
      }
    } catch (error) {
      complain(error);
      refreshActivity(this.activity);
    }
    this.#isLeaving = false;
    this.view.update();
  }

  /** @param {Activity} data */
  draw(data) {
    if (this.#isLeaving) return loading();
    const given = this.ways?.data?.given;
    return html`${data.poll ? this.#poll(data.poll, data.hosted) : nothing}${
      data.hosted && given ? SettingOut.told(data, given) : nothing
    }${this.settingOut.draw()}`;
  }

  /** @param {Poll} poll @param {boolean} isHost */
  #poll(poll, isHost) {
    if (!isHost) {
      return isOpen(poll)
        ? this.ballot.draw(poll, (option) => this.#about(option))
        : html`${hint(t('activities.pollClosed'))}${this.#results(poll)}`;
    }
    if (poll.state === 'withoutVotes') return this.#byHand();
    return html`${
      isOpen(poll)
        ? html`<p>${t('activities.voted', { voted: poll.voted ?? 0, voters: poll.voters })} ${
          t('waiting.votesUntil', { when: moment(poll.deadline) })
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

  /** @param {Poll} poll */
  #results({ options, leading }) {
    return html`<ul class="list" aria-label=${t('waiting.options')}>${
      options.map((option) =>
        html`<li class="list-row"><div class="row-link"><span class="row-body">
          <span class="row-title">${option.name}</span>
          <span class="row-text">${this.#about(option)}</span></span></div>
          ${
          option.votes === undefined
            ? nothing
            : html`<span class="row-end mark ${leading.includes(option.id) ? 'good' : ''}">${
              t('activities.votes', { count: option.votes })
            }</span>`
        }</li>`
      )
    }</ul>`;
  }

  /** @param {Option} option */
  #about({ id, description, start, end, place }) {
    const way = this.ways?.data?.items.find((item) => item.option === id);
    const where = place?.label ?? place?.address;
    return linesOf([
      description,
      start && end ? when({ start, end }) : '',
      where ? [where, way ? wayWords(way) : ''].filter(Boolean).join(' · ') : '',
    ]);
  }

  /** The options that lead; the first entered is preselected. @param {Poll} poll */
  #choice(poll) {
    const chosen = this.#taken || poll.leading[0];
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      choosePollOption(this.activity, chosen).catch(complain);
    };
    return html`
      <form class="stack" @submit=${submit}>
        <fieldset class="field"><legend>${t('activities.result')}</legend>${leaders(poll).map((
          { id, name },
        ) =>
          html`<div class="check"><input type="radio" name="result" id="result-${id}"
          .checked=${id === chosen} @change=${() => {
            this.#taken = id;
            this.view.update();
          }}><label for="result-${id}">${name}</label></div>`
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
}
