// What one story looks like, wherever it is told: the view of a part of the one playback.
//
//   <way-player src="story.m4a" text="What to say" lang="de" label="Stop 3"></way-player>
//   <way-player .story=${story}></way-player>
//
// A story that is given goes on when the page is left; what is given by attributes ends with its page.
// Says `ended` as an event when it is through.

import { html, nothing, render } from 'lit-html';
import { t } from '../shell/texts.js';
import { icon } from './icon.js';
import { controls, playback } from './playing.js';

class Player extends HTMLElement {
  static observedAttributes = ['src', 'text', 'lang', 'label'];
  /** @type {import('./playback.js').Story | null} */
  #given = null;
  #wasCurrent = false;
  /** @type {(() => void) | undefined} */
  #end;

  connectedCallback() {
    this.#end = playback.follow(() => this.#changed());
    this.#draw();
  }

  disconnectedCallback() {
    this.#end?.();
    if (!this.#given && this.#isCurrent) playback.stop();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  /** @param {import('./playback.js').Story | null} story */
  set story(story) {
    this.#given = story;
    if (this.isConnected) this.#draw();
  }

  /** @returns {import('./playback.js').Story} */
  get #told() {
    if (this.#given) return this.#given;
    const attribute = (/** @type {string} */ name) => this.getAttribute(name) ?? '';
    const [src, text] = [attribute('src'), attribute('text')];
    return {
      id: src || text,
      // What is heard is the text alone; the label is for who sees it.
      title: src ? attribute('label') : '',
      src,
      text,
      lang: attribute('lang') || document.documentElement.lang,
    };
  }

  /** Begins, or goes on. */
  play() {
    playback.play(this.#told);
  }

  pause() {
    if (this.#isCurrent) playback.pause();
  }

  get #isCurrent() {
    return playback.isCurrent(this.#told.id);
  }

  #changed() {
    const isCurrent = this.#isCurrent;
    if (this.#wasCurrent && !isCurrent) this.dispatchEvent(new CustomEvent('ended'));
    this.#wasCurrent = isCurrent;
    this.#draw();
  }

  #draw() {
    const isCurrent = this.#isCurrent;
    const isPlaying = isCurrent && playback.state === 'playing';
    const label = this.#given?.title ?? this.getAttribute('label') ?? '';
    const isWaiting = playback.queue.some(({ id }) => id === this.#told.id);
    render(
      html`
        <div class="player" role="group" aria-label=${label}>
          <button class="button round" @click=${() => isPlaying ? this.pause() : this.play()}
            aria-label=${isPlaying ? t('shell.pause') : t('shell.play')}>${isPlaying
              ? icon('pause')
              : icon('play')}</button>
          <progress max="1" .value=${isCurrent ? playback.part : 0} aria-label=${label}></progress>
          ${isCurrent ? controls() : nothing}
        </div>
        ${isWaiting ? html`<p class="soft small">${t('shell.playsNext')}</p>` : nothing}
        ${isCurrent && playback.trouble === 'recording'
          ? html`<p role="alert">${t('shell.noRecording')}</p>`
          : nothing}
      `,
      this,
    );
  }
}

customElements.define('way-player', Player);
