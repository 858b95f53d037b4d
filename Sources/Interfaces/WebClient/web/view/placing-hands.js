// The fingers and the mouse on a stage where something is being placed: which of them drags it, which
// taps where it shall stand, which two size and turn it; the rest looks around as ever.

import { pinch } from './gestures.js';

/** @typedef {import('./gestures.js').Point} Point */
/**
 * @typedef {Object} HandsOptions what the hands do; points are pixels of the stage
 * @property {() => HTMLElement | undefined} canvas what is touched; knobs and labels are not
 * @property {(at: Point) => boolean} holds whether a finger there has hold of the object
 * @property {(at: Point) => void} begin a gesture begins
 * @property {(by: Point) => void} drag the object is dragged, so far from where the gesture began
 * @property {(at: Point) => void} tap it shall stand there
 * @property {(change: {ratio: number, twist: number}) => void} pinch since two fingers were down
 * @property {(wheel: {steps: number, turns: boolean}) => void} wheel
 * @property {() => void} takeOver what looks around by the pointer lets go
 */

/** Pixels that a finger or the mouse trembles while it rests. */
const tremble = { touch: 9, mouse: 3 };
/** Milliseconds after which a finger that rested is no tap. */
const longest = 700;

export class Hands {
  /** @type {Map<number, Point & {from: Point}>} */
  #down = new Map();
  /** @type {'rest' | 'hold' | 'drag' | 'look' | 'pinch' | 'over'} */
  #mode = 'rest';
  #hasMoved = false;
  #at = 0;
  /** @type {[Point, Point] | undefined} */
  #pair;

  /** @param {HTMLElement} surface @param {HandsOptions} options */
  constructor(surface, options) {
    this.surface = surface;
    this.options = options;
    const control = new AbortController();
    this.control = control;
    const listen = { signal: control.signal, capture: true };
    surface.addEventListener('pointerdown', (event) => this.#press(event), listen);
    surface.addEventListener('pointermove', (event) => this.#move(event), listen);
    surface.addEventListener('pointerup', (event) => this.#lift(event), listen);
    surface.addEventListener('pointercancel', (event) => this.#lift(event, true), listen);
    surface.addEventListener('wheel', (event) => this.#wheel(event), {
      signal: control.signal,
      passive: false,
    });
  }

  /** @param {MouseEvent} event @returns {Point} */
  #point(event) {
    const { left, top } = this.surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.target !== this.options.canvas() || event.button !== 0) return;
    const at = this.#point(event);
    this.#down.set(event.pointerId, { ...at, from: at });
    this.surface.focus({ preventScroll: true });
    if (this.#down.size === 1) {
      this.#hasMoved = false;
      this.#at = event.timeStamp;
      this.options.begin(at);
      this.#mode = this.options.holds(at) ? 'hold' : 'look';
      if (this.#mode === 'hold') event.stopPropagation();
      return;
    }
    event.stopPropagation();
    if (this.#down.size > 2) return;
    this.options.takeOver();
    if (this.#mode !== 'drag') this.options.begin(at);
    this.#mode = 'pinch';
    this.#hasMoved = true;
    this.#pair = this.#two();
  }

  /** @returns {[Point, Point]} */
  #two() {
    const [a, b] = [...this.#down.values()].map(({ x, y }) => ({ x, y }));
    return [a, b];
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const finger = this.#down.get(event.pointerId);
    if (!finger) return;
    Object.assign(finger, this.#point(event));
    const by = { x: finger.x - finger.from.x, y: finger.y - finger.from.y };
    const rest = event.pointerType === 'mouse' ? tremble.mouse : tremble.touch;
    this.#hasMoved ||= Math.hypot(by.x, by.y) > rest;
    if (this.#mode !== 'look') event.stopPropagation();
    if (this.#mode === 'hold' && this.#hasMoved) this.#mode = 'drag';
    if (this.#mode === 'drag') this.options.drag(by);
    if (this.#mode === 'pinch' && this.#pair && this.#down.size === 2) {
      this.options.pinch(pinch(this.#pair, this.#two()));
    }
  }

  /** @param {PointerEvent} event @param {boolean} [isBroken] by the browser */
  #lift(event, isBroken = false) {
    const finger = this.#down.get(event.pointerId);
    if (!finger) return;
    this.#down.delete(event.pointerId);
    const isTap = !isBroken && !this.#hasMoved && event.timeStamp - this.#at < longest &&
      (this.#mode === 'look' || this.#mode === 'hold');
    if (this.#mode !== 'look') event.stopPropagation();
    // The finger that stays longer means nothing more.
    this.#mode = this.#down.size ? 'over' : 'rest';
    if (isTap) this.options.tap({ x: finger.x, y: finger.y });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.target !== this.options.canvas()) return;
    event.preventDefault();
    event.stopPropagation();
    // With Shift some browsers say it sideways.
    const pixels = event.deltaY || event.deltaX;
    const line = event.deltaMode === 0 ? 100 : 3;
    const steps = Math.min(3, Math.max(-3, -pixels / line));
    if (steps) this.options.wheel({ steps, turns: event.shiftKey });
  }

  end() {
    this.control.abort();
    this.#down.clear();
  }
}
