// Text read aloud by the device, sentence by sentence, so that it can be stopped and gone back in.

/** Letters that a voice says in a second, about: browsers do not tell how long a text takes. */
const lettersPerSecond = 14;
/** Seconds after which a device without voices has said nothing. */
const patience = 3;

/** @param {string} text @param {string} language @returns {string[]} */
export function sentences(text, language) {
  const clean = text.replace(/\s+/g, ' ').trim();
  if (!clean) return [];
  if (!('Segmenter' in Intl)) return clean.match(/[^.!?…]+[.!?…]*\s*/g) ?? [clean];
  const parts = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(clean);
  return [...parts].map(({ segment }) => segment.trim()).filter(Boolean);
}

/**
 * The best voice of a language: one of the same region before others, one of the device before
 * one that needs a network.
 *
 * @param {SpeechSynthesisVoice[]} voices @param {string} language @returns {SpeechSynthesisVoice | undefined}
 */
export function voiceFor(voices, language) {
  const wanted = language.toLowerCase();
  const tag = (/** @type {SpeechSynthesisVoice} */ voice) =>
    voice.lang.replace('_', '-').toLowerCase();
  const rank = (/** @type {SpeechSynthesisVoice} */ voice) =>
    (tag(voice) === wanted ? 4 : 0) + (voice.default ? 2 : 0) + (voice.localService ? 1 : 0);
  return voices.filter((voice) => tag(voice).split('-')[0] === wanted.split('-')[0])
    .sort((a, b) => rank(b) - rank(a))[0];
}

/** The voices of the device; empty where it has none, or has not told of them yet. */
export const voices = () => globalThis.speechSynthesis?.getVoices?.() ?? [];

/** Browsers take no voices but their own. @param {unknown} voice */
const isReal = (voice) =>
  'SpeechSynthesisVoice' in globalThis && voice instanceof SpeechSynthesisVoice;

/** Silences the device. Some browsers lose what is said right after it, so only where something is to be silenced. */
export function hush() {
  globalThis.speechSynthesis?.cancel?.();
}

/** How long a text takes at the usual speed. @param {string} text seconds */
export const secondsOf = (text) => text.length / lettersPerSecond + 0.4;

/**
 * One text being read: all of its sentences are given to the device at once, so that it goes on
 * without pauses, also where a page in the background runs seldom.
 */
export class Reading {
  /** The sentence that is said. */
  at = 0;
  /** When it began, by the clock. */
  #since = 0;
  /** Utterances of an earlier beginning are not listened to. */
  #turn = 0;
  /** Browsers drop what nobody holds, and never say that it ended. @type {SpeechSynthesisUtterance[]} */
  #held = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock = undefined;
  #isSilent = false;

  /**
   * @param {string[]} parts @param {string} language
   * @param {{changed: () => void, ended: () => void, silent: () => void, refused: () => void}} told
   *   `silent`: the device says nothing; `refused`: it wants a tap first
   */
  constructor(parts, language, told) {
    this.parts = parts;
    this.language = language;
    this.told = told;
    this.lengths = parts.map(secondsOf);
  }

  /** @param {number} speed */
  start(speed) {
    const turn = ++this.#turn;
    this.speed = speed;
    this.#since = Date.now();
    this.#held = [];
    const rest = this.parts.slice(this.at);
    if (rest.length === 0) return this.#over(turn);
    if (!('speechSynthesis' in globalThis)) {
      this.told.silent();
      return this.#over(turn);
    }
    const voice = voiceFor(voices(), this.language);
    for (const [index, text] of rest.entries()) {
      const words = new SpeechSynthesisUtterance(text);
      words.lang = this.language;
      words.rate = speed;
      if (voice && isReal(voice)) words.voice = voice;
      const at = this.at + index;
      words.onstart = () => this.#began(turn, at);
      words.onend = () => this.#done(turn, at + 1);
      words.onerror = ({ error }) => this.#failed(turn, at, error);
      this.#held.push(words);
    }
    for (const words of this.#held) speechSynthesis.speak(words);
    this.#watch(turn);
  }

  stop() {
    this.#turn++;
    clearTimeout(this.#clock);
    if (this.#held.length > 0) hush();
    this.#held = [];
  }

  /** Goes back by whole sentences. @param {number} seconds */
  back(seconds) {
    let left = seconds - (Date.now() - this.#since) / 1000 * (this.speed ?? 1);
    while (this.at > 0 && left > 0) left -= this.lengths[--this.at];
  }

  /** How much of it has been said, 0 to 1. */
  get part() {
    const sum = (/** @type {number[]} */ some) => some.reduce((all, one) => all + one, 0);
    return sum(this.lengths.slice(0, this.at)) / Math.max(1, sum(this.lengths));
  }

  /** @param {number} turn @param {number} at */
  #began(turn, at) {
    if (turn !== this.#turn) return;
    this.at = at;
    this.#since = Date.now();
    this.#watch(turn, true);
    this.told.changed();
  }

  /** @param {number} turn @param {number} next */
  #done(turn, next) {
    if (turn !== this.#turn) return;
    this.at = next;
    if (next >= this.parts.length) this.#over(turn);
    else this.#watch(turn);
  }

  /** @param {number} turn @param {number} at @param {string} error */
  #failed(turn, at, error) {
    if (turn !== this.#turn) return;
    if (error === 'not-allowed') return this.told.refused();
    // By somebody else who speaks on this device.
    if (error === 'canceled' || error === 'interrupted') return this.#done(turn, at + 1);
    if (this.#isSilent) return;
    this.#isSilent = true;
    this.told.silent();
    this.#watch(turn);
  }

  /** @param {number} turn */
  #over(turn) {
    if (turn !== this.#turn) return;
    clearTimeout(this.#clock);
    this.#turn++;
    this.#held = [];
    this.told.ended();
  }

  /**
   * Some devices never say that they have begun, or ended: what waits must not wait for ever.
   *
   * @param {number} turn @param {boolean} [isHeard]
   */
  #watch(turn, isHeard = false) {
    clearTimeout(this.#clock);
    const rest = this.lengths.slice(this.at).reduce((all, one) => all + one, 0) / (this.speed ?? 1);
    const isMute = !isHeard && voices().length === 0;
    this.#clock = setTimeout(() => {
      if (turn !== this.#turn) return;
      if (isMute && !this.#isSilent) {
        this.#isSilent = true;
        this.told.silent();
        if (turn !== this.#turn) return;
      }
      // Whoever reads it needs the time, too.
      this.#clock = setTimeout(() => {
        if (turn !== this.#turn) return;
        hush();
        this.#over(turn);
      }, (isMute ? rest : rest * 2 + 10) * 1000);
    }, patience * 1000);
  }
}
