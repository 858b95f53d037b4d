// The course of a walk: what the server knows of it, where one is, what is sent when; without a network the device
// counts on by itself.

import * as api from '../shell/api.js';
import { walkOn } from '../shell/device-run.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { followPosition, isSimulated } from '../map/position.js';
import { Reporter } from './guide.js';
import { keepRun, lastKnown } from './starting.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').Run} Run */
/** @typedef {Run['arrived'][number]} Arrival */
/** @typedef {[number, number]} LonLat */
/** @typedef {import('./guide.js').Fix} Fix */
/** @typedef {import('../map/position.js').Position} Position */
/**
 * @typedef {Object} Told
 * @property {() => void} changed
 * @property {(arrival: Arrival) => void} arrived at a stop
 * @property {() => void} completed
 * @property {(position: Position) => void} moved
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
  isSending = false;
  /** Whether the position is still to be asked for. */
  isAsking = true;
  /** Whether the position was the device's own, at least once: a walk at the place itself. */
  isReal = false;
  reporter = new Reporter();
  /** Whether the device has counted on without the server. */
  isAhead = false;
  /** @type {Set<string>} stops that were told of */
  told = new Set();

  /** @param {import('../shell/view.js').View} view @param {string} id of the tour @param {() => Tour | undefined} tour @param {Told} calls */
  constructor(view, id, tour, calls) {
    this.view = view;
    this.id = id;
    this.tour = tour;
    this.calls = calls;
    this.runs = view.watch('/v1/runs?limit=10', ({ data }) => this.found(data));
    lastKnown(id).then((known) => {
      if (
        !known || known.run.state === 'paused' || this.run ||
        (api.connection.online && !known.isAhead)
      ) return;
      this.isAhead = known.isAhead;
      this.take(known.run);
    });
    view.onLeave(() => this.endFollowing?.());
  }

  get target() {
    return this.run?.target ?? null;
  }

  /** The walk of this tour that was not left: it may be at its end. @param {Run[]} runs */
  notLeft(runs) {
    const mine = runs.filter((run) =>
      run.tour === this.id && !run.endedAt && run.state !== 'paused'
    );
    return mine.find((run) => run.state === 'active') ?? mine[0];
  }

  /** Takes the walk of this tour that is under way. @param {any} data */
  found(data) {
    if (this.isAhead && !this.isSettled()) return;
    /** @type {Run[]} */
    const runs = data?.items ?? [];
    // What was counted here may have ended the walk.
    const mine = this.isAhead ? runs.find((run) => run.tour === this.id) : this.notLeft(runs);
    if (!mine || (this.run?.id === mine.id && !this.isAhead)) return;
    api.get(`/v1/runs/${mine.id}`, this.view.signal).then((run) => {
      // The list may have been an older one than the walk.
      if (run.endedAt && !this.isAhead) return;
      this.isAhead = false;
      this.take(run);
    }, (error) => this.run || this.view.isLeft || complain(error));
  }

  /** Whether the server knows all that was counted here. */
  isSettled() {
    const start = `/v1/tours/${encodeURIComponent(this.id)}/runs`;
    return api.connection.online &&
      !api.connection.waiting.some(({ path }) => path === start || path.startsWith('/v1/runs/'));
  }

  /** Takes over what the server says of the run. @param {Run} run */
  take(run) {
    const before = this.run;
    this.run = run;
    if (!this.view.isLeft) keepRun(this.id, run, this.isAhead);
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
    this.here = [position.lon, position.lat];
    this.accuracy = position.accuracy;
    this.heading = position.heading;
    if (!isSimulated()) this.isReal = true;
    if (position.accuracy <= 30) this.path.push(this.here);
    const { lat, lon, accuracy } = position;
    const isDue = this.reporter.take({ lat, lon, accuracy, at: new Date().toISOString() });
    if (isDue) this.send();
    this.calls.moved(position);
  }

  async send() {
    if (this.isSending || !this.run || this.run.completed) return;
    const points = this.reporter.batch();
    if (points.length === 0) return;
    if (this.isAhead || !api.connection.online) return this.countHere(points);
    this.isSending = true;
    try {
      this.take(
        await api.send('POST', `/v1/runs/${this.run.id}/positions`, {
          body: { points },
          match: null,
          changes: [],
        }),
      );
      this.isSending = false;
      // What came meanwhile was due, too.
      if (this.reporter.waiting.length > 0) this.send();
    } catch (error) {
      this.isSending = false;
      // Without a network they wait, and the server counts them by their own times.
      if (error instanceof api.OfflineError) this.countHere(points);
      else if (error instanceof api.ApiError && error.slug === 'run-paused') this.pausedElsewhere();
      else complain(error);
    }
  }

  /** Another device has paused it: here it can be gone on with, too. */
  pausedElsewhere() {
    this.run = null;
    api.invalidate('/v1/runs');
    this.calls.changed();
  }

  /** What the device makes of some points. @param {Fix[]} points */
  counted(points) {
    const run = /** @type {Run} */ (this.run);
    const { stops, arrivalMetres } = /** @type {any} */ (this.tour());
    const target = stops.find((/** @type {any} */ stop) => stop.order === run.target?.order);
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
    const answer = await api.send('POST', `/v1/runs/${run.id}/positions`, {
      body: { points },
      match: null,
      changes: this.isAhead ? ['/v1/runs'] : [],
      queue: t('tours.walk'),
    });
    if (!answer.queued) return this.take(answer);
    this.isAhead = true;
    this.take(this.counted(points));
  }

  /** "I am here": for whoever's position is not exact enough, or is not known. */
  async amHere() {
    const { run } = this;
    const place = this.target?.position;
    if (!place || !run) return;
    const here = { lat: place.lat, lon: place.lon, accuracy: 1, at: new Date().toISOString() };
    try {
      await this.report(this.isAhead ? this.reporter.batch(here) : [here]);
    } catch (error) {
      complain(error);
    }
  }
}
