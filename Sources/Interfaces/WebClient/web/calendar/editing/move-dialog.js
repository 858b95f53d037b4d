// Moving an entry of the calendar step by step, by buttons or keys.

import { html } from 'lit-html';
import { dayWords } from '../../parts/days.js';
import { openDialog } from '../../parts/dialog.js';
import { endOf, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { isShared, stays } from './movable.js';
import { move } from './move.js';
import { begins, ends, further, nowhere, stepOf } from './shifting.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('../../shell/view.js').View} View */
/** @typedef {import('./shifting.js').By} By */

/** How a line is called in the address of the dialog. @param {CalendarLine} line */
const idOf = ({ id, startsAt }) => `${id}.${Date.parse(startsAt)}`;

/** The step with which a dialog begins that is about to be opened, by its page. @type {WeakMap<View, By>} */
const firstSteps = new WeakMap();

/** Gives the dialog that moves a line an address. @param {View} view @param {() => CalendarLine[]} lines */
export const nameMove = (view, lines) =>
  view.dialog('move', (at) => {
    const line = lines().find((one) => idOf(one) === at.id && !stays(one));
    if (!line) return undefined;
    const first = firstSteps.get(view) ?? nowhere;
    firstSteps.delete(view);
    return new MoveDialog(line, first).open(at);
  });

/** @param {View} view @param {CalendarLine} line @param {By} [by] the first step */
function openMove(view, line, by = nowhere) {
  firstSteps.set(view, by);
  view.open('move', idOf(line));
}

/** @param {View} view @param {CalendarLine} line */
export const moveButton = (view, line) =>
  html`
    <button class="button quiet calendar-move" aria-label=${t('calendar.moveNamed', {
      title: line.title,
    })}
      @click=${() => openMove(view, line)}>${icon('move')}</button>
  `;

/** Alt and an arrow on an entry moves it, or says why not. @param {KeyboardEvent} event @param {View} view @param {CalendarLine} line */
export function moveByKeys(event, view, line) {
  const step = stepOf(event);
  if (!step) return;
  event.preventDefault();
  const why = stays(line);
  if (why) notice(why, { bad: true });
  else openMove(view, line, step);
}

/** Whole days with their names, by the clocks of their place. @param {Date} start @param {Date} end @param {string} zone */
function daysWords(start, end, zone) {
  const first = dayWords(start, zone);
  const last = dayWords(new Date(end.getTime() - 1), zone);
  return first === last ? first : `${first} – ${last}`;
}

/** Asks step by step to when, and moves it. */
class MoveDialog {
  /** @param {CalendarLine} line @param {By} first */
  constructor(line, first) {
    this.line = line;
    this.by = further(nowhere, first, line.allDay);
    this.update = () => {};
  }

  /** @param {import('../../shell/view.js').At} at @returns {Promise<boolean>} whether it was moved */
  async open(at) {
    const answer = await openDialog({
      at,
      title: t('calendar.moveNamed', { title: this.line.title }),
      body: (/** @type {(is?: boolean) => void} */ close, update) => {
        this.update = update;
        return this.#draw(close);
      },
    });
    return answer ? await move(this.line, this.by, true) : false;
  }

  /** @param {By} step */
  #add(step) {
    this.by = further(this.by, step, this.line.allDay);
    this.update();
  }

  /** When it would be. */
  get #when() {
    const { line, by } = this;
    const [start, end] = [begins(line, by), ends(line, by)];
    return line.allDay
      ? daysWords(start, end, line.zone)
      : `${dayWords(start)}, ${time(start)} – ${endOf(start, end)}`;
  }

  /** @param {string} text @param {By} step */
  #button(text, step) {
    return html`<button class="button" ?autofocus=${step.days < 0} @click=${() =>
      this.#add(step)}>${t(`calendar.${text}`)}</button>`;
  }

  /** @param {(is?: boolean) => void} close */
  #draw(close) {
    const { line, by } = this;
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      this.#add(step);
    };
    return html`
      <div class="stack" @keydown=${onKey}>
        <p role="status"><strong>${this.#when}</strong></p>
        <div class="row" role="group" aria-label=${t('calendar.moveBy')}>
          ${this.#button('dayEarlier', { days: -1, minutes: 0 })}
          ${line.allDay ? '' : this.#button('quarterEarlier', { days: 0, minutes: -15 })}
          ${line.allDay ? '' : this.#button('quarterLater', { days: 0, minutes: 15 })}
          ${this.#button('dayLater', { days: 1, minutes: 0 })}
        </div>
        ${isShared(line) ? html`<p>${t('calendar.tellsAll')}</p>` : ''}
        <p class="soft small">${t('calendar.moveKeys')}</p>
        <div class="row">
          <button class="button main" ?disabled=${by.days === 0 && by.minutes === 0}
            @click=${() => close(true)}>${t('calendar.moveHere')}</button>
          <button class="button" @click=${() => close()}>${t('shell.cancel')}</button>
        </div>
      </div>
    `;
  }
}
