// The one player: a recording, or the text read aloud by the device.
//
//   <way-player src="/v1/..." text="What to say" lang="de" label="Stop 3"></way-player>
//
// Says `ended` as an event when it is through.

import { html, render } from 'lit-html';
import { t } from '../shell/texts.js';
import { icon } from './icon.js';
import { complain } from '../shell/notices.js';

const speeds = [0.75, 1, 1.25, 1.5];

class Player extends HTMLElement {
  static observedAttributes = ['src', 'text', 'lang', 'label'];
  #audio = new Audio();
  #isPlaying = false;
  #speed = 1;

  connectedCallback() {
    this.#audio.addEventListener('ended', () => this.#ended());
    this.#audio.addEventListener('timeupdate', () => this.#draw());
    this.#audio.addEventListener('error', () => {
      if (!this.getAttribute('src')) return;
      this.#isPlaying = false;
      this.#draw();
    });
    this.#draw();
  }

  disconnectedCallback() {
    this.pause();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  /** Begins, or goes on. */
  async play() {
    const src = this.getAttribute('src');
    this.#isPlaying = true;
    this.#draw();
    if (!src) return this.#speak();
    if (!this.#audio.src.endsWith(src)) this.#audio.src = src;
    this.#audio.playbackRate = this.#speed;
    try {
      await this.#audio.play();
    } catch (error) {
      this.#isPlaying = false;
      this.#draw();
      complain(error);
    }
  }

  pause() {
    this.#audio.pause();
    if ('speechSynthesis' in globalThis) speechSynthesis.cancel();
    this.#isPlaying = false;
    this.#draw();
  }

  #speak() {
    if (!('speechSynthesis' in globalThis)) return this.#ended();
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(this.getAttribute('text') ?? '');
    words.lang = this.getAttribute('lang') ?? document.documentElement.lang;
    words.rate = this.#speed;
    words.onend = () => this.#isPlaying && this.#ended();
    speechSynthesis.speak(words);
  }

  #ended() {
    this.#isPlaying = false;
    this.#draw();
    this.dispatchEvent(new CustomEvent('ended'));
  }

  #nextSpeed() {
    this.#speed = speeds[(speeds.indexOf(this.#speed) + 1) % speeds.length];
    this.#audio.playbackRate = this.#speed;
    this.#draw();
  }

  #draw() {
    const { duration, currentTime } = this.#audio;
    const label = this.getAttribute('label') ?? '';
    render(
      html`
        <div class="player" role="group" aria-label=${label}>
          <button class="button round" @click=${() => this.#isPlaying ? this.pause() : this.play()}
            aria-label=${this.#isPlaying ? t('shell.pause') : t('shell.play')}>
                  ${this.#isPlaying ? icon('pause') : icon('play')}</button>
          <progress max="1" .value=${duration
            ? currentTime / duration
            : 0} aria-label=${label}></progress>
          <button class="button quiet small" aria-label=${`${t('shell.speed')} ${this.#speed}`}
            @click=${() => this.#nextSpeed()}>${this.#speed}×</button>
        </div>
      `,
      this,
    );
  }
}

customElements.define('way-player', Player);
