// Align by houses: a drag, two fingers, keys and buttons turn and move the outlines of the houses.

import { html, nothing } from 'lit-html';
import { number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { choice } from '../parts/tabs.js';
import { t } from '../shell/texts.js';
import { Hands } from '../view/placing-hands.js';

/** @typedef {import('../view/place-view.js').PlaceView} PlaceView */
/** @typedef {'turn' | 'move'} Way what one finger does; two turn in any case */

/** Degrees and metres of a push by a button or key. */
const push = { degrees: 0.5, metres: 0.25 };

/** What the arrow keys push: to the right and ahead. @type {Record<string, [number, number]>} */
const arrows = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Aligning {
  /**
   * @param {PlaceView} place with its outlines shown
   * @param {() => void} update @param {(isKept: boolean) => void} done
   */
  constructor(place, update, done) {
    this.place = place;
    this.update = update;
    this.done = done;
    /** @type {Way} */
    this.way = 'turn';
    this.control = new AbortController();
    this.hands = this.makeHands();
    place.holder.addEventListener('keydown', (event) => this.key(event), {
      signal: this.control.signal,
      capture: true,
    });
  }

  get alignment() {
    return this.place.alignment;
  }

  makeHands() {
    return new Hands(this.place.holder, {
      canvas: () => this.place.stage?.canvas,
      holds: () => true,
      begin: (at) => this.alignment?.grasp(at),
      drag: (by) => this.drag(by),
      tap: () => {},
      pinch: ({ twist }) => this.alignment?.twist(twist),
      wheel: ({ steps }) => this.push(steps, steps),
      takeOver: () => {},
    });
  }

  /** @param {import('../view/gestures.js').Point} by */
  drag(by) {
    if (this.way === 'turn') this.alignment?.dragTurn(by.x);
    else this.alignment?.dragMove(by);
  }

  /** @param {number} right @param {number} ahead times */
  push(right, ahead) {
    if (this.way === 'turn') this.alignment?.turn(right * push.degrees);
    else this.alignment?.move({ right: right * push.metres, ahead: ahead * push.metres });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const arrow = arrows[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.push(...arrow);
  }

  /** How far the outlines have been brought. */
  get words() {
    const { alignment } = this;
    if (!alignment) return '';
    const { right, ahead } = alignment.moved;
    const metres = (/** @type {number} */ value) => number(Math.abs(value), 1);
    const isFar = (/** @type {number} */ value) => Math.abs(value) >= 0.05;
    return [
      t('around.alignBy', { degrees: Math.round(alignment.fit.degrees * 10) / 10 }),
      isFar(right)
        ? t(right > 0 ? 'around.alignMovedRight' : 'around.alignMovedLeft', {
          metres: metres(right),
        })
        : '',
      isFar(ahead)
        ? t(ahead > 0 ? 'around.alignMovedFarther' : 'around.alignMovedNearer', {
          metres: metres(ahead),
        })
        : '',
    ].filter(Boolean).join(' · ');
  }

  draw() {
    const isMove = this.way === 'move';
    const button = (
      /** @type {string} */ words,
      /** @type {unknown} */ sign,
      /** @type {[number, number]} */ by,
    ) => html`<button class="button" @click=${() => this.push(...by)}>${sign}${words}</button>`;
    return html`
      <div class="around-bar" role="group" aria-label=${t('around.align')}>
        <p class="around-state" role="status">${t(
          isMove ? 'around.alignMoveHow' : 'around.alignTurnHow',
        )} ${this.words}</p>
        <div class="row around-buttons">
          ${choice({
            label: t('around.alignWay'),
            value: this.way,
            options: [
              { value: 'turn', text: t('around.alignTurn'), icon: 'rotate-cw' },
              { value: 'move', text: t('around.alignMove'), icon: 'move' },
            ],
            choose: (value) => {
              this.way = value === 'move' ? 'move' : 'turn';
              this.update();
            },
          })}
          ${button(t('around.left'), icon('arrow-left'), [-1, 0])}
          ${button(t('around.right'), icon('arrow-right'), [1, 0])}
          ${isMove
            ? html`
              ${button(t('around.alignFarther'), icon('arrow-up'), [0, 1])}
              ${button(t('around.alignNearer'), icon('arrow-down'), [0, -1])}
            `
            : nothing}
          <button class="button main" @click=${() => this.done(true)}>${t(
            'around.alignKeep',
          )}</button>
          <button class="button" @click=${() => this.done(false)}>${t('around.cancel')}</button>
        </div>
      </div>
    `;
  }

  end() {
    this.control.abort();
    this.hands.end();
  }
}
