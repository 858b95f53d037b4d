// A walk that this device goes along with, whatever page is shown: position, arrivals, guidance and voice. It ends when
// the tour is paused or ended, and when somebody else uses the device.

import { watchTour } from '../data/tours.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { go } from '../shell/router.js';
import { followSession, session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { followTrial, trial } from '../shell/trial.js';
import { showFollowed } from '../shell/under-way.js';
import { playback } from '../parts/playing.js';
import { Awake } from './awake.js';
import { Guiding } from './guiding.js';
import { setSpeaks, speaks, storyOf, titleOf } from './telling.js';
import { nextInShort } from './walk-words.js';
import { Walking } from './walking.js';

/** @typedef {import('../data/tours.js').Tour} Tour */
/** @typedef {import('../map/position.js').Position} Position */
/**
 * @typedef {Object} WalkPage what shows it
 * @property {() => void} changed
 * @property {() => void} played something of what is told has changed, as it does all the while
 * @property {(position: Position) => void} moved
 * @property {(words: string) => void} announced a stop was reached
 * @property {(order: number) => boolean} openStop its words; false while the page cannot show them
 */

/** @type {WalkSession | null} */
let current = null;

/** Who uses the device. */
const who = () => `${session.account?.id} ${trial.isOn}`;
const endOfOthers = () => current?.user !== who() && current?.end();
followSession(endOfOthers);
followTrial(endOfOthers);

export class WalkSession {
  /** @type {Guiding | null} */
  guiding = null;
  /** What was said last, for whoever hears the page. */
  announced = '';
  isSpeaking = speaks();
  /** Stops whose words are to be opened: when their story begins, or when the page is shown again. @type {Set<number>} */
  opening = new Set();
  /** The story in which it is said that there is no voice. */
  saidMute = '';
  user = who();
  /** @type {WalkPage | null} */
  #page = null;
  #control = new AbortController();
  #wasPlaying = false;
  #shown = '';

  /** The walk of a tour that is followed already, or that is from now on. @param {string} id of the tour */
  static of(id) {
    if (current?.id !== id) {
      current?.end();
      current = new WalkSession(id);
    }
    return current;
  }

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.signal = this.#control.signal;
    this.tour = watchTour(this, id, ({ data }) => data && this.#guide(data));
    this.walking = new Walking(this, id, () => this.tour.data ?? undefined, {
      changed: () => {
        // Whoever has stopped the position on another page walks by it no more.
        if (!this.#page && this.walking.isAsking) this.awake.need(false);
        this.changed();
      },
      arrived: ({ order }) => this.#arrived(order),
      completed: () => this.#completed(),
      moved: (position) => {
        this.#page?.moved(position);
        this.guiding?.take(position);
      },
      gone: () => this.#page || this.end(),
    });
    this.awake = new Awake(() => this.changed());
    this.signal.addEventListener('abort', playback.follow(() => this.#played()), { once: true });
  }

  /**
   * Follows an address of the server for as long as the walk goes on.
   *
   * @template T
   * @param {string} path @param {(resource: api.Resource<T>) => void} [call]
   */
  watch(path, call) {
    const { resource, refresh, end } = api.watch(path, (now) => {
      call?.(now);
      this.changed();
    });
    this.signal.addEventListener('abort', end, { once: true });
    return Object.assign(resource, { refresh, end });
  }

  get run() {
    return this.walking.run;
  }

  /** Whether it has ended: another one has to be begun. */
  get isOver() {
    return this.signal.aborted;
  }

  /** Shows it from now on. @param {WalkPage} page */
  show(page) {
    this.#page = page;
    // Whoever comes back may find what could not be had before.
    for (const one of [this.tour, this.walking.runs]) if (one.error) one.refresh();
    this.awake.need(true);
    this.#tellFrame();
  }

  /** The page is left; what is not under way is not followed any more. @param {WalkPage} page */
  hide(page) {
    if (this.isOver || this.#page !== page) return;
    this.#page = null;
    if (!this.run || this.run.completed) return this.end();
    // Elsewhere the screen stays on as long as one walks by the position.
    this.awake.need(!this.walking.isAsking);
    this.#tellFrame();
  }

  end() {
    if (this.isOver) return;
    this.#control.abort();
    this.awake.end();
    playback.hushGuidance();
    if (current === this) current = null;
    showFollowed(null);
  }

  /** @param {Tour} tour */
  #guide(tour) {
    if (this.guiding || tour.route.coordinates.length < 2) return;
    this.guiding = new Guiding(
      tour,
      this.signal,
      () => this.changed(),
      (said) => this.announced = said,
    );
  }

  /** Something of it is another now: pages show it. */
  changed() {
    if (this.isOver) return;
    if (this.guiding) {
      this.guiding.setTarget(this.walking.target?.order);
      this.guiding.isSpoken = this.isSpeaking && !this.run?.completed;
    }
    this.#page?.changed();
    this.#tellFrame();
  }

  /** What all pages say of it. */
  #tellFrame() {
    const words = this.#page ? '' : nextInShort(this.walking);
    if (words === this.#shown) return;
    this.#shown = words;
    showFollowed(words ? { tour: this.id, words } : null);
  }

  /** A stop has been reached: said by vibration, words and voice. @param {number} order */
  #arrived(order) {
    const tour = this.tour.data;
    const stop = tour?.stops.find((one) => one.order === order);
    if (!tour || !stop) return;
    navigator.vibrate?.([80, 60, 80]);
    this.announced = t('tours.arrived', { order, title: titleOf(stop) });
    const story = this.isSpeaking ? storyOf(tour, stop) : null;
    const isBusy = playback.state === 'playing' && !playback.isSilent;
    if (!this.#page) this.#tellElsewhere(order);
    else {
      this.#page.announced(this.announced);
      if ((story && isBusy) || !this.#page.openStop(order)) this.opening.add(order);
    }
    if (story) playback.add(story);
  }

  /** On another page it is said in a notice, which leads to the stop's words. @param {number} order */
  #tellElsewhere(order) {
    this.opening.add(order);
    // Whoever fills in a form there is asked first.
    const open = () => go(`/t/${this.id}/walk?dialog=stop.${order}`);
    notice(this.announced, { action: { label: t('tours.showStop'), run: open } });
  }

  #completed() {
    navigator.vibrate?.([80, 60, 80, 60, 200]);
    if (this.#page) return;
    notice(t('tours.completed'));
    // Its page shows the end; until then nothing is followed any more.
    this.walking.endFollowing?.();
    this.awake.need(false);
  }

  /** Something of what is played has changed. */
  #played() {
    const { current: story, state, trouble } = playback;
    if (story && trouble === 'voice') this.saidMute ||= story.id;
    this.#openTold();
    if (this.#wasPlaying && state === 'idle') this.guiding?.goOn();
    this.#wasPlaying = state === 'playing';
    this.#page?.played();
  }

  /** The words of what follows are opened when it begins. */
  #openTold() {
    const [tour, number] = playback.current?.id.split('/') ?? [];
    const order = Number(number);
    if (tour !== this.id || !this.opening.has(order)) return;
    if (this.#page?.openStop(order)) this.opening.delete(order);
  }

  /** The last stop that was reached while nobody looked. @returns {number | undefined} */
  takeUnseen() {
    const last = [...this.opening].pop();
    this.opening.clear();
    return last;
  }

  /** @param {boolean} isSpeaking */
  speak(isSpeaking) {
    this.isSpeaking = isSpeaking;
    setSpeaks(isSpeaking);
    if (!isSpeaking) {
      playback.pause();
      playback.hushGuidance();
    }
    this.changed();
    if (isSpeaking) this.guiding?.goOn();
  }

  /** Tells what was passed, stop by stop. */
  async tellPassed() {
    for (const _ of this.guiding?.passed ?? []) await this.walking.amHere();
  }
}
