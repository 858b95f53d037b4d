// Files of a tour: its pictures and recordings. They are sent at once; which of them the tour shows and
// plays is part of its document, and can be undone there.

import {
  addStopPicture,
  describeCover,
  describeStopPicture,
  readPicture,
  recordingAddress,
  sendCover,
  sendRecording,
} from '../data/draft-media.js';
import { readDraft } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { openConflict } from '../parts/dialog.js';
import { photo } from '../parts/photo.js';
import { ApiError } from '../shell/api.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { fromServer, untold, withRecording, withStopPicture } from './document.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').Picture} Picture */
/** @typedef {import('./document.js').Doc} Doc */
/** @typedef {(part: number) => void} Progress */
/** @typedef {import('../parts/picture-field.js').Words} Words */
/**
 * @typedef {Object} Clash what another author may have sent to the same place
 * @property {(doc: Doc) => string | undefined} of its mark in a document
 * @property {(mark: string, stop: string) => unknown} theirs drawn, from the server's stop
 * @property {() => unknown} yours
 */

/** Most pictures of a stop. */
export const mostPictures = 10;

export class TourMedia {
  /** @type {Map<string, Picture | null>} what pictures look like; null for what is no longer kept */
  known = new Map();

  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  /** Pictures that an answer shows are known from then on, also after they were taken away. @param {Tour} tour */
  learn({ picture, stops }) {
    for (const one of [picture, ...stops.map(({ pictures }) => pictures ?? [])].flat()) {
      if (one) this.known.set(one.id, one);
    }
  }

  /** A picture; undefined while it is asked for, null if it is no longer kept. @param {string} id */
  find(id) {
    if (!this.known.has(id)) this.#ask(id);
    return this.known.get(id);
  }

  /** @type {Set<string>} */
  #asked = new Set();

  /** @param {string} id */
  async #ask(id) {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    const { view } = this.editor;
    try {
      this.known.set(id, await readPicture(id, view.signal));
    } catch (error) {
      if (error instanceof ApiError) this.known.set(id, null);
      else if (!view.isLeft) complain(error);
      this.#asked.delete(id);
    }
    view.update();
  }

  /**
   * Makes a file the cover.
   *
   * @param {Blob} file @param {string} words query with what is to be seen @param {Progress} progress
   */
  putCover(file, words, progress) {
    const own = addressOf();
    return this.#take({
      send: () => sendCover(this.editor, file, words, progress),
      change: (doc, { picture }) => ({ ...doc, picture: picture?.id ?? null }),
      label: t('studio.didCover'),
      clash: {
        of: ({ picture }) => picture ?? undefined,
        theirs: (id) => {
          const picture = this.find(id);
          return picture ? photo(picture, { look: 'chosen', sizes: '320px' }) : nothing;
        },
        yours: () =>
          html`<img class="photo chosen" src=${own(file)} alt=${t('shell.chosenPicture')}>`,
      },
    }).finally(own.end);
  }

  /** Says in other words what is to be seen on the cover. @param {Words} words */
  describeCover(words) {
    return this.#take({
      send: () => describeCover(this.editor, words),
      change: (doc, { picture }) => ({ ...doc, picture: picture?.id ?? null }),
      label: t('studio.didDescribePicture'),
    });
  }

  /**
   * Adds a file to the pictures of a stop.
   *
   * @param {string} key of the stop @param {Blob} file @param {string} words query with what is to be seen
   * @param {Progress} progress
   */
  addPicture(key, file, words, progress) {
    return this.#take({
      key,
      send: (stop) => addStopPicture(this.editor, stop, file, words, progress),
      change: (doc, answer, index) => {
        const id = answer.stops[index].pictures?.at(-1)?.id;
        return id ? withStopPicture(doc, key, id) : doc;
      },
      label: t('studio.didAddPicture'),
    });
  }

  /**
   * Says in other words what is to be seen on a picture of a stop, which is another one with the same files
   * from then on.
   *
   * @param {string} key of the stop @param {string} id @param {Words} words
   */
  describePicture(key, id, words) {
    return this.#take({
      key,
      send: (stop) => describeStopPicture(this.editor, stop, id, words),
      change: (doc, answer, index) => {
        const renewed = answer.stops[index].pictures?.find((one) => !this.known.has(one.id));
        return renewed ? withStopPicture(doc, key, renewed.id, id) : doc;
      },
      label: t('studio.didDescribePicture'),
    });
  }

  /**
   * Makes a sound file what is heard at a stop in a language.
   *
   * @param {string} key of the stop @param {string} tag of the language @param {Blob} sound
   * @param {Progress} progress
   */
  record(key, tag, sound, progress) {
    const language = tag === untold ? undefined : tag;
    const own = addressOf();
    return this.#take({
      key,
      send: (stop) => sendRecording(this.editor, { stop, language }, sound, progress),
      change: (doc, answer, index) =>
        withRecording(
          doc,
          key,
          tag,
          fromServer(answer).stops[index].recordings[tag === untold ? doc.languages[0] : tag],
        ),
      label: t('studio.didRecord'),
      clash: {
        of: (doc) => doc.stops.find((stop) => stop.key === key)?.recordings[tag]?.media,
        theirs: (_, stop) =>
          html`
            <way-player src=${recordingAddress(this.editor.id, { stop, language })}
              label=${t('studio.theirRecording')}></way-player>
          `,
        yours: () =>
          html`<way-player src=${own(sound)} label=${t('studio.ownRecording')}></way-player>`,
      },
    }).finally(own.end);
  }

  /**
   * Saves the draft if need be, sends a file to it, and makes the file part of the document: one step that
   * can be undone.
   *
   * @param {{key?: string, send: (stop: string) => Promise<Tour>, label: string,
   *   change: (doc: Doc, answer: Tour, index: number) => Doc, clash?: Clash}} step `key` of the stop that it is
   *   about, which is the server's `stop`, in its answer at `index`
   * @returns {Promise<boolean | undefined>} false if the draft could not be saved before; undefined where what
   *   somebody else has sent meanwhile was kept instead
   */
  async #take({ key, send, change, label, clash }) {
    const { editor } = this;
    for (let turn = 0; turn < 3; turn++) {
      if (editor.isSaving || !await editor.ready()) return false;
      const { saved } = editor;
      const index = saved.stops.findIndex((stop) => stop.key === key);
      const stop = editor.ids.get(key ?? '');
      if (key && (!stop || index < 0)) return false;
      try {
        const answer = await editor.busy(() => send(stop ?? ''));
        // What was written meanwhile is not at the server.
        const isQuiet = editor.doc === saved;
        editor.change(change(editor.doc, answer, index), label);
        editor.adopt(answer, isQuiet ? editor.doc : change(saved, answer, index));
        editor.view.update();
        return true;
      } catch (error) {
        const isStale = error instanceof ApiError && error.status === 412;
        const before = editor.doc;
        if (!isStale || !await editor.bringTogether(await readDraft(editor.id))) throw error;
        if (await this.#isTheirs(before, key, clash)) return undefined;
      }
    }
    return false;
  }

  /**
   * Whether somebody else has put something in the place of what is sent, which the author keeps.
   *
   * @param {Doc} before @param {string | undefined} key of the stop @param {Clash} [clash]
   */
  async #isTheirs(before, key, clash) {
    const { editor } = this;
    if (!clash) return false;
    const there = clash.of(editor.doc);
    if (!there || there === clash.of(before)) return false;
    const side = await openConflict({
      theirs: clash.theirs(there, editor.ids.get(key ?? '') ?? ''),
      yours: clash.yours(),
    });
    return side !== 'yours';
  }
}

/** Makes an address of a file that is only here, when one is asked for, until it is ended. */
function addressOf() {
  let address = '';
  const own = (/** @type {Blob} */ file) => address ||= URL.createObjectURL(file);
  own.end = () => {
    if (address) URL.revokeObjectURL(address);
  };
  return own;
}
