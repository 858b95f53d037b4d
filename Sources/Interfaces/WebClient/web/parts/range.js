// The one picker of days from and to: a month with the range marked, its month and year chosen at the top.

import { html, nothing } from 'lit-html';
import { locale, t } from '../shell/texts.js';
import { icon } from './icon.js';

/** @typedef {{from: string, to: string}} Range days as a date field has them */

/** Years that can be chosen from the present one on. */
const years = 3;
/** Monday, 5 January 1970, was a first day of a week. */
const monday = Date.UTC(1970, 0, 5);
const dayLength = 86_400_000;

/** @param {string} text */
const parse = (text) => Date.parse(`${text}T00:00Z`);
/** @param {number} time */
const print = (time) => new Date(time).toISOString().slice(0, 10);
/** @param {Intl.DateTimeFormatOptions} options */
const words = (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });

export class RangePicker {
  /** The first of the month that is shown. */
  #month = '';
  /** The day that the arrow keys have come to. */
  #focus = '';
  /** Whether the next day that is chosen is the last. */
  #isOpen = false;

  /** @param {() => void} update draws the page again */
  constructor(update) {
    this.update = update;
  }

  /** @param {number} year @param {number} month 0 to 11, or beyond */
  #show(year, month) {
    this.#month = print(Date.UTC(year, month, 1));
    this.#focus = '';
    this.update();
  }

  /**
   * @param {string} label @param {Range} range @param {string} first earliest day
   * @param {(range: Range) => void} choose
   */
  draw(label, range, first, choose) {
    this.#month ||= `${(range.from || first).slice(0, 7)}-01`;
    return html`
      <div class="range" role="group" aria-label=${label}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#move(event)}>
        ${this.#drawMonth(first)}
        <table>
          <thead>
            <tr>${weekdays()}</tr>
          </thead>
          <tbody>${this.#drawWeeks(range, first, choose)}</tbody>
        </table>
      </div>
    `;
  }

  /** Which month is shown, and the ways to others. @param {string} first */
  #drawMonth(first) {
    const date = new Date(parse(this.#month));
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const present = Number(first.slice(0, 4));
    const chosen = (/** @type {Event} */ { target }) =>
      Number(/** @type {HTMLSelectElement} */ (target).value);
    const monthName = (/** @type {number} */ index) =>
      words({ month: 'long' }).format(Date.UTC(2024, index, 1));
    return html`
      <div class="row">
        <button type="button" class="button quiet" aria-label=${t('shell.monthBefore')}
          ?disabled=${this.#month <= first} @click=${() => this.#show(year, month - 1)}>${icon(
            'chevron-left',
          )}</button>
        <select aria-label=${t('shell.month')} @change=${(/** @type {Event} */ event) =>
          this.#show(year, chosen(event))}>${Array.from(
            { length: 12 },
            (_, index) =>
              html`<option value=${index} .selected=${index === month}>${
                monthName(index)
              }</option>`,
          )}</select>
        <select aria-label=${t('shell.year')} @change=${(/** @type {Event} */ event) =>
          this.#show(chosen(event), month)}>${Array.from(
            { length: years },
            (_, index) =>
              html`<option value=${present + index} .selected=${present + index === year}>${
                present + index
              }</option>`,
          )}</select>
        <button type="button" class="button quiet" aria-label=${t('shell.monthAfter')}
          ?disabled=${year >= present + years - 1 && month === 11}
          @click=${() => this.#show(year, month + 1)}>${icon('chevron-right')}</button>
      </div>
    `;
  }

  /** @param {Range} range @param {string} first @param {(range: Range) => void} choose */
  #drawWeeks(range, first, choose) {
    const start = parse(this.#month);
    const date = new Date(start);
    const before = (date.getUTCDay() + 6) % 7;
    const count = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    /** @param {number} at */
    const cell = (at) =>
      at < 0 || at >= count
        ? html`<td></td>`
        : this.#drawDay(start + at * dayLength, at + 1, range, first, choose);
    return Array.from(
      { length: Math.ceil((before + count) / 7) },
      (_, week) =>
        html`<tr>${Array.from({ length: 7 }, (_, day) => cell(week * 7 + day - before))}</tr>`,
    );
  }

  /**
   * @param {number} time @param {number} number of the day in its month @param {Range} range
   * @param {string} first @param {(range: Range) => void} choose
   */
  #drawDay(time, number, range, first, choose) {
    const day = print(time);
    const isIn = day >= range.from && day <= range.to;
    const isEnd = day === range.from || day === range.to;
    const isStop = day === (this.#focus || this.#stop(range, first));
    return html`<td class=${isIn ? 'within' : nothing}><button type="button" data-day=${day}
      aria-label=${words({ dateStyle: 'full' }).format(time)} aria-pressed=${isIn}
      class=${isEnd ? 'end' : ''} ?disabled=${day < first} tabindex=${isStop ? 0 : -1}
      @click=${() => this.#pick(day, range, choose)}>${number}</button></td>`;
  }

  /** @param {string} day @param {Range} range @param {(range: Range) => void} choose */
  #pick(day, range, choose) {
    const isEnd = this.#isOpen && day >= range.from;
    choose(isEnd ? { from: range.from, to: day } : { from: day, to: day });
    this.#isOpen = !isEnd;
    this.#focus = day;
  }

  /** The day of the month that the tabulator comes to. @param {Range} range @param {string} first */
  #stop(range, first) {
    const month = this.#month.slice(0, 7);
    if (range.from.startsWith(month)) return range.from;
    return first.startsWith(month) ? first : this.#month;
  }

  /** Arrow keys go from day to day, as far as the month reaches. @param {KeyboardEvent} event */
  #move(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const button = /** @type {HTMLElement} */ (event.target);
    if (!step || !button.dataset.day) return;
    event.preventDefault();
    const day = print(parse(button.dataset.day) + step * dayLength);
    const next = /** @type {HTMLButtonElement | null} */ (
      /** @type {HTMLElement} */ (event.currentTarget).querySelector(`[data-day="${day}"]`)
    );
    if (!next || next.disabled) return;
    this.#focus = day;
    this.update();
    next.focus();
  }
}

/** The heads of the columns. */
const weekdays = () =>
  Array.from({ length: 7 }, (_, index) => {
    const time = monday + index * dayLength;
    return html`<th scope="col" abbr=${words({ weekday: 'long' }).format(time)}>${
      words({ weekday: 'short' }).format(time)
    }</th>`;
  });
