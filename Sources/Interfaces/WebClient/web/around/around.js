// Around: what stands near, on the map or in the AR view; details, placing, the way to tours.

import { html, nothing } from 'lit-html';
import { WaysideMap } from '../map/map.js';
import { followPosition, lastPosition, readSimulation, simulate } from '../map/position.js';
import { distance } from '../parts/format.js';
import { few } from '../parts/few.js';
import { icon } from '../parts/icon.js';
import { findAll, stopPage } from '../parts/finding.js';
import { Search, searchField } from '../parts/search.js';
import { MoreRows } from '../parts/more-rows.js';
import '../parts/sheet.js';
import { emptyState, errorState, loading } from '../parts/states.js';
import { choice } from '../parts/tabs.js';
import { tutorialOffer } from '../parts/tutorial-offer.js';
import { complain, reason } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { keepStep } from '../shell/restored-input.js';
import { ArScreen } from './ar.js';
import { Details } from './details.js';
import { Near, pageOf, reach } from './near.js';
import { nearEvents, nearPlaces, nearRow, nearStops } from './near-rows.js';
import { PlacingSteps } from './placing-steps.js';
import { messageLine } from './thing-words.js';
import { readRealms, rememberedRealm, rememberRealm } from './realms.js';
import { wayTowards, Whereabouts } from './whereabouts.js';

/** @typedef {'' | 'denied' | 'unavailable' | 'timeout' | 'waiting' | 'stopped'} PositionProblem */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  new AroundPage(view);
}

export class AroundPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.realm = rememberedRealm(view.query);
    /** @type {import('./realms.js').Realm[]} */
    this.realms = [{ id: 'public', name: t('around.public') }];
    this.near = new Near(() => this.changed());
    this.where = new Whereabouts(this);
    this.rows = new MoreRows(() => view.update(), 20);
    this.ar = new ArScreen(this);
    /** @type {WaysideMap | undefined} */
    this.map = undefined;
    /** @type {Details | undefined} */
    this.details = undefined;
    /** @type {PlacingSteps | undefined} */
    this.placing = undefined;
    /** @type {PositionProblem} */
    this.positionProblem = '';
    this.isListOpen = false;
    this.search = new Search(
      () => view.update(),
      (found) => {
        if (found.href) return view.go(found.href);
        if (found.lat === undefined || found.lon === undefined) return;
        this.goTo({ lat: found.lat, lon: found.lon });
        if (found.group === 'object' && found.id) this.open(found.id);
      },
      findAll(() =>
        (this.near.objects ?? []).map(({ id, name, distance, lat, lon }) => ({
          id,
          title: name,
          icon: 'box',
          group: 'object',
          distance,
          lat,
          lon,
        })), { stops: true }),
    );
    this.search.near = () => this.spot;
    /** @type {{lat: number, lon: number} | undefined} */
    this.spot = readSimulation(view.query) ?? parsePlace(view.query.get('at')) ?? lastPosition() ??
      undefined;
    view.onLeave(() => {
      this.endFollowing?.();
      this.placing?.end();
      this.map?.end();
      this.map = undefined;
      this.ar.end();
      simulate(null);
    });
    view.draw(() => this.draw());
    this.start();
  }

  async start() {
    readRealms().then((realms) => {
      this.realms = realms;
      if (!realms.some((realm) => realm.id === this.realm)) this.setRealm('public');
      this.view.update();
    }, complain);
    this.spot ??= await this.where.chooseSample();
    if (this.view.isLeft) return;
    const chosen = this.view.query.get('object');
    if (chosen) this.open(chosen);
    if (this.view.query.get('place')) this.placing = new PlacingSteps(this);
    this.look();
    this.showMode();
  }

  /** Whether the AR view is shown, not the map. */
  get isAR() {
    const view = this.view.query.get('view');
    return view ? view === 'ar' : this.view.query.has('simulate');
  }

  /** @param {'map' | 'ar'} mode */
  setMode(mode) {
    this.view.setQuery({ view: mode }, { push: true });
    this.showMode();
  }

  /** Starts what the mode needs, ends what it does not. */
  showMode() {
    this.view.bare(this.isAR);
    this.view.update();
    queueMicrotask(() => {
      if (this.view.isLeft) return;
      if (this.isAR) {
        this.map?.end();
        this.map = undefined;
        this.ar.show();
      } else {
        this.ar.end();
        this.showMap();
      }
      this.placing?.modeChanged();
    });
  }

  showMap() {
    const element = /** @type {HTMLElement | null} */ (this.view.root.querySelector('.map'));
    if (!element || this.map || !this.spot) return;
    this.map = new WaysideMap(element, {
      center: [this.spot.lon, this.spot.lat],
      zoom: 16,
      // What is near stands in what is seen: below the controls, above the sheet.
      padding: innerWidth < 600
        ? { top: 120, bottom: Math.round(element.offsetHeight / 2), left: 0, right: 0 }
        : undefined,
      click: ([lon, lat]) => this.placing?.mapClicked({ lat, lon }),
      moved: (map) => {
        const [lon, lat] = map.center;
        if (this.spot && Math.hypot(this.spot.lat - lat, this.spot.lon - lon) < 1e-5) return;
        this.spot = { lat, lon };
        this.view.setQuery({ at: `${lat.toFixed(5)},${lon.toFixed(5)}` });
        this.look();
      },
    });
    this.drawPoints();
  }

  drawPoints() {
    const { map, near } = this;
    if (!map) return;
    map.setPoints(
      'objects',
      (near.objects ?? []).map((one) => ({
        id: one.id,
        at: [one.lon, one.lat],
        label: one.name,
        kind: 'object',
        current: one.id === this.details?.id,
      })),
      { choose: (id) => this.open(id) },
    );
    map.setPoints(
      'tours',
      (near.tours ?? []).map((tour) => ({
        id: tour.id,
        at: [tour.lon, tour.lat],
        label: tour.name,
        kind: 'tour',
      })),
      { choose: (id) => this.view.go(`/t/${id}`), color: '--near', clusters: true },
    );
    map.setPoints(
      'places',
      near.places.map((place, index) => ({
        id: String(index),
        at: [place.lon, place.lat],
        label: place.title,
        kind: 'place',
      })),
      { choose: (index) => this.goTo(near.places[Number(index)]), color: '--ink-soft', radius: 5 },
    );
    map.setPoints(
      'stops',
      near.stops.map((stop) => ({
        id: stop.id,
        at: [stop.lon, stop.lat],
        label: stop.name,
        kind: 'stop',
      })),
      { choose: (id) => this.view.go(stopPage(id)), color: '--kind-booking', radius: 6 },
    );
    map.setPoints(
      'events',
      near.events.map((event, index) => ({
        id: String(index),
        at: [event.place.lon ?? 0, event.place.lat ?? 0],
        label: event.title,
        kind: 'event',
      })),
      { choose: (index) => this.view.go(pageOf(near.events[Number(index)])), color: '--ink' },
    );
    const here = lastPosition();
    map.setPoints('here', here ? [{ id: 'here', at: [here.lon, here.lat], current: true }] : []);
  }

  /** Something of what is near has changed. */
  changed() {
    this.drawPoints();
    this.view.update();
  }

  /** The device is somewhere: what is near, also a tour that starts here, is that of its place. @param {{lat: number, lon: number}} place */
  stands({ lat, lon }) {
    this.spot = { lat, lon };
    this.look();
  }

  look(isNew = false) {
    if (!this.spot) return;
    this.near.look(this.spot, this.realm, isNew);
    this.where.look(this.spot);
  }

  /** @param {string} realm */
  setRealm(realm) {
    this.realm = realm;
    rememberRealm(realm);
    this.view.setQuery({ realm: realm === 'public' ? null : realm });
    this.ar.setRealm(realm);
    this.look();
  }

  /** Shows another spot. @param {{lat: number, lon: number}} spot */
  goTo(spot) {
    this.spot = spot;
    this.view.setQuery({ at: `${spot.lat.toFixed(5)},${spot.lon.toFixed(5)}` });
    this.map?.flyTo([spot.lon, spot.lat], 17);
    if (this.isAR) this.ar.walkFrom(spot);
    this.look();
  }

  /** Follows the device; after a tap. */
  whereAmI() {
    this.endFollowing?.();
    this.positionProblem = 'waiting';
    let isFirst = true;
    this.endFollowing = followPosition((position, problem) => {
      this.positionProblem = /** @type {PositionProblem} */ (
        problem ?? (position ? '' : 'waiting')
      );
      // Asked for anew by the next tap.
      if (problem === 'denied') queueMicrotask(() => this.endFollowing?.());
      if (position) {
        this.ar.positioned(position);
        if (isFirst && !this.isAR) this.goTo(position);
        isFirst = false;
        this.drawPoints();
      }
      this.view.update();
    });
    this.view.update();
  }

  /** @param {string} id */
  open(id) {
    if (this.view.query.get('object') !== id) this.view.setQuery({ object: id }, { push: true });
    this.details = new Details(this.view, id, {
      close: () => this.close(),
      lookAt: this.isAR ? (one) => this.ar.lookAt(one) : undefined,
      gone: (one) => {
        this.close();
        this.ar.forget(one);
        this.look(true);
      },
      changed: () => {
        this.ar.refresh();
        this.look(true);
      },
      place: (object, instance) => this.startPlacing(object, instance),
      from: () => lastPosition() ?? this.spot,
    });
    this.ar.highlight(id);
    this.drawPoints();
  }

  close() {
    this.details = undefined;
    this.view.setQuery({ object: null });
    this.ar.highlight(undefined);
    this.drawPoints();
  }

  /** @param {string} [object] @param {string} [instance] that is moved */
  startPlacing(object, instance) {
    if (session.role === 'nobody') {
      this.view.go(
        `/login?next=${
          encodeURIComponent(`${this.view.address.pathname}${this.view.address.search}`)
        }`,
      );
      return;
    }
    this.details = undefined;
    this.view.setQuery({
      place: object ?? 'choose',
      step: instance ? 'position' : object ? 'realms' : null,
      object: null,
      instance: instance ?? null,
    }, { push: true });
    this.placing?.end();
    keepStep('placing', null, null);
    this.placing = new PlacingSteps(this);
    this.view.update();
  }

  /** Placing has ended. @param {{placed?: boolean}} result */
  stopPlacing({ placed = false }) {
    const from = this.view.query.get('from');
    this.placing?.end();
    this.placing = undefined;
    keepStep('placing', null, null);
    if (from === 'inventory' && !placed) return this.view.go('/inventory');
    this.view.setQuery({ place: null, step: null, in: null, instance: null, from: null });
    this.ar.refresh();
    this.look(true);
  }

  // Drawing

  draw() {
    const { isAR } = this;
    return html`<div class="around ${isAR ? 'is-ar' : 'is-map'}">
      <h1 class="unseen">${t('around.title')}</h1>
      ${
      isAR ? this.ar.draw() : html`
        <div class="map-frame">
          <div class="map"></div>
          ${this.placing ? nothing : this.where.drawOnMap()}
          <button class="button map-locate" aria-label=${t('around.whereAmI')}
            @click=${() => this.whereAmI()}>${icon('locate')}</button>
        </div>
      `
    }
      <div class="around-top">
        ${
      isAR ? nothing : html`<div class="around-search">${
        searchField(this.search, {
          label: t('around.search'),
          hidesLabel: true,
          placeholder: t('shell.searchPlace'),
        })
      }</div>`
    }
        ${this.placing?.needsRoom ? nothing : this.choices()}
        ${this.placing || this.details || !isAR ? nothing : this.hint()}
      </div>
      ${this.bottom()}
    </div>`;
  }

  /** Whose things are shown, and how. */
  choices() {
    return html`${this.realmChoice()}${
      choice({
        label: t('around.view'),
        value: this.isAR ? 'ar' : 'map',
        options: [{ value: 'map', text: t('around.mapView'), icon: 'map' }, {
          value: 'ar',
          text: t('around.arView'),
          icon: 'scan-eye',
        }],
        choose: (value) => this.setMode(/** @type {'map' | 'ar'} */ (value)),
      })
    }`;
  }

  realmChoice() {
    if (settings.simple && this.realms.length < 2) return nothing;
    return html`<label class="around-realm"><span class="unseen">${t('around.realm')}</span>${
      icon('users')
    }
      <select @change=${(/** @type {Event} */ event) =>
      this.setRealm(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${
      this.realms.map((realm) =>
        html`<option value=${realm.id} ?selected=${realm.id === this.realm}>${realm.name}</option>`
      )
    }
      </select></label>`;
  }

  bottom() {
    if (this.placing) return this.placing.draw();
    if (this.details) return html`<div class="around-bottom">${this.details.draw()}</div>`;
    if (this.isAR) return this.ar.controls();
    return html`
      <way-sheet stop=${this.view.query.get('sheet') ?? 'half'} aria-label=${t(
        this.where.reason === 'here' ? 'around.nearby' : 'around.nearMiddle',
      )} class="around-sheet"
        @stop=${(/** @type {CustomEvent} */ event) =>
          this.view.setQuery({ sheet: event.detail === 'half' ? null : event.detail })}>
        <div
          class="around-list stack">${this.hint()}${this.where.draw()}${this
            .positionWords()}${tutorialOffer(this.view)}${this.actions()}${this.nearList()}</div>
      </way-sheet>
    `;
  }

  /** Something goes on here to which one can check in, or a tour starts here. */
  hint() {
    const event = this.near.underway;
    if (event) {
      return html`<div class="around-hint" role="status">${icon('map-pin')}
        <span>${t('around.eventHere', { name: event.title })}</span>
        <a class="button" href=${pageOf(event)}>${t('around.checkIn')}</a></div>`;
    }
    const tour = this.near.hint;
    if (!tour) return nothing;
    return html`<div class="around-hint" role="status">${icon('footprints')}
      <span>${t('around.tourHere', { name: tour.name })}</span>
      <a class="button" href="/t/${tour.id}">${t('around.seeTour')}</a></div>`;
  }

  actions() {
    const placing = html`
      <button class="button" @click=${() => this.startPlacing()}>${icon('plus')}${t(
        'around.placeObject',
      )}</button>
      <a class="button" href="/inventory?add=scan" aria-label=${t('around.scan')}>${icon(
        'scan',
      )}${t('around.scanShort')}</a>
    `;
    return html`
      <div class="row around-actions">
        ${settings.simple
          ? html`
            <details>
              <summary>${t('around.addThings')}</summary>
              <div class="row">${placing}</div>
            </details>
          `
          : placing}
      </div>
    `;
  }

  positionWords() {
    if (this.positionProblem === '' || this.positionProblem === 'stopped') return nothing;
    const text = {
      waiting: t('around.waitingForPosition'),
      denied: t('around.positionRefused'),
      unavailable: t('around.positionMissing'),
      timeout: t('around.positionMissing'),
    }[this.positionProblem];
    return html`<p role="status" class="soft">${text}</p>`;
  }

  nearList() {
    const { objects, tours, error } = this.near;
    if (!objects || !tours) {
      return error ? errorState(reason(error), () => this.look(true)) : loading();
    }
    return html`
      ${nearEvents(this.near.events)}
      <section class="stack tight"><h2>${t('around.tours')}</h2>
        ${tours.length === 0
          ? this.nearestTours()
          : html`<ul class="plain-list near-list">${
            tours.slice(0, this.rows.limit).map((tour) =>
              nearRow(tour, html`<a href="/t/${tour.id}">${icon('route')}${tour.name}</a>`)
            )
          }</ul>${this.rows.end(tours.length)}${this.sortTours()}`}</section>
      ${nearStops(this.near.stops)}
      <section class="stack tight"><h2>${t('around.objects')}</h2>
        ${objects.length === 0
          ? emptyState({
            icon: 'box',
            text: t('around.nothingNear', { distance: distance(reach) }),
          })
          : few(
            objects,
            (some) =>
              html`<ul class="plain-list near-list">${
                some.map((one) =>
                  nearRow(
                    one,
                    html`
                      <button class="button quiet near-name"
                        @click=${() => this.open(one.id)}>${icon('box')}<span>${one.name ||
                          t('around.details')}${messageLine(one.message)}</span></button>
                    `,
                  )
                )
              }</ul>`,
          )}
      </section>
      ${nearPlaces(this.near.places, (place) => this.goTo(place))}
    `;
  }

  /** The way to all of them, in an order that one chooses. */
  sortTours() {
    const { spot } = this;
    if (!spot || settings.simple) return nothing;
    const near = `${spot.lat.toFixed(5)},${spot.lon.toFixed(5)}`;
    const query = new URLSearchParams({ near, nearName: this.where.name || near });
    return html`<p><a href="/tours?${query}">${t('around.sortTours')}</a></p>`;
  }

  /** Where no tour is near: which are the nearest, how far and which way. */
  nearestTours() {
    const { spot, near: { nearest } } = this;
    if (!spot || nearest.length === 0) return html`<p class="soft">${t('around.noTours')}</p>`;
    return html`
      <p class="soft">${t('around.noTours')} ${t('around.nearestTours')}:</p>
      <ul class="plain-list near-list" aria-label=${t('around.nearestTours')}>${nearest.map((
        tour,
      ) =>
        html`<li><a href="/t/${tour.id}">${
          icon('route')
        }${tour.name}</a><span class="soft figure">${wayTowards(spot, tour)}</span></li>`
      )}</ul>
    `;
  }
}

/** `lat,lon` @param {string | null} text */
function parsePlace(text) {
  const numbers = text?.split(',').map(Number) ?? [];
  const [lat, lon] = numbers;
  return numbers.length === 2 && numbers.every(Number.isFinite) && Math.abs(lat) <= 90 &&
      Math.abs(lon) <= 180
    ? { lat, lon }
    : undefined;
}
