// The course of a walk: what the server knows of it, where one is, what is sent when; without a network the device
// counts on by itself.

import {
  awaitsRuns,
  endedRuns,
  readRun,
  runsChanged,
  sendPositions,
  watchRuns,
} from '../data/runs.js';
import * as api from '../shell/api.js';
import { walkOn } from '../shell/device-run.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { followPosition, isSimulated } from '../map/position.js';
import { Reporter } from './guide.js';
import { keepRun, lastKnown } from './kept-run.js';
import { advanced, keptRun } from './progress.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('../data/runs.js').Run} Run */
/** @typedef {import('../data/runs.js').RunSummary} RunSummary */
/** @typedef {import('../data/runs.js').RunAdvance} RunAdvance */
/** @typedef {Run['arrived'][number]} Arrival */
/** @typedef {[number, number]} LonLat */
/** @typedef {import('./guide.js').Fix} Fix */
/** @typedef {import('../map/position.js').Position} Position */
/** @typedef {import('../data/runs.js').Watching & {signal: AbortSignal}} Life how long the walk is followed */
/**
 * @typedef {Object} Told
 * @property {() => void} changed
 * @property {(arrival: Arrival) => void} arrived at a stop
 * @property {() => void} completed
 * @property {(position: Position) => void} moved
 * @property {() => void} gone by another device: the walk was paused or ended there
 */

export class Walking {
  /** @type {Run | null} */
  run = null;
  /** @type {LonLat | null} */
  here = null;
  accuracy = 0;
  /** @type {number | null} degrees clockwise from north, where one goes */
  heading = null;
  /** @type {LonLat[]} where one has been, on this device only */
  path = [];
  problem = '';
  /** Whether the position is still to be asked for. */
  isAsking = true;
  /** Whether the position was the device's own, at least once: a walk at the place itself. */
  isReal = false;
  reporter = new Reporter();
  /** Whether the device has counted on without the server. */
  isAhead = false;
  /** @type {Set<string>} stops that were told of */
  told = new Set();
  /** Whether the last position is one in the drawn world. */
  #isDrawn = false;
  /** Positions on their way to the server. */
  #sending = 0;
  #isBatchSent = false;

  /** @param {Life} life @param {string} id of the tour @param {() => Tour | undefined} tour @param {Told} calls */
  constructor(life, id, tour, calls) {
    this.life = life;
    this.id = id;
    this.tour = tour;
    this.calls = calls;
    this.runs = watchRuns(life, ({ data }) => this.found(data?.items ?? []));
    lastKnown(id).then((known) => {
      if (
        !known || known.run.state === 'paused' || this.run ||
        (api.connection.online && !known.isAhead)
      ) return;
      this.isAhead = known.isAhead;
      this.take(known.run);
    });
    life.signal.addEventListener('abort', () => this.endFollowing?.(), { once: true });
  }

  get target() {
    return this.run?.target ?? null;
  }

  /** Takes the walk of this tour that is under way. @param {RunSummary[]} runs */
  found(runs) {
    if (this.isAhead && !this.isSettled()) return;
    // What was counted here may have ended the walk.
    const mine = this.isAhead ? runs.find((run) => run.tour === this.id) : keptRun(runs, this.id);
    if (!mine) {
      if (runs.some((run) => run.id === this.run?.id)) this.#gone();
      return;
    }
    const isOther = this.run?.id !== mine.id || this.isAhead;
    if (!isOther && !this.#isBehind(mine)) return;
    readRun(mine.id, this.life.signal).then((run) => {
      // The list may have been an older one than the walk.
      if (run.endedAt && !this.isAhead) return;
      if (!isOther) {
        // What another device has told is not told again here.
        if (!this.#isBehind(run)) return;
        for (const { stop } of run.arrived) this.told.add(stop);
      } else if (this.run && this.run.id !== run.id && !this.isAhead) this.#beginAnew();
      this.isAhead = false;
      this.take(run);
    }, (error) => this.run || this.life.signal.aborted || complain(error));
  }

  /** Whether another device has come further. @param {{reached: number}} run */
  #isBehind({ reached }) {
    return this.#sending === 0 && reached > (this.run?.reached ?? 0);
  }

  /** Another walk of the tour has taken its place. */
  #beginAnew() {
    this.run = null;
    this.path = [];
    this.told.clear();
    this.reporter = new Reporter();
  }

  /** Whether the server knows all that was counted here. */
  isSettled() {
    return api.connection.online && !awaitsRuns(api.connection.waiting, this.id);
  }

  /** Takes over what the server says of the run. @param {Run | RunAdvance} answer */
  take(answer) {
    if (this.life.signal.aborted) return;
    const before = this.run;
    const run = advanced(before, answer);
    this.run = run;
    keepRun(this.id, run, this.isAhead);
    for (const arrival of run.arrived) {
      if (this.told.has(arrival.stop)) continue;
      this.told.add(arrival.stop);
      if (before) this.calls.arrived(arrival);
    }
    if (before && run.completed && !before.completed) this.calls.completed();
    this.calls.changed();
  }

  /** Follows the position; after a tap. */
  follow() {
    if (this.life.signal.aborted) return;
    this.isAsking = false;
    this.endFollowing?.();
    this.endFollowing = followPosition((position, problem) => {
      this.problem = problem ?? '';
      if (problem === 'stopped') {
        [this.problem, this.isAsking, this.here] = ['', true, null];
      }
      if (position) this.moveTo(position);
      this.calls.changed();
    });
    this.calls.changed();
  }

  /** @param {Position} position */
  moveTo(position) {
    const { lat, lon, accuracy, heading, isDrawn = false } = position;
    this.here = [lon, lat];
    this.accuracy = accuracy;
    this.heading = heading;
    this.#isDrawn = isDrawn;
    if (!isSimulated()) this.isReal = true;
    if (accuracy <= 30) this.path.push(this.here);
    if (this.reporter.take(this.#fix(lat, lon, accuracy))) this.send();
    this.calls.moved(position);
  }

  /** @param {number} lat @param {number} lon @param {number} accuracy @returns {Fix} */
  #fix(lat, lon, accuracy) {
    const at = new Date().toISOString();
    return { lat, lon, accuracy, at, ...(this.#isDrawn ? { simulated: true } : {}) };
  }

  async send() {
    const { run } = this;
    if (this.life.signal.aborted || this.#isBatchSent || !run || run.completed) return;
    const points = this.reporter.batch();
    if (points.length === 0) return;
    if (this.isAhead || !api.connection.online) return this.countHere(points);
    this.#isBatchSent = true;
    this.#sending++;
    try {
      const answer = await sendPositions(run.id, points);
      if (!('queued' in answer)) this.#advance(run, answer);
      this.#isBatchSent = false;
      // What came meanwhile was due, too.
      if (this.reporter.waiting.length > 0) this.send();
    } catch (error) {
      this.#isBatchSent = false;
      // Without a network they wait, and the server counts them by their own times.
      if (error instanceof api.OfflineError) this.countHere(points);
      else if (error instanceof api.ApiError && endedRuns.includes(error.slug)) this.#gone();
      else complain(error);
    } finally {
      this.#sending--;
    }
  }

  /** What positions of a walk have come to, unless it was left meanwhile. @param {Run} run @param {RunAdvance} answer */
  #advance(run, answer) {
    // What began without a network has another id since.
    if (this.run?.id === run.id || this.run?.id === answer.id) this.take(answer);
  }

  /** Another device has paused or ended it: here it can be gone on with, too. */
  #gone() {
    if (!this.run) return;
    this.run = null;
    runsChanged();
    this.calls.gone();
    this.calls.changed();
  }

  /** What the device makes of some points. @param {Fix[]} points @returns {Run} */
  counted(points) {
    const run = /** @type {Run} */ (this.run);
    const { stops = [], arrivalMetres } = this.tour() ?? {};
    const target = stops.find((stop) => stop.order === run.target?.order);
    return walkOn({ last: null, ...run, stops, arrivalMetres, target: target ?? null }, points);
  }

  /** Without a network the device looks which stops are reached; these are sent later. @param {Fix[]} points */
  countHere(points) {
    if (!this.run) return;
    const next = this.counted(points);
    if (next.reached === this.run.reached) this.reporter.giveBack(points);
    else this.report(points).catch(complain);
  }

  /** Tells the server where one was, now or when there is a network. @param {Fix[]} points */
  async report(points) {
    const { run } = this;
    if (!run) return;
    this.#sending++;
    try {
      const answer = await sendPositions(run.id, points, {
        isNews: this.isAhead,
        queue: t('tours.walk'),
      });
      if (!('queued' in answer)) return this.#advance(run, answer);
      if (this.run?.id !== run.id) return;
      this.isAhead = true;
      this.take(this.counted(points));
    } finally {
      this.#sending--;
    }
  }

  /** "I am here": for whoever's position is not exact enough, or is not known. */
  async amHere() {
    const place = this.target?.position;
    if (!place || !this.run) return;
    const here = this.#fix(place.lat, place.lon, 1);
    try {
      await this.report(this.isAhead ? this.reporter.batch(here) : [here]);
    } catch (error) {
      complain(error);
    }
  }
}
