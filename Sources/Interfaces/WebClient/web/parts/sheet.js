// The sheet over a map: three stops on phones (peek, half, full), a column beside it on wider pages.
//
//   <way-sheet stop="half" aria-label="Near you"> ... </way-sheet>
//
// Dragged by its handle, moved by its keys; says `stop` as an event when it moves.

import { t } from '../shell/texts.js';

const stops = /** @type {const} */ (['peek', 'half', 'full']);
/** @typedef {typeof stops[number]} Stop */

class Sheet extends HTMLElement {
  static observedAttributes = ['stop'];
  /** @type {HTMLInputElement | null} */
  #handle = null;
  /** Instead of dragging, in simple mode. */
  #step = document.createElement('button');

  /** How much of what lies below it is covered, for what stands beside it. */
  #room = new ResizeObserver(() => this.#tell());
  /** @type {HTMLElement | null} */
  #below = null;

  #tell() {
    const isColumn = this.offsetHeight >= (this.#below?.offsetHeight ?? 0);
    const isBeside = isColumn && this.offsetWidth < (this.#below?.offsetWidth ?? 0);
    this.#below?.style.setProperty('--sheet-above', isBeside ? '0px' : `${this.offsetHeight}px`);
    this.#below?.style.setProperty('--sheet-beside', isBeside ? `${this.offsetWidth}px` : '0px');
  }

  disconnectedCallback() {
    this.#room.disconnect();
    this.#below?.style.removeProperty('--sheet-above');
    this.#below?.style.removeProperty('--sheet-beside');
    this.#below = null;
  }

  connectedCallback() {
    this.#below = this.parentElement;
    this.#room.observe(this);
    if (this.#handle) return;
    this.setAttribute('role', 'region');
    const grip = document.createElement('div');
    grip.className = 'sheet-grip';
    const handle = document.createElement('input');
    Object.assign(handle, {
      type: 'range',
      min: '0',
      max: '2',
      step: '1',
      className: 'sheet-handle',
    });
    handle.setAttribute('aria-label', t('shell.sheetHandle'));
    handle.addEventListener('input', () => this.stop = stops[Number(handle.value)]);
    this.#handle = handle;
    grip.append(handle);
    this.#step.type = 'button';
    this.#step.className = 'button sheet-step';
    this.#step.addEventListener('click', () => this.stop = this.stop === 'full' ? 'half' : 'full');
    this.prepend(grip, this.#step);
    grip.addEventListener('pointerdown', (event) => this.#drag(grip, event));
    this.attributeChangedCallback();
  }

  /** @returns {Stop} */
  get stop() {
    const stop = /** @type {Stop} */ (this.getAttribute('stop') ?? 'half');
    return stops.includes(stop) ? stop : 'half';
  }

  set stop(stop) {
    if (stop === this.stop && this.hasAttribute('stop')) return;
    this.setAttribute('stop', stop);
    this.dispatchEvent(new CustomEvent('stop', { detail: stop, bubbles: true }));
  }

  attributeChangedCallback() {
    if (!this.#handle) return;
    this.#handle.value = String(stops.indexOf(this.stop));
    this.#step.textContent = t(this.stop === 'full' ? 'shell.sheetLess' : 'shell.sheetMore');
    const names = {
      peek: t('shell.sheetPeek'),
      half: t('shell.sheetHalf'),
      full: t('shell.sheetFull'),
    };
    this.#handle.setAttribute('aria-valuetext', names[this.stop]);
  }

  /** @param {HTMLElement} grip @param {PointerEvent} event */
  #drag(grip, event) {
    const top = event.clientY;
    const height = this.offsetHeight;
    grip.setPointerCapture(event.pointerId);
    let moved = 0;
    const move = (/** @type {PointerEvent} */ now) => {
      moved = now.clientY - top;
      this.style.height = `${Math.max(48, height - moved)}px`;
      this.classList.add('dragged');
    };
    const end = () => {
      grip.removeEventListener('pointermove', move);
      this.classList.remove('dragged');
      this.style.height = '';
      const room = this.parentElement?.offsetHeight ?? innerHeight;
      const part = (height - moved) / room;
      if (Math.abs(moved) < 8) {
        this.stop = stops[(stops.indexOf(this.stop) + 1) % 3];
      } else this.stop = part < 0.3 ? 'peek' : part < 0.7 ? 'half' : 'full';
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('pointerup', end, { once: true });
    grip.addEventListener('pointercancel', end, { once: true });
    event.preventDefault();
  }
}

customElements.define('way-sheet', Sheet);
