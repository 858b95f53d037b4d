// A tour while it is edited: its document with what can be undone, what the server has, and the
// ways between the two. Draws nothing.

import {
  createDraft,
  isOfDraft,
  publishTour,
  readDraft,
  retireTour,
  saveDraft,
  watchDraft,
} from '../data/drafts.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { language, t } from '../shell/texts.js';
import {
  emptyDoc,
  fromServer,
  isSame,
  lacks,
  nameOf,
  pictureAt,
  toBody,
  withoutPicture,
} from './document.js';
import { History } from './history.js';
import { TourMedia } from './media.js';
import { merge, sameStops, settled } from './merging.js';
import { dropKept, readKept, writeKept } from './kept.js';

/** @typedef {import('./document.js').Doc} Doc */
/** @typedef {import('api-types').Tour} Tour */
/** @typedef {{pointer: string, detail: string}} Problem */
/**
 * Asks which parts of theirs stay; undefined to decide later.
 *
 * @typedef {(merge: import('./merging.js').Merge, theirs: Doc, mine: Doc) => Promise<Set<string> | undefined>} AskMerge
 */

/** Milliseconds without a change after which unsaved work is kept on the device. */
const pause = 250;

/**
 * The tour that was edited last: who comes back to it can still undo.
 *
 * @type {{id: string, account: string | undefined, editor: Editor} | null}
 */
let handedOver = null;

export class Editor {
  /** @type {History<Doc>} */
  history = new History(emptyDoc(language));
  /** @type {Tour | null} what the server answered last */
  tour = null;
  /** @type {Doc} */
  base = this.history.present;
  /** @type {Doc} what was last saved, as it was when it was sent */
  saved = this.history.present;
  /** @type {Doc | null} what waits for the network */
  queued = null;
  version = 0;
  /** @type {Map<string, string>} the server's ids of stops, by key */
  ids = new Map();
  isReady = false;
  isSaving = false;
  /** @type {Problem[]} */
  problems = [];
  /** @type {Tour | null} a version of somebody else that has not been looked at */
  theirs = null;
  media = new TourMedia(this);
  /** @type {number | undefined} */
  #timer;
  #keys = 0;
  /** @type {Promise<unknown>} */
  #keeping = Promise.resolve();

  /**
   * @param {import('../shell/view.js').View} view @param {string} id of the tour, or `new`
   * @param {AskMerge} ask
   */
  constructor(view, id, ask) {
    this.view = view;
    this.id = id;
    this.ask = ask;
    view.onLeave(() => {
      this.keepNow();
      if (this.isReady) handedOver = { id: this.id, account: session.account?.id, editor: this };
    });
    const keep = () => this.keepNow();
    addEventListener('pagehide', keep);
    view.onLeave(() => removeEventListener('pagehide', keep));
    if (id === 'new') this.#begin();
    else {
      this.resource = watchDraft(view, id, ({ data }) => {
        if (data) this.#arrived(data);
      });
    }
  }

  get isNew() {
    return this.id === 'new';
  }

  get doc() {
    return this.history.present;
  }

  /** Whether there is work that the server does not have. */
  get isDirty() {
    return this.doc !== this.saved;
  }

  /** Where unsaved work is: `saved`, `device`, `queued`, `saving`. */
  get status() {
    if (this.isSaving) return 'saving';
    if (this.queued && this.queued === this.doc) return 'queued';
    if (this.isDirty) return 'device';
    return this.isNew ? 'empty' : 'saved';
  }

  /** A name for a stop that the server does not know yet. */
  newKey() {
    return `new-${Date.now().toString(36)}-${++this.#keys}`;
  }

  /** The key of a stop of the server. @param {string} id */
  #keyOf = (id) => {
    for (const [key, known] of this.ids) if (known === id) return key;
    this.ids.set(id, id);
    return id;
  };

  // Beginning

  async #begin() {
    if (this.#comeBack()) return;
    const kept = await readKept('new');
    if (kept) this.#restore(kept);
    this.isReady = true;
    this.view.update();
  }

  /** @param {import('./kept.js').Kept} kept */
  #restore(kept) {
    this.ids = new Map(kept.ids);
    this.base = kept.base;
    this.saved = kept.base;
    this.version = kept.version;
    this.history = new History(kept.base);
    this.history.push(kept.doc, t('studio.doneBefore'));
  }

  /** Goes on where the same person was with the same tour. */
  #comeBack() {
    const last = handedOver;
    handedOver = null;
    if (last?.id !== this.id || last.account !== session.account?.id) return false;
    const { history, saved, queued, ids, tour, base, version, problems } = last.editor;
    Object.assign(this, { history, saved, queued, ids, tour, base, version, problems });
    this.media.known = last.editor.media.known;
    this.isReady = true;
    this.view.update();
    return true;
  }

  #isBeginning = false;

  /** @param {Tour} data */
  async #arrived(data) {
    this.media.learn(data);
    if (this.isReady) return this.#changed(data);
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    if (this.#comeBack()) return this.#changed(data);
    const kept = await readKept(this.id);
    this.tour = data;
    if (kept) {
      this.#restore(kept);
      this.isReady = true;
      if (data.version !== this.version) await this.#changed(data);
    } else {
      this.#takeOver(data);
      this.isReady = true;
    }
    this.view.update();
  }

  /** Everything as the server has it. @param {Tour} data */
  #takeOver(data) {
    const doc = fromServer(data, this.#keyOf);
    this.tour = data;
    this.base = doc;
    this.saved = doc;
    this.version = data.version;
    this.history = new History(doc);
    this.theirs = null;
    this.queued = null;
    dropKept(this.id);
  }

  /** The server has another version. @param {Tour} data */
  async #changed(data) {
    if (data.version <= this.version || this.isSaving) {
      if (data.version === this.version) this.tour = data;
      return;
    }
    const theirs = this.#read(data);
    if (isSame(this.doc, theirs) || (this.queued && isSame(this.queued, theirs))) {
      const sent = this.queued && isSame(this.queued, theirs) ? this.queued : this.doc;
      this.adopt(data, sent);
    } else if (!this.isDirty) {
      this.#takeOver(data);
      notice(t('studio.changedByOthers'));
    } else if (isSame(this.base, theirs)) {
      // Published or taken back: what is written is the same.
      this.tour = data;
      this.version = data.version;
      this.#keepSoon();
    } else this.theirs = data;
    this.view.update();
  }

  /** The document of an answer, with the keys of stops that are known here. @param {Tour} data */
  #read(data) {
    const known = new Set(this.ids.values());
    const isRenumbered = data.stops.length === this.base.stops.length &&
      !data.stops.some((stop) => known.has(stop.id ?? ''));
    // The first change of a published tour gives all stops other ids.
    if (isRenumbered) {
      for (const [stop, old] of sameStops(this.base, fromServer(data))) {
        this.ids.set(old.key, stop.key);
      }
    }
    return fromServer(data, this.#keyOf);
  }

  // Changing

  /**
   * Takes a step that can be undone.
   *
   * @param {Doc} doc @param {string} label what was done, in words
   * @param {string} [group] steps of a group that follow closely are one, such as letters of a word
   */
  change(doc, label, group) {
    if (doc === this.doc) return;
    this.history.push(doc, label, group);
    this.problems = [];
    this.#keepSoon();
    this.view.update();
  }

  undo() {
    const label = this.history.undo();
    if (label) this.#stepped(t('studio.undone', { what: label }));
  }

  redo() {
    const label = this.history.redo();
    if (label) this.#stepped(t('studio.redone', { what: label }));
  }

  /** @param {string} said */
  #stepped(said) {
    this.said = said;
    this.problems = [];
    this.#keepSoon();
    this.view.update();
  }

  /** What was last undone or done again, for those who do not see it. */
  said = '';

  #keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keepNow(), pause);
  }

  /** Keeps unsaved work on the device. */
  keepNow() {
    if (this.#timer === undefined) return this.#keeping;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#keeping = this.isDirty
      ? writeKept(this.id, {
        doc: this.doc,
        base: this.base,
        version: this.version,
        ids: [...this.ids],
        at: Date.now(),
      })
      : dropKept(this.id);
    return this.#keeping;
  }

  /** Throws unsaved work away; it can be undone. */
  discard() {
    this.change(this.saved, t('studio.didDiscard'));
  }

  /** The tour is gone; nothing of it stays on the device. */
  async forget() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.isReady = false;
    await dropKept(this.id);
  }

  // Saving

  /** @param {string} pointer @param {string} detail */
  #wrong(pointer, detail) {
    this.problems = [...this.problems, { pointer, detail }];
  }

  /** What can be seen to be missing; empty if nothing is. */
  missing() {
    return lacks(this.doc).map(({ pointer, code }) => ({ pointer, detail: t(`studio.${code}`) }));
  }

  /**
   * Saves the draft.
   *
   * @param {{stays?: boolean}} [options] `stays` where a new tour keeps its address until {@link Editor#settle}
   * @returns {Promise<boolean>} whether the server has it now
   */
  async save({ stays = false } = {}) {
    if (this.isSaving) return false;
    this.problems = this.missing();
    if (this.problems.length > 0) {
      this.view.update();
      return false;
    }
    try {
      return await this.busy(async () => {
        const isSaved = this.isNew ? await this.#create() : await this.#update();
        if (isSaved && !stays) this.settle();
        return isSaved;
      });
    } catch (error) {
      this.#refused(error);
      return false;
    }
  }

  /** What is at the server meanwhile is changed by nothing else. @template T @param {() => Promise<T>} step */
  async busy(step) {
    this.isSaving = true;
    this.view.update();
    try {
      return await step();
    } finally {
      this.isSaving = false;
      this.view.update();
    }
  }

  /** Saves what the server does not have yet, so that a file can be sent to it. */
  async ready() {
    return !this.isDirty && !this.isNew || await this.save({ stays: true });
  }

  /** Gives a tour that was new its own address. */
  settle() {
    if (this.isNew || this.view.isLeft || this.view.params.id !== 'new') return;
    this.view.go(`/studio/tours/${this.id}${this.view.address.search}`, { replace: true });
  }

  async #create() {
    const sent = this.doc;
    try {
      const made = await createDraft(toBody(sent));
      this.adopt(made, sent);
      await dropKept('new');
      this.id = made.id;
      if (this.isDirty) this.#keepSoon();
      await this.keepNow();
      notice(t('studio.savedNew', { name: made.name }));
      return true;
    } catch (error) {
      if (!(error instanceof api.OfflineError)) throw error;
      notice(t('studio.offlineNew'));
      return false;
    }
  }

  async #update() {
    let isTold = false;
    for (let turn = 0; turn < 4; turn++) {
      const sent = this.doc;
      // What still waits is older than this.
      for (const change of api.connection.waiting) {
        if (isOfDraft(change, this.id)) await api.dropWaiting(change.id);
      }
      try {
        const answer = await saveDraft(
          this.id,
          toBody(sent, (key) => this.ids.get(key)),
          this.version,
          t('studio.queuedAs', { name: nameOf(sent) }),
        );
        if ('queued' in answer) {
          this.queued = sent;
          this.#keepSoon();
          await this.keepNow();
          notice(t('studio.offlineSaved'));
          return false;
        }
        this.adopt(answer, sent);
        return true;
      } catch (error) {
        if (!(error instanceof api.ApiError)) throw error;
        // What a former version or an undone step shows may have been forgotten meanwhile.
        const gone = (error.problem.errors ?? [])
          .flatMap(({ pointer }) => pictureAt(sent, pointer) ?? []);
        if (gone.length > 0) {
          this.change(gone.reduce(withoutPicture, this.doc), t('studio.didLosePictures'));
          if (!isTold) notice(t('studio.picturesGone'));
          isTold = true;
          // Each is told alone, and there are only so many.
          turn--;
          continue;
        }
        if (error.status !== 412) throw error;
        if (!await this.bringTogether(await readDraft(this.id))) return false;
      }
    }
    return false;
  }

  /** The server has what was sent. @param {Tour} answer @param {Doc} sent */
  adopt(answer, sent) {
    this.media.learn(answer);
    sent.stops.forEach((stop, index) => {
      const id = answer.stops[index]?.id;
      if (id) this.ids.set(stop.key, id);
    });
    this.tour = answer;
    this.version = answer.version;
    this.base = fromServer(answer, this.#keyOf);
    this.saved = sent;
    this.queued = null;
    this.theirs = null;
    this.#keepSoon();
    this.keepNow();
  }

  /**
   * Brings one's own work together with another version; what both have changed is asked for.
   *
   * @param {Tour} data @returns {Promise<boolean>} false if it was put off
   */
  async bringTogether(data) {
    const theirs = this.#read(data);
    const mine = this.doc;
    const merged = merge(this.base, mine, theirs);
    let chosen = new Set();
    if (merged.choices.length > 0) {
      const answer = await this.ask(merged, theirs, mine);
      if (!answer) {
        this.theirs = data;
        this.view.update();
        return false;
      }
      chosen = answer;
    } else {
      notice(t('studio.broughtTogether'));
    }
    this.tour = data;
    this.base = theirs;
    this.version = data.version;
    this.theirs = null;
    const doc = settled(merged, theirs, chosen);
    this.saved = theirs;
    this.change(isSame(doc, theirs) ? theirs : doc, t('studio.didMerge'));
    return true;
  }

  /** Publishes; saves before if need be. @returns {Promise<boolean>} */
  async publish() {
    if ((this.isDirty || this.isNew) && !await this.save()) return false;
    const { id, doc } = this;
    try {
      const answer = await this.busy(() => publishTour(id, this.version));
      this.adopt(answer, doc);
      this.settle();
      notice(t('studio.published', { name: answer.name }), {
        action: { label: t('studio.undo'), run: () => takeBack(id) },
      });
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    } finally {
      this.view.update();
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    const wrong = error instanceof api.ApiError ? error.problem.errors ?? [] : [];
    this.problems = [];
    for (const { pointer, detail } of wrong) this.#wrong(pointer, detail);
    if (wrong.length === 0) complain(error);
  }
}

/** @param {string} id */
async function takeBack(id) {
  try {
    await retireTour(id);
    notice(t('studio.takenBack'));
  } catch (error) {
    complain(error);
  }
}
