// What is heard at a stop in a language: its recording, made here or sent as a file, else its text, read
// aloud by the device.

import { recordingAddress } from '../data/draft-media.js';
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import '../parts/player.js';
import { icon } from '../parts/icon.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { languagesOf, titleOf, untold, withRecording } from './document.js';
import { inLanguage } from './languages.js';
import { Recorder } from '../parts/recorder.js';

/** @typedef {import('./document.js').Stop} Stop */
/** @typedef {{key: string, tag: string}} Place a stop and a language */

/** Most seconds of a recording. */
const longest = 600;

export class StopSound {
  #recorder = new Recorder();
  /** @type {Place | null} where is being recorded */
  #recording = null;
  /** @type {Place & {sound: Blob, address: string} | null} recorded, not yet kept */
  #sound = null;
  /** @type {Place & {part: number} | null} what is on its way */
  #sending = null;
  /** @type {number | undefined} */
  #ticking;

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    page.view.onLeave(() => {
      this.#recorder.cancel();
      this.#drop();
      clearInterval(this.#ticking);
    });
  }

  get editor() {
    return this.page.editor;
  }

  /** @param {Stop} stop @param {string} tag of the language @param {boolean} isMany whether there are others */
  draw(stop, tag, isMany) {
    const place = { key: stop.key, tag };
    const isRecorded = tag in stop.recordings;
    const said = isRecorded
      ? 'soundRecorded'
      : stop.text[tag]?.trim()
      ? 'soundSpeech'
      : 'soundNothing';
    const mine = isAt(this.#sound, place) ? this.#sound : null;
    const sending = isAt(this.#sending, place) ? this.#sending : null;
    const label = inLanguage(t('studio.sound'), tag, isMany);
    return html`<section class="stack tight" id="stop-sound-${tag}" tabindex="-1" aria-label=${label}>
      <h3>${label}</h3>
      <p class="soft">${t(`studio.${said}`)}</p>
      ${mine ? this.#made(mine) : this.#heard(stop, tag)}
      ${
      sending
        ? html`<p role="status">${
          t('studio.sending', { percent: Math.round(sending.part * 100) })
        }</p>`
        : nothing
    }
      ${isAt(this.#recording, place) ? this.#running() : this.#ways(place, isRecorded)}</section>`;
  }

  /** What was recorded just now. @param {Place & {sound: Blob, address: string}} mine */
  #made(mine) {
    return html`
      <way-player src=${mine.address} label=${this.#label(mine)}></way-player>
      <div
        class="row"><button class="button main" ?disabled=${this.#sending !==
          null} @click=${() => this.#keep(mine, mine.sound)}>${t('studio.useSound')}</button>
        <button class="button" @click=${() => this.#drop()}>${t('studio.dropSound')}</button></div>
    `;
  }

  /** @param {Place} place */
  #label({ key, tag }) {
    const { doc } = this.editor;
    const stop = doc.stops.find((one) => one.key === key);
    return t('studio.soundOf', { name: stop ? titleOf(stop, [tag, ...languagesOf(doc)]) : '' });
  }

  /** What visitors hear. @param {Stop} stop @param {string} tag */
  #heard(stop, tag) {
    const { editor } = this;
    const label = this.#label({ key: stop.key, tag });
    const recording = stop.recordings[tag];
    const language = tag === untold ? '' : tag;
    if (recording) {
      // The server plays what it has.
      const known = editor.base.stops.find(({ key }) => key === stop.key)?.recordings[tag];
      const id = editor.ids.get(stop.key);
      const address = recordingAddress(editor.id, { stop: id ?? '', language });
      return id && known?.media === recording.media
        ? keyed(recording.media, html`<way-player src=${address} label=${label}></way-player>`)
        : html`<p class="soft small">${t('studio.soundAfterSaving')}</p>`;
    }
    const text = stop.text[tag]?.trim();
    return text
      ? html`<way-player text=${text} lang=${language} label=${label}></way-player>`
      : nothing;
  }

  #running() {
    return html`
      <div
        class="row"><button class="button main" @click=${() => this.#stop()}>${icon('square')}${t(
          'studio.stopRecording',
        )}</button><span role="timer" class="figures">${t('studio.recordingFor', {
          seconds: Math.floor(this.#recorder.seconds),
        })}</span></div>
    `;
  }

  /** The ways to a recording, and back to the text. @param {Place} place @param {boolean} isRecorded */
  #ways(place, isRecorded) {
    const { editor } = this;
    const id = `studio-sound-${place.tag}`;
    const take = (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      const file = input.files?.[0];
      input.value = '';
      if (file) this.#keep(place, file);
    };
    const isBusy = this.#sending !== null || this.#recording !== null;
    return html`
      <div
        class="row"><button class="button" ?disabled=${isBusy} @click=${() =>
          this.#start(place)}>${icon('mic')}${t('studio.record')}</button>
        ${isRecorded
          ? html`<button class="button" @click=${() =>
            editor.change(
              withRecording(editor.doc, place.key, place.tag),
              t('studio.didSpeech'),
            )}>${icon('trash-2')}${t('studio.removeSound')}</button>`
          : nothing}</div>
      <div class="field"><label for=${id}>${t('studio.soundFile')}</label>
        <input id=${id} class="studio-file" type="file" accept="audio/*,.mp3,.m4a,.ogg,.flac,.wav"
          ?disabled=${isBusy} aria-describedby="${id}-help" @change=${take}>
        <p class="field-help" id="${id}-help">${t('studio.soundFileHelp')}</p></div>
    `;
  }

  /** @param {Place} place */
  async #start(place) {
    this.#drop();
    try {
      await this.#recorder.start();
    } catch {
      return notice(t('studio.noMicrophone'), { bad: true });
    }
    this.#recording = place;
    this.#ticking = setInterval(() => {
      if (this.#recorder.seconds >= longest) this.#stop();
      this.page.view.update();
    }, 1000);
    this.page.view.update();
  }

  async #stop() {
    clearInterval(this.#ticking);
    const place = this.#recording;
    this.#recording = null;
    if (!place) return;
    try {
      const sound = await this.#recorder.stop();
      this.#sound = { ...place, sound, address: URL.createObjectURL(sound) };
    } catch (error) {
      complain(error);
    }
    this.page.view.update();
  }

  #drop() {
    if (this.#sound) URL.revokeObjectURL(this.#sound.address);
    this.#sound = null;
    if (!this.page.view.isLeft) this.page.view.update();
  }

  /** @param {Place} place @param {Blob} sound */
  async #keep({ key, tag }, sound) {
    const tell = (/** @type {number} */ part) => {
      this.#sending = { key, tag, part };
      this.page.view.update();
    };
    tell(0);
    try {
      const isKept = await this.editor.media.record(key, tag, sound, tell);
      if (isKept === false) notice(t('studio.soundNeedsSave'), { bad: true });
      else this.#drop();
      if (isKept) {
        notice(t('studio.soundKept'));
        this.editor.settle();
      }
    } catch (error) {
      complain(error);
    }
    this.#sending = null;
    this.page.view.update();
  }
}

/** @param {Place | null} one @param {Place} place */
const isAt = (one, place) => one?.key === place.key && one.tag === place.tag;
