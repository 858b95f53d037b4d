// The one voice of the client: stories one after the other, by a recording or by the device's voice, and short
// words of guidance between them. Two things are never heard at once.
//
//   playback.play({ id, title, text, lang })      now: after a tap
//   playback.add({ id, title, src })              when what plays has ended
//   playback.say('In 40 m left into Städtle', { lang: 'en' })
//
// What plays goes on while pages come and go; those that show it themselves say so by `showing`.

import { Reading, sentences, voiceFor, voices } from './speech.js';

/**
 * @typedef {Object} Story
 * @property {string} id the same one is never twice in the queue
 * @property {string} title said first where the text is spoken
 * @property {string} [by] whose it is, for instance the tour
 * @property {string} [src] address of a recording
 * @property {string} [text]
 * @property {string} [lang] of the text
 * @property {string} [picture] address
 * @property {string} [href] the page that it belongs to
 */

/** @typedef {'idle' | 'playing' | 'paused'} State */

export const speeds = [0.75, 1, 1.25, 1.5];
/** Seconds that one goes back. */
export const step = 15;

export class Playback {
  /** @type {Story | null} */
  current = null;
  /** @type {Story[]} */
  queue = [];
  /** @type {State} */
  state = 'idle';
  speed = 1;
  /** Why a story is not heard: its recording could not be had, or the device says nothing. @type {'' | 'recording' | 'voice'} */
  trouble = '';
  /** Whether the device says nothing at all: what is told is read, and nobody waits for its end. */
  isSilent = false;
  /** Whether guidance is being said. */
  isGuiding = false;
  /** Whether the page that is seen shows what plays. */
  isShown = false;
  /** @type {Set<() => void>} */
  #followers = new Set();
  /** @type {Reading | null} */
  #reading = null;
  /** @type {Reading | null} */
  #guidance = null;
  /** @type {Story | null} */
  #last = null;

  /** @param {HTMLAudioElement} audio @param {{begins?: () => void, ends?: () => void}} [hooks] */
  constructor(audio, hooks = {}) {
    this.audio = audio;
    this.hooks = hooks;
    audio.addEventListener('ended', () => this.#isRecording && this.#over());
    audio.addEventListener('timeupdate', () => this.#tell());
    audio.addEventListener('error', () => this.#isRecording && this.#failed());
    // By the device: a call has come, headphones were pulled out.
    audio.addEventListener('pause', () => {
      if (!this.#isRecording || this.state !== 'playing' || this.isGuiding || !audio.paused) return;
      if (audio.ended) return;
      this.state = 'paused';
      this.#tell();
    });
  }

  /** Calls at every change; returns what ends it. @param {() => void} call */
  follow(call) {
    this.#followers.add(call);
    return () => this.#followers.delete(call);
  }

  /** @param {boolean} isShown by the page itself */
  showing(isShown) {
    this.isShown = isShown;
    this.#tell();
  }

  /** Whether a story is being told, heard or paused. @param {string} id */
  isCurrent(id) {
    return this.current?.id === id;
  }

  /** Tells a story now. @param {Story} story */
  play(story) {
    if (this.isCurrent(story.id)) return this.state === 'paused' ? this.resume() : undefined;
    this.queue = this.queue.filter(({ id }) => id !== story.id);
    this.#begin(story);
  }

  /** Tells a story when those before it have ended. @param {Story} story */
  add(story) {
    if (this.isCurrent(story.id) || this.queue.some(({ id }) => id === story.id)) return;
    if (this.current && this.state === 'playing' && !this.isSilent) {
      this.queue.push(story);
      this.#tell();
    } else this.#begin(story);
  }

  pause() {
    if (this.state !== 'playing') return;
    this.state = 'paused';
    this.audio.pause();
    this.#reading?.stop();
    this.#guidance?.stop();
    this.#guided();
    this.#tell();
  }

  resume() {
    if (!this.current || this.state === 'playing') return;
    this.state = 'playing';
    this.#guidance?.stop();
    this.#guided();
    this.#sound();
    this.#tell();
  }

  toggle() {
    if (this.state === 'playing') this.pause();
    else this.resume();
  }

  /** Some seconds back; of what is spoken, whole sentences. */
  back() {
    if (!this.current) return;
    if (this.#isRecording) this.audio.currentTime = Math.max(0, this.audio.currentTime - step);
    else if (this.#reading) {
      this.#reading.stop();
      this.#reading.back(step);
      if (this.state === 'playing') this.#reading.start(this.speed);
    }
    this.#tell();
  }

  /** From its beginning, also when it has just ended. */
  repeat() {
    const story = this.current ?? this.#last;
    if (!story) return;
    this.#silence();
    this.#begin(story);
  }

  /** To the next story; the last one ends. */
  next() {
    if (!this.current) return;
    this.#silence();
    this.#over();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.audio.playbackRate = speed;
    if (this.#reading && this.state === 'playing') {
      this.#reading.stop();
      this.#reading.start(speed);
    }
    this.#tell();
  }

  nextSpeed() {
    this.setSpeed(speeds[(speeds.indexOf(this.speed) + 1) % speeds.length]);
  }

  /** Ends everything that is told. */
  stop() {
    this.queue = [];
    this.#silence();
    this.current = null;
    this.#last = null;
    this.state = 'idle';
    this.#tell();
    this.hooks.ends?.();
  }

  /**
   * Says something short. While a story plays only what matters is said, and the story goes on after it.
   *
   * @param {string} words @param {{lang: string, matters?: boolean}} options
   * @returns {boolean} whether it is said
   */
  say(words, { lang, matters = false }) {
    if (this.state === 'playing') {
      if (!matters) return false;
      this.isGuiding = true;
      this.audio.pause();
      this.#reading?.stop();
    }
    this.#guidance?.stop();
    this.isGuiding = true;
    const over = () => {
      this.#guided();
      if (this.state === 'playing') this.#sound();
    };
    this.#guidance = new Reading(sentences(words, lang), lang, {
      changed: () => {},
      ended: over,
      silent: over,
      refused: over,
    });
    this.#guidance.start(this.speed);
    return true;
  }

  /** Silences what is said between stories. */
  hushGuidance() {
    this.#guidance?.stop();
    this.#guided();
  }

  /** How much of it has been heard, 0 to 1. */
  get part() {
    const { duration, currentTime } = this.audio;
    if (this.#isRecording) return duration > 0 ? currentTime / duration : 0;
    return this.#reading?.part ?? 0;
  }

  get #isRecording() {
    return Boolean(this.current?.src) && this.#reading === null;
  }

  /** @param {Story} story */
  #begin(story) {
    this.#silence();
    this.current = story;
    this.#last = story;
    this.state = 'playing';
    this.trouble = '';
    this.isSilent = false;
    if (story.src) this.audio.src = story.src;
    else this.#read(story);
    this.#sound();
    this.#tell();
    this.hooks.begins?.();
  }

  /** @param {Story} story */
  #read(story) {
    const lang = story.lang ?? globalThis.document?.documentElement.lang ?? 'en';
    const title = /[.!?…]$/.test(story.title) ? story.title : `${story.title}.`;
    const parts = [...(story.title ? [title] : []), ...sentences(story.text ?? '', lang)];
    const known = voices();
    if (known.length > 0 && !voiceFor(known, lang)) this.trouble = 'voice';
    this.#reading = new Reading(parts, lang, {
      changed: () => this.#tell(),
      ended: () => this.#over(),
      silent: () => {
        this.trouble = 'voice';
        this.isSilent = true;
        if (this.queue.length > 0) return this.next();
        this.#tell();
      },
      refused: () => this.pause(),
    });
  }

  /** Makes heard what is current. */
  async #sound() {
    const story = this.current;
    if (this.#reading) return this.#reading.start(this.speed);
    this.audio.playbackRate = this.speed;
    try {
      await this.audio.play();
    } catch (error) {
      if (this.current !== story || !this.#isRecording) return;
      const { name } = /** @type {Error} */ (error);
      // Broken off by the next one.
      if (name === 'AbortError') return;
      if (name !== 'NotAllowedError') return this.#failed();
      // Browsers want a tap first: "Play" is one.
      this.state = 'paused';
      this.#tell();
    }
  }

  /** A recording cannot be had: the text is spoken, where there is one. */
  #failed() {
    const story = this.current;
    if (!story || this.#reading) return;
    if (story.text) {
      this.#read(story);
      if (this.state === 'playing') this.#sound();
    } else {
      this.trouble = 'recording';
      this.state = 'paused';
    }
    this.#tell();
  }

  #over() {
    this.#reading = null;
    this.current = null;
    this.state = 'idle';
    const following = this.queue.shift();
    if (following) return this.#begin(following);
    this.#tell();
    this.hooks.ends?.();
  }

  #guided() {
    this.#guidance = null;
    this.isGuiding = false;
  }

  #silence() {
    this.#guidance?.stop();
    this.#guided();
    this.#reading?.stop();
    this.#reading = null;
    const { state } = this;
    this.state = 'idle';
    this.audio.pause();
    this.state = state;
  }

  #tell() {
    this.#followers.forEach((call) => call());
  }
}
