// The black page of a walk in the pocket: it is deaf to touch until somebody slides, while the page behind it goes on.

import { html, render } from 'lit-html';
import { t } from '../shell/texts.js';

/** From here on it counts as slid to the end. */
const end = 95;
/** The part of the track on which a slide begins: a touch in the middle is none. */
const begin = 0.3;

export class Pocket {
  /** @param {() => void} opened */
  constructor(opened) {
    this.opened = opened;
    this.words = '';
    this.element = document.createElement('div');
    this.element.className = 'pocket';
    this.element.setAttribute('role', 'dialog');
    this.element.setAttribute('aria-modal', 'true');
    this.element.setAttribute('aria-label', t('tours.pocket'));
    this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.draw();
    for (const name of ['touchstart', 'touchmove', 'click', 'contextmenu', 'wheel']) {
      this.element.addEventListener(name, deaf, { passive: false });
    }
    this.element.addEventListener('pointerdown', (event) => this.slide(event));
    document.body.append(this.element);
    // Nothing behind it is reached by keys, or heard twice.
    document.getElementById('app')?.setAttribute('inert', '');
    this.slider?.focus();
  }

  /** @returns {HTMLInputElement | null} */
  get slider() {
    return this.element.querySelector('input');
  }

  /** What is announced in it. @param {string} words */
  say(words) {
    this.words = words;
    this.draw();
  }

  draw() {
    render(
      html`
        <p class="pocket-words" role="status">${this.words}</p>
        <label class="pocket-slide"><span>${t('tours.pocketSlide')}</span>
          <input type="range" min="0" max="100" value="0" @input=${() => this.moved()}
            @change=${() => this.let()}></label>
        <p class="pocket-words">${t('tours.pocketText')}</p>
      `,
      this.element,
    );
  }

  moved() {
    if (Number(this.slider?.value) >= end) this.close();
  }

  /** Let go before its end, it goes back; by keys it stays where it is. */
  let() {
    if (this.slider && !this.slider.matches(':focus-visible')) this.slider.value = '0';
  }

  /** @param {PointerEvent} event */
  slide(event) {
    const { slider } = this;
    event.preventDefault();
    if (!slider) return;
    const box = slider.getBoundingClientRect();
    const part = (/** @type {PointerEvent} */ one) => (one.clientX - box.left) / box.width;
    const isOn = Math.abs(event.clientY - (box.top + box.height / 2)) < 40;
    if (!isOn || part(event) > begin || part(event) < -0.1) return;
    this.element.setPointerCapture(event.pointerId);
    const control = new AbortController();
    const { signal } = control;
    const start = part(event);
    this.element.addEventListener('pointermove', (/** @type {PointerEvent} */ now) => {
      // From where it was taken to the end of the track.
      slider.value = String(100 * (part(now) - start) / (0.97 - start));
      if (Number(slider.value) < end) return;
      control.abort();
      this.close();
    }, { signal });
    const letGo = () => {
      control.abort();
      slider.value = '0';
    };
    this.element.addEventListener('pointerup', letGo, { signal });
    this.element.addEventListener('pointercancel', letGo, { signal });
  }

  close() {
    if (!this.element.isConnected) return;
    this.element.remove();
    document.getElementById('app')?.removeAttribute('inert');
    if (this.before?.isConnected) this.before.focus();
    this.opened();
  }
}

/** @param {Event} event */
function deaf(event) {
  event.preventDefault();
  event.stopPropagation();
}
