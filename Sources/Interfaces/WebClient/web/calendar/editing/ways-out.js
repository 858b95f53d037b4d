// What would help where an appointment cannot be reached in time, on its own page: as when it is saved.

import { html, nothing } from 'lit-html';
import { time } from '../../parts/format.js';
import { hint } from '../../parts/states.js';
import { t } from '../../shell/texts.js';
import { whatHelps } from './help.js';
import { stays } from './movable.js';
import { move } from './move.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('./help.js').Help} Help */

export class WaysOut {
  /** @type {Help | null} */
  #help = null;
  /** What it was found for. */
  #of = '';

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {Appointment} data */
  async #find({ id, startsAt, zone, place, modes }) {
    const of = JSON.stringify([startsAt, place, modes]);
    if (of === this.#of) return;
    this.#of = of;
    this.#help = null;
    try {
      const help = await whatHelps({ start: new Date(startsAt), zone, place, id, modes });
      if (of === this.#of) this.#help = help;
    } catch {
      // The page says without it that one comes too late.
    }
    this.view.update();
  }

  /** @param {Appointment} data */
  draw(data) {
    this.#find(data);
    const help = this.#help;
    if (!help || help.words.length === 0) return nothing;
    // What a group plans is moved where it was planned.
    const line = { ...data, realm: undefined, repeats: data.recurrence !== undefined };
    const { moveTo } = help;
    const later = () =>
      moveTo && move(line, {
        days: 0,
        minutes: Math.round((moveTo.getTime() - Date.parse(data.startsAt)) / 60_000),
      });
    return hint(
      help.words.map((words) => html`<p>${words}</p>`),
      moveTo && data.kind === 'appointment' && !stays(line)
        ? html`<div><button class="button main" @click=${later}>${
          t('calendar.moveTo', { start: time(moveTo) })
        }</button></div>`
        : nothing,
    );
  }
}
