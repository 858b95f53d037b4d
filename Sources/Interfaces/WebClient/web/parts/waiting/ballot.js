// A ballot: the options of a poll, and one's votes.

import { html, nothing } from 'lit-html';
import { refreshActivity } from '../../data/activities.js';
import { castBallot } from '../../data/polls.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { moment } from '../format.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('../../data/polls.js').Poll} Poll */
/** @typedef {import('../../data/polls.js').Option} Option */

export class Ballot {
  /** The ticked options. @type {Set<string>} */
  #chosen;
  #problem = '';

  /** @param {import('../../shell/view.js').View} view @param {Activity} activity */
  constructor(view, { id, poll }) {
    this.view = view;
    this.activity = id;
    this.#chosen = new Set(poll?.ballot ?? []);
  }

  async #vote() {
    if (this.#chosen.size === 0) {
      this.#problem = t('waiting.needsChoice');
      this.view.update();
      return;
    }
    try {
      await castBallot(this.activity, [...this.#chosen]);
      notice(t('waiting.hasVoted'));
    } catch (error) {
      complain(error);
      refreshActivity(this.activity);
    }
  }

  /** @param {string} option */
  #toggle(option) {
    if (!this.#chosen.delete(option)) this.#chosen.add(option);
    this.#problem = '';
    this.view.update();
  }

  /** @param {Poll} poll @param {(option: Option) => unknown} about a line on an option */
  draw({ options, deadline, ballot }, about) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#vote();
    };
    return html`<form class="stack" aria-label=${t('waiting.poll')} @submit=${submit}>
      <p>${t('waiting.votesUntil', { when: moment(deadline) })}</p>
      <div role="group" aria-label=${t('waiting.options')}>${
      options.map((option) =>
        html`<div class="check"><input type="checkbox" id="option-${option.id}"
          .checked=${this.#chosen.has(option.id)} @change=${() => this.#toggle(option.id)}>
          <label for="option-${option.id}">${option.name}</label>
          <p class="field-help">${about(option)}</p></div>`
      )
    }</div>
      ${this.#problem ? html`<p class="field-error" role="alert">${this.#problem}</p>` : nothing}
      <div><button class="button main" type="submit">${t('waiting.submitVotes')}</button></div>
      ${ballot.length > 0 ? html`<p class="soft">${t('waiting.canChange')}</p>` : nothing}
    </form>`;
  }
}

/** What, when and where of an option, each in a line of its own. @param {string[]} lines */
export const linesOf = (lines) =>
  lines.filter(Boolean).map((line, index) => html`${index > 0 ? html`<br>` : nothing}${line}`);
