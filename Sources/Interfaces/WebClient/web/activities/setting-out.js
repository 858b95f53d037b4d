// The starting place of an invitee: told to the server alone, so that travel times count it.

import { html, nothing } from 'lit-html';
import { changeStartingPlace, watchStartingPlace } from '../data/meetings.js';
import { StartingPlace } from '../parts/people/starting-place.js';
import { hint } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').StartingPlace} Start */

/** @type {Start['from'][]} */
const sources = ['previous', 'home', 'shown'];

export class SettingOut {
  /** Chosen and not yet shown. */
  #isShowing = false;

  /** @param {import('../shell/view.js').View} view @param {string} activity */
  constructor(view, activity) {
    this.view = view;
    this.activity = activity;
    this.start = watchStartingPlace(view, activity);
    this.place = new StartingPlace(view, 'setting-out', {
      at: () => {
        const { lat, lon } = this.start.data ?? {};
        return lat === undefined || lon === undefined ? null : { lat, lon };
      },
      choose: ({ lat, lon }) => this.#say({ from: 'shown', lat, lon }),
    });
  }

  /** @param {Start} start */
  async #say(start) {
    this.#isShowing = false;
    try {
      await changeStartingPlace(this.activity, start);
      notice(t('activities.startKept'));
    } catch (error) {
      complain(error);
    }
  }

  /** The names of those who have given theirs, for the host. @param {Activity} data @param {string[]} given */
  static told(data, given) {
    const names = data.invitees.filter(({ id }) => given.includes(id)).map(({ name }) => name);
    return names.length === 0
      ? nothing
      : hint(t('activities.startsGiven', { names: names.join(', ') }));
  }

  /** @param {Start['from']} source */
  #choose(source) {
    if (source !== 'shown') return this.#say({ from: source });
    this.#isShowing = true;
    this.view.update();
  }

  draw() {
    const said = this.#isShowing ? 'shown' : this.start.data?.from ?? 'previous';
    return html`<section class="card stack" aria-label=${t('people.setOut')}>
      <fieldset class="field"><legend>${t('people.setOut')}</legend>
        ${
      sources.map((source) =>
        html`<div class="check"><input type="radio" name="setting-out" id="setting-out-${source}"
          .checked=${source === said} @change=${() => this.#choose(source)}>
          <label for="setting-out-${source}">${t(`people.start-${source}`)}</label></div>`
      )
    }</fieldset>
      ${said === 'shown' ? this.place.draw() : nothing}
      <p class="soft small">${t('activities.startsStay')}</p>
    </section>`;
  }
}
