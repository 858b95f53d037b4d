// Walking a tour: the map or the AR view with the target, its distance and direction; what a stop
// tells when it is reached; the end with time and distance.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import '../parts/sheet.js';
import '../parts/player.js';
import * as api from '../shell/api.js';
import { walkOn } from '../shell/device-run.js';
import { complain, notice } from '../shell/notices.js';
import { language, locale, t } from '../shell/texts.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { gallery } from '../parts/photo.js';
import { emptyState, shown } from '../parts/states.js';
import { followPosition, readSimulation, simulate } from '../map/position.js';
import { WaysideMap } from '../map/map.js';
import { askXR, learnXR } from '../view/xr.js';
import { drawTour, extent } from './tour-map.js';
import { Reporter, toTarget, wayTo } from './guide.js';
import { finish } from './finish.js';
import { forgetRun, keepRun, lastKnown } from './starting.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('api-types').Run} Run */
/** @typedef {Run['arrived'][number]} Arrival */
/** @typedef {[number, number]} LonLat */
/** @typedef {import('./guide.js').Fix} Fix */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  new Walk(view);
}

class Walk {
  /** @type {Run | null} */
  run = null;
  /** @type {LonLat | null} */
  here = null;
  accuracy = 0;
  /** @type {LonLat[]} where one has been, on this device only */
  path = [];
  problem = '';
  isSending = false;
  isAsking = true;
  reporter = new Reporter();
  /** Whether the device has counted on without the server. */
  isAhead = false;
  /** @type {WaysideMap | null} */
  map = null;
  /** @type {any} the AR view, once it is shown */
  place = null;
  /** @type {Set<string>} stops that were told of */
  told = new Set();

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    this.tour = view.watch(`/v1/tours/${encodeURIComponent(this.id)}`, ({ data }) => {
      if (data) view.title(data.name);
      this.redraw();
    });
    this.runs = view.watch('/v1/runs?limit=10', ({ data }) => this.found(data));
    lastKnown(this.id).then((known) => {
      if (!known || this.run || (api.connection.online && !known.isAhead)) return;
      this.isAhead = known.isAhead;
      this.take(known.run);
    });
    view.onLeave(() => {
      this.endFollowing?.();
      this.placeMap(undefined);
      this.placeStage(undefined);
    });
    view.dialog('stop', (at) => this.tell(at));
    if (readSimulation(view.query)) this.follow();
    view.draw(() =>
      this.tour.data
        ? shown(this.tour, (tour) => this.page(tour))
        : html`<div class="walk-none stack">${
          shown(this.tour, () => nothing, ['/tours', t('tours.title')])
        }</div>`
    );
  }

  /** Whether the drawn world is walked, not the real one. */
  get isDrawn() {
    return this.isAR && this.place?.mode === 'synthetic';
  }

  get isAR() {
    return this.view.query.get('view') === 'ar';
  }

  /** The walk of this tour that was not left: it may be at its end. @param {Run[]} runs */
  notLeft(runs) {
    const mine = runs.filter((run) => run.tour === this.id && !run.endedAt);
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
    const isFirst = this.run === null;
    const before = this.run;
    this.run = run;
    if (!this.view.isLeft) keepRun(this.id, run, this.isAhead);
    for (const arrival of run.arrived) {
      if (this.told.has(arrival.stop)) continue;
      this.told.add(arrival.stop);
      if (!isFirst) this.arrive(arrival);
    }
    if (run.completed && !before?.completed && !isFirst) navigator.vibrate?.([80, 60, 80, 60, 200]);
    this.place?.setTarget(this.target);
    this.redraw();
  }

  /** A stop has been reached: said by vibration and words. @param {Arrival} arrival */
  arrive(arrival) {
    navigator.vibrate?.([80, 60, 80]);
    this.open(String(arrival.order));
  }

  get target() {
    return this.run?.target?.position;
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
      if (position) {
        this.here = [position.lon, position.lat];
        this.accuracy = position.accuracy;
        if (position.accuracy <= 30) this.path.push(this.here);
        const isDue = this.reporter.take({
          lat: position.lat,
          lon: position.lon,
          accuracy: position.accuracy,
          at: new Date().toISOString(),
        });
        if (isDue) this.send();
        this.place?.positioned?.(position);
      }
      this.redraw();
    });
    this.view.update();
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
      else complain(error);
    }
  }

  /** What the device makes of some points. @param {Fix[]} points */
  counted(points) {
    const { run } = this;
    const { stops, arrivalMetres } = this.tour.data;
    const target = stops.find((/** @type {any} */ stop) => stop.order === run?.target?.order);
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
    const { target, run } = this;
    if (!target || !run) return;
    const here = { lat: target.lat, lon: target.lon, accuracy: 1, at: new Date().toISOString() };
    try {
      await this.report(this.isAhead ? this.reporter.batch(here) : [here]);
    } catch (error) {
      complain(error);
    }
  }

  /** Walks to the next stop in the drawn world. */
  walkThere() {
    const { here, target } = this;
    if (!here || !target || !this.tour.data) return;
    const route = /** @type {LonLat[]} */ (this.tour.data.route.coordinates);
    this.place?.walkAlong(
      wayTo(route, here, [target.lon, target.lat]).map(([lon, lat]) => ({ lat, lon })),
    );
  }

  async leave() {
    const { run } = this;
    if (run && !run.completed) {
      const yes = await confirm({
        title: t('tours.leaveTitle'),
        text: t('tours.leaveText', { reached: run.reached, count: run.stopCount }),
        button: t('tours.leave'),
      });
      if (!yes) return;
    }
    try {
      if (run) {
        const answer = await api.send('DELETE', `/v1/runs/${run.id}`, {
          match: null,
          changes: ['/v1/runs'],
          queue: t('tours.leave'),
        });
        if (answer?.queued) notice(t('tours.leavesOffline'));
      }
      await forgetRun(this.id);
      simulate(null);
      this.view.go('/tours');
    } catch (error) {
      complain(error);
    }
  }

  /** Opens what a stop tells. @param {string} order */
  open(order) {
    this.view.open('stop', order);
  }

  /** @param {import('../shell/view.js').At} at with the stop's order */
  tell(at) {
    const stop = this.tour.data?.stops.find((/** @type {any} */ one) =>
      String(one.order) === at.id
    );
    if (!stop) return null;
    const recording = stop.id && stop.narration
      ? `/v1/tours/${this.id}/stops/${stop.id}/recording`
      : '';
    const text = stop.texts?.[language] ?? stop.text ?? '';
    return openDialog({
      at,
      title: `${stop.order}. ${this.title(stop)}`,
      body: (close) =>
        html`${gallery(stop.pictures ?? [], this.title(stop))}<p class="tour-text">${text}</p>
          ${
          text || recording
            ? html`<way-player src=${recording} text=${text} lang=${
              stop.texts?.[language] ? language : this.tour.data.languages[0]
            } label=${this.title(stop)}></way-player>`
            : nothing
        }
          <div class="row"><button class="button main" @click=${() => close()}>${
          this.run?.completed ? t('shell.close') : t('tours.next')
        }</button></div>`,
    });
  }

  /** @param {{title: string, titles: Record<string, string>}} stop */
  title(stop) {
    return stop.titles[locale.split('-')[0]] ?? stop.title;
  }

  // Drawing

  redraw() {
    const tour = this.tour.data;
    if (this.map && tour) {
      drawTour(this.map, tour, {
        current: this.run?.target?.order,
        choose: (order) => this.open(order),
      });
      if (this.path.length > 1) {
        this.map.setShape('walked', {
          type: 'Feature',
          properties: {},
          geometry: { type: 'LineString', coordinates: this.path },
        }, { color: '--near', width: 4, dashed: true });
      }
      if (this.here) {
        this.map.setPoints('here', [{ id: 'here', at: this.here, kind: 'here', current: true }], {
          color: '--near',
        });
      }
    }
    this.view.update();
  }

  // Fields, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  placeMap = (element) => {
    if (!element) {
      this.map?.end();
      this.map = null;
    } else if (!this.map && this.tour.data) {
      this.map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
      // Not behind the sheet, nor behind what floats at the top.
      this.map.fit(
        extent(this.tour.data),
        innerWidth < 600
          ? { top: 150, bottom: innerHeight * 0.55, left: 40, right: 40 }
          : { top: 130, bottom: 60, left: 440, right: 60 },
      );
      queueMicrotask(() => this.redraw());
    }
  };

  /** @param {Element | undefined} element */
  placeStage = async (element) => {
    if (!element) {
      this.place?.end();
      this.place = null;
      return;
    }
    if (this.place) return;
    learnXR().catch(complain);
    try {
      const { PlaceView } = await import('../view/place-view.js');
      if (!element.isConnected || this.place) return;
      this.place = new PlaceView(/** @type {HTMLElement} */ (element), {
        realm: '00000000-0000-7000-8000-000000000001',
        tour: this.id,
        onSelect: () => {},
        changed: () => this.view.update(),
        cameraFailed: (error) => {
          complain(error);
          this.place?.drawInstead();
        },
        distance,
        moved: (/** @type {{lat: number, lon: number, heading: number}} */ at) => {
          if (this.place?.mode !== 'synthetic') return;
          simulate({ lat: at.lat, lon: at.lon, accuracy: 1, heading: at.heading });
          if (!this.endFollowing) this.follow();
        },
      });
      this.place.setTarget(this.target);
      const start = this.tour.data.start;
      const from = this.here ? { lat: this.here[1], lon: this.here[0] } : start;
      await this.place.walkFrom(from);
    } catch (error) {
      complain(error);
    }
  };

  /** The camera, by the browser's own AR where there is one; in a tap. */
  async useCamera() {
    const asked = askXR();
    const video = /** @type {HTMLVideoElement | null} */ (
      this.view.root.querySelector('.walk-stage video')
    );
    const answer = await asked;
    if (!video || !this.place) return void answer.session?.end();
    simulate(null);
    try {
      const { refusal } = await this.place.useDevice(video, answer);
      if (refusal) notice(t('tours.xrRefused'));
      this.follow();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Tour} tour */
  page(tour) {
    if (this.runs.data && !this.run && !this.isStarting(tour)) return this.notWalking(tour);
    return html`<div class="walk-page">
      <h1 class="unseen">${tour.name}</h1>
      ${
      this.isAR
        ? html`
          <div class="walk-stage stage" tabindex="0" role="group" aria-label=${t(
            'tours.arLabel',
          )} ${ref(this.placeStage)}>
            <video playsinline muted aria-hidden="true"></video>
          </div>
        `
        : html`<div class="walk-map" ${ref(this.placeMap)}></div>`
    }
      <div class="walk-top row">
        <div class="choice" role="group" aria-label=${t('tours.viewLabel')}>
          <button class="button" aria-pressed=${this.isAR ? 'false' : 'true'} @click=${() =>
      this.view.setQuery({ view: null })}>${icon('map')}${t('tours.mapView')}</button>
          <button class="button" aria-pressed=${this.isAR ? 'true' : 'false'} @click=${() =>
      this.view.setQuery({ view: 'ar' })}>${icon('camera')}${t('tours.arView')}</button>
        </div>
        <button class="button" ?disabled=${!this.run} @click=${() => this.leave()}>${
      icon('log-out')
    }${t('tours.leave')}</button></div>
      <way-sheet stop=${this.isAR ? 'peek' : 'half'} aria-label=${t('tours.walk')}>${
      this.run?.completed
        ? finish(this.run, this.path, () => this.leave(), tour.stops.map((stop) => this.stop(stop)))
        : this.underWay(tour)
    }</way-sheet></div>`;
  }

  /** Whether the run may not have been read yet. @param {Tour} _tour */
  isStarting(_tour) {
    return this.notLeft(this.runs.data.items) !== undefined;
  }

  /** @param {Tour} tour */
  notWalking(tour) {
    return html`<div class="walk-none stack"><h1>${tour.name}</h1>
      ${
      emptyState({
        icon: 'footprints',
        text: t('tours.notWalking'),
        action: html`<a class="button main" href="/t/${this.id}">${t('tours.toTour')}</a>`,
      })
    }</div>`;
  }

  /** @param {Tour} tour */
  underWay(tour) {
    const target = this.run?.target;
    const way = toTarget(this.run, this.here);
    const compass = way ? t(`tours.compass-${Math.round(way.bearing / 45) % 8}`) : '';
    return html`<div class="stack">
      ${
      target
        ? html`<section class="walk-target row" aria-label=${t('tours.target')}>
          ${
          way
            ? html`
              <svg class="walk-arrow" viewBox="0 0 24 24" aria-hidden="true">
                <g transform="rotate(${Math.round(
                  way.bearing - (this.place?.heading ?? 0),
                )} 12 12)">
                  <path d="M12 2 L19 21 L12 16.5 L5 21 Z"></path>
                </g>
              </svg>
            `
            : icon('map-pin')
        }
          <div class="row-body"><h2>${target.order}. ${this.title(target)}</h2>
            <p class="walk-distance" role="status">${
          way
            ? t('tours.toGo', { distance: distance(way.metres), direction: compass })
            : t('tours.whereAreYou')
        }</p></div></section>`
        : nothing
    }
      <div class="row walk-buttons">
        ${
      this.isDrawn && target && way
        ? html`<button class="button main" @click=${() => this.walkThere()}>${icon('footprints')}${
          t('tours.walkThere')
        }</button>`
        : nothing
    }
        ${
      this.isAsking && !this.isAR
        ? html`<button class="button main" @click=${() => this.follow()}>${icon('locate-fixed')}${
          t('tours.showPosition')
        }</button>`
        : nothing
    }
        ${
      target
        ? html`<button class="button ${this.isAsking || this.isDrawn ? '' : 'main'}" @click=${() =>
          this.amHere()}>${icon('map-pin')}${t('tours.amHere')}</button>`
        : nothing
    }
        ${
      this.isAR
        ? nothing
        : this.isAsking
        ? html`<button class="button" @click=${() => this.view.setQuery({ view: 'ar' })}>${
          icon('footprints')
        }${t('tours.tryFromHere')}</button>`
        : nothing
    }
        ${
      this.isDrawn
        ? html`<button class="button" @click=${() => this.useCamera()}>${icon('camera')}${
          t('tours.useCamera')
        }</button>`
        : nothing
    }
      </div>
      ${this.words()}
      <section class="stack tight"><h2>${t('tours.stopsTitle')}</h2>
        <p class="soft small">${
      t('tours.progress', { reached: this.run?.reached ?? 0, count: tour.stops.length })
    }</p>
        <ol class="tour-stops">${tour.stops.map((stop) => this.stop(stop))}</ol></section></div>`;
  }

  /** @param {Tour['stops'][number]} stop */
  stop(stop) {
    const isReached = this.run?.arrived.some((one) => one.order === stop.order) ?? false;
    const isNext = this.run?.target?.order === stop.order;
    return html`<li aria-current=${isNext ? 'step' : nothing}>
      <span class="tour-number ${isReached ? 'reached' : ''}" aria-hidden="true">${
      isReached ? '✓' : stop.order
    }</span>
      ${
      isReached || this.run?.completed
        ? html`
          <button class="button quiet"
            @click=${() => this.open(String(stop.order))}>${this.title(
              stop,
            )}<span class="unseen">${t('tours.reachedWord')}</span></button>
        `
        : html`<span>${this.title(stop)}${
          isNext
            ? html`
              <span class="mark">${t('tours.nextStop')}</span>
            `
            : nothing
        }</span>`
    }</li>`;
  }

  /** What is to be known of the position. */
  words() {
    if (this.isAhead) return html`<p role="status">${t('tours.walksOffline')}</p>`;
    if (this.isAsking) return html`<p class="soft">${t('tours.whyPosition')}</p>`;
    if (this.problem) return html`<p role="alert">${t(`tours.position-${this.problem}`)}</p>`;
    if (this.reporter.waiting.length > 0 && !api.connection.online) {
      return html`<p role="status">${
        t('tours.waiting', { count: this.reporter.waiting.length })
      }</p>`;
    }
    return this.accuracy > 20
      ? html`<p class="soft" role="status">${
        t('tours.accuracy', { distance: distance(this.accuracy) })
      }</p>`
      : nothing;
  }
}
