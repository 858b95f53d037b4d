// Recording a voice message: kept on the device piece by piece, so that a crash of the page loses a few seconds.

import { sendVoice } from '../data/conversations.js';
import { Recorder } from '../parts/recorder.js';
import { complain, notice } from '../shell/notices.js';
import * as store from '../shell/store.js';
import { t } from '../shell/texts.js';

/** Most seconds of a message. */
export const longest = 300;
/** Seconds after which what was recorded so far is kept on the device. */
const keptEvery = 4;

/** Safari writes MP4 well, and WebM badly; others have Opus. */
const isSafari = /^((?!chrome|chromium|android).)*safari/i.test(
  globalThis.navigator?.userAgent ?? '',
);
const types = isSafari
  ? ['audio/mp4']
  : ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

/** @typedef {{key: string, pieces: Blob[], type: string, seconds: number}} Kept */
/** @typedef {'idle' | 'recording' | 'ready' | 'found'} State */

export class Voice {
  /** @type {State} */
  state = 'idle';
  /** What was recorded and can be listened to before it is sent. @type {{sound: Blob, seconds: number, address: string} | null} */
  made = null;
  /** @type {number | undefined} */
  #ticking;

  /** @param {string} conversation @param {() => void} update */
  constructor(conversation, update) {
    this.conversation = conversation;
    this.update = update;
    this.key = `voice/${conversation}`;
    this.recorder = new Recorder({
      types,
      isTaken: () => true,
      taken: (pieces) => this.#keep(pieces),
    });
    this.#look();
  }

  /** Whatever a crash has left is offered. */
  async #look() {
    /** @type {Kept | undefined} */
    const kept = await store.read('kept', this.key);
    if (!kept || this.state !== 'idle') return;
    this.#show(new Blob(kept.pieces, { type: kept.type }), kept.seconds, 'found');
  }

  /** @param {Blob[]} pieces */
  #keep(pieces) {
    if (pieces.length % keptEvery !== 0) return;
    store.write('kept', {
      key: this.key,
      pieces: [...pieces],
      type: this.recorder.type,
      seconds: this.recorder.seconds,
    });
  }

  /** Begins, after a tap. */
  async start() {
    this.#drop();
    try {
      await this.recorder.start();
    } catch {
      return notice(t('talk.noMicrophone'), { bad: true });
    }
    this.state = 'recording';
    this.#ticking = setInterval(() => {
      if (this.recorder.seconds >= longest) this.stop();
      this.update();
    }, 250);
    this.update();
  }

  /** Ends it, to be listened to first. */
  async stop() {
    const { seconds } = this.recorder;
    clearInterval(this.#ticking);
    try {
      const sound = await this.recorder.stop();
      await store.write('kept', { key: this.key, pieces: [sound], type: sound.type, seconds });
      this.#show(sound, seconds, 'ready');
    } catch (error) {
      this.state = 'idle';
      complain(error);
      this.update();
    }
  }

  /** @param {Blob} sound @param {number} seconds @param {State} state */
  #show(sound, seconds, state) {
    this.made = { sound, seconds, address: URL.createObjectURL(sound) };
    this.state = state;
    this.update();
  }

  /** Ends it and says it. */
  async stopAndSend() {
    if (this.state === 'recording') await this.stop();
    await this.send();
  }

  /** Says what was recorded. */
  async send() {
    if (!this.made) return;
    const { sound } = this.made;
    try {
      await sendVoice(this.conversation, sound, t('talk.voiceMessage'));
      // What waits keeps it from now on.
      await this.drop();
    } catch (error) {
      complain(error);
    }
  }

  /** Forgets what was recorded. */
  async drop() {
    this.#drop();
    await store.remove('kept', this.key);
    this.update();
  }

  #drop() {
    if (this.made) URL.revokeObjectURL(this.made.address);
    this.made = null;
    this.state = 'idle';
  }

  /** The page is left: what is being recorded is kept and offered when one comes back. */
  async end() {
    clearInterval(this.#ticking);
    this.update = () => {};
    if (this.state === 'recording') await this.stop();
    if (this.made) URL.revokeObjectURL(this.made.address);
  }
}
