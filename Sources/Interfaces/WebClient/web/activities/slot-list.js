// The times at which all are free, and why there is none.

import { html, nothing } from 'lit-html';
import { day, list, time } from '../parts/format.js';
import { hint, warning } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { isSame } from './slots.js';

/** @typedef {import('api-types').Slots} Slots */
/** @typedef {Slots['days'][number]} Day */
/** @typedef {import('./slots.js').Slot} Slot */

/** Of whose ways less than all is known. */
const unsure = /** @type {const} */ ([
  { who: 'withoutTimetable', text: 'withoutTimetable' },
  { who: 'withoutMap', text: 'withoutMap' },
  { who: 'withoutStart', text: 'unknownStarts' },
]);

/** So many times of a day are shown at first. */
const fewOfDay = 4;

export class SlotList {
  /** Days of which all times are shown. @type {Set<string>} */
  #whole = new Set();

  /** @param {{update: () => void, choose: (slot: Slot | null) => void, byHand: () => void}} page `byHand`: a time is entered instead */
  constructor({ update, choose, byHand }) {
    this.update = update;
    this.choose = choose;
    this.byHand = byHand;
  }

  get #button() {
    return html`<button type="button" class="button" @click=${this.byHand}>${
      t('activities.byHandTime')
    }</button>`;
  }

  /** The calendars could not be asked. @param {string} problem */
  drawProblem(problem) {
    return warning(html`${t('activities.serviceFails')} ${problem}`, this.#button);
  }

  /** @param {Slots} found @param {Slot | null} chosen */
  draw(found, chosen) {
    const isAny = found.days.some(({ slots }) => slots.length > 0);
    return html`<section class="stack" aria-live="polite"><h3>${t('activities.slots')}</h3>
      ${
      unsure.filter(({ who }) => found.people[who] > 0).map(({ who, text }) =>
        hint(t(`activities.${text}`, { count: found.people[who] }))
      )
    }
      ${found.unverified ? this.#unverified(found.unread) : nothing}
      ${isAny ? nothing : warning(t('activities.noSlot'), this.#button)}
      ${found.days.map((item) => item.slots.length > 0 ? this.#day(item, chosen) : hindered(item))}
    </section>`;
  }

  /** Some may be busy although it does not show. @param {{name: string}[]} unread whose calendar cannot be read */
  #unverified(unread) {
    return warning(
      unread.length > 0
        ? t('activities.calendarsUnread', { names: list(unread.map(({ name }) => name)) })
        : t('activities.notFollowed'),
      this.#button,
    );
  }

  /** @param {Day} item @param {Slot | null} chosen */
  #day({ date, slots }, chosen) {
    // Some of each day first; a chosen one is always among them.
    const shown = slots.filter((slot, index) =>
      index < fewOfDay || this.#whole.has(date) || slot.start === chosen?.start
    );
    return html`<div class="row" role="group" aria-label=${day(slots[0].start)}>${
      shown.map((slot) => this.#slot(slot, isSame(slot, chosen)))
    }${
      shown.length < slots.length
        ? html`<button type="button" class="button quiet" @click=${() => {
          this.#whole.add(date);
          this.update();
        }}>${t('activities.moreTimes', { count: slots.length - shown.length })}</button>`
        : nothing
    }</div>`;
  }

  /** @param {Slot} slot @param {boolean} isChosen */
  #slot(slot, isChosen) {
    return html`
      <button type="button" class="button" aria-pressed=${isChosen}
        @click=${() => this.choose(isChosen ? null : slot)}>${day(slot.start)} @ ${time(
          slot.start,
        )} - ${time(slot.end)}</button>
    `;
  }
}

/** The reasons why a day has no common time. @param {Day} item */
function hindered({ date, nearest }) {
  if (!nearest) {
    return html`<p class="soft">${t('activities.dayTooShort', { day: day(`${date}T12:00`) })}</p>`;
  }
  const names = nearest.hindrances.map(({ name, reason }) =>
    t(`activities.hindered-${reason}`, { name })
  );
  return html`<p class="soft">${day(nearest.start)}: ${names.join(' ')}</p>`;
}
