// Rides to an event: seats are offered and looked for; both agree before either sees a place.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { WaysideMap } from '../map/map.js';
import { lastPosition } from '../map/position.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { Search, searchField } from '../parts/search.js';
import { hint, shownPart } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { wayTo } from './way-there.js';

/** @typedef {import('api-types').RideList} RideList */
/** @typedef {RideList['items'][number]} Ride */

export class Rides {
  #from = 'home';
  /** @type {{lat: number, lon: number, label?: string} | null} */
  #shown = null;
  #seats = 3;
  #isMapOpen = false;
  /** @type {WaysideMap | null} */
  #map = null;

  /** @param {import('../shell/view.js').View} view @param {string} event its path @param {string} at the query that names the occurrence */
  constructor(view, event, at) {
    this.view = view;
    this.path = `${event}/rides`;
    this.at = at;
    this.list = view.watch(`${this.path}${at}`);
    this.search = new Search(() => view.update(), ({ lat, lon, title }) => {
      if (lat !== undefined && lon !== undefined) this.#show({ lat, lon, label: title });
    });
    view.onLeave(() => this.#setMap(undefined));
  }

  /** @param {{lat: number, lon: number, label?: string}} place */
  #show(place) {
    this.#shown = place;
    this.#map?.setPoints('start', [{ id: 'start', at: [place.lon, place.lat], current: true }]);
    this.view.update();
  }

  /** @type {(element: Element | undefined) => void} */
  #setMap = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
      return;
    }
    if (this.#map) return;
    const center = this.#shown ?? lastPosition();
    this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {
      ...(center ? { center: [center.lon, center.lat], zoom: 14 } : {}),
      click: ([lon, lat]) => this.#show({ lat: round(lat), lon: round(lon) }),
    });
  };

  /**
   * @param {'PUT' | 'DELETE'} method @param {string} what below the path @param {object} [body]
   * @param {string} [done] what is then said
   */
  async #send(method, what, body, done) {
    try {
      await api.send(method, `${this.path}/${what}${this.at}`, {
        ...(body ? { body } : {}),
        changes: [this.path],
        match: null,
      });
      if (done) notice(done);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {'driver' | 'seeker'} role */
  #say(role) {
    const start = this.#from === 'shown' ? { from: 'shown', ...this.#shown } : { from: 'home' };
    return this.#send(
      'PUT',
      'own',
      { role, start, ...(role === 'driver' ? { seats: this.#seats } : {}) },
      t('events.rideKept'),
    );
  }

  draw() {
    return html`<section class="stack" aria-labelledby="rides"><h2 id="rides">${
      t('events.rides')
    }</h2>
      ${
      shownPart(this.list, (/** @type {RideList} */ data) =>
        data.own ? this.#found(data) : this.#asking())
    }</section>`;
  }

  #asking() {
    const isReady = this.#from === 'home' || this.#shown;
    return html`<div class="card stack">
      <fieldset class="field"><legend>${t('people.setOut')}</legend>${
      ['home', 'shown'].map((source) =>
        html`<div class="check"><input type="radio" name="ride-start" id="ride-${source}"
          .checked=${source === this.#from} @change=${() => {
          this.#from = source;
          this.view.update();
        }}><label for="ride-${source}">${t(`people.start-${source}`)}</label></div>`
      )
    }</fieldset>
      ${
      this.#from === 'shown'
        ? html`${searchField(this.search, { label: t('people.startPlace'), id: 'ride-place' })}
          <div><button type="button" class="button" aria-expanded=${this.#isMapOpen} @click=${() => {
          this.#isMapOpen = !this.#isMapOpen;
          this.view.update();
        }}>${icon('map')}${t('people.showOnMap')}</button></div>
          ${this.#isMapOpen ? html`<div class="people-map" ${ref(this.#setMap)}></div>` : nothing}
          ${this.#shown ? html`<p>${this.#shown.label ?? t('events.shownOnMap')}</p>` : nothing}`
        : nothing
    }
      <div class="field"><label for="ride-seats">${t('events.seatsToOffer')}</label>
        <select id="ride-seats" @change=${(/** @type {Event} */ event) => {
      this.#seats = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    }}>${
      [1, 2, 3, 4, 5, 6, 7].map((count) =>
        html`<option value=${count} ?selected=${count === this.#seats}>${count}</option>`
      )
    }</select></div>
      <div class="row">
        <button class="button" ?disabled=${!isReady} @click=${() => this.#say('driver')}>${
      icon('car')
    }${t('events.offerSeats')}</button>
        <button class="button" ?disabled=${!isReady} @click=${() => this.#say('seeker')}>${
      icon('search')
    }${t('events.lookForSeat')}</button>
      </div>
      <p class="soft small">${t('events.ridesStay')}</p></div>`;
  }

  /** @param {RideList} data */
  #found(data) {
    const { own } = data;
    if (!own) return nothing;
    return html`<p>${
      own.role === 'driver' ? t('events.youOffer', { count: own.seats ?? 0 }) : t('events.youLook')
    } <button class="button quiet small" @click=${() =>
      this.#send('DELETE', 'own', undefined, t('events.rideTakenBack'))}>${
      t('events.takeRideBack')
    }</button></p>
      ${
      data.items.length === 0
        ? hint(t(own.role === 'driver' ? 'events.noRiders' : 'events.noDrivers'))
        : html`<ul class="list" aria-label=${t('events.rides')}>${
          data.items.map((ride) => html`<li>${this.#line(ride, own.role)}</li>`)
        }</ul>`
    }
      ${data.items.some((ride) => ride.estimated) ? hint(t('events.rideEstimated')) : nothing}`;
  }

  /** @param {Ride} ride @param {'driver' | 'seeker'} role of the reader */
  #line(ride, role) {
    const { account, place } = ride;
    return row({
      start: picture(account.name, { round: true }),
      title: account.name,
      text: html`${
        [
          t(`events.ride-${ride.state}`),
          ...(ride.seatsLeft === undefined
            ? []
            : [t('events.seatsLeft', { count: ride.seatsLeft })]),
          ...(ride.detour === undefined ? [] : [t('events.rideDetour', { minutes: ride.detour })]),
        ].join(' · ')
      }${
        place
          ? html`<br>${
            t(role === 'driver' ? 'events.pickUpAt' : 'events.setsOutAt', {
              place: place.label ?? t('events.shownOnMap'),
            })
          } <a href=${wayTo(place)}>${t('events.wayThere')}</a>${
            ride.pickUp === undefined
              ? nothing
              : html`<br>${t('events.pickUpOrder', { number: ride.pickUp })}`
          }`
          : nothing
      }`,
      end: html`<div class="row">${this.#buttons(ride)}</div>`,
    });
  }

  /** @param {Ride} ride */
  #buttons({ account: { id, name }, state }) {
    const one = `with/${id}`;
    /** @param {string} key @param {() => void} press */
    const button = (key, press) =>
      html`<button class="button small" aria-label=${t(`${key}Named`, { name })} @click=${press}>${
        t(key)
      }</button>`;
    if (state === 'received') {
      return html`${
        button('people.accept', () => this.#send('PUT', `${one}/decision`, { accept: true }))
      }${button('people.decline', () => this.#send('PUT', `${one}/decision`, { accept: false }))}`;
    }
    if (state === 'asked') return button('events.takeAskBack', () => this.#send('DELETE', one));
    if (state === 'agreed') return button('events.leaveRide', () => this.#send('DELETE', one));
    return state === 'open' ? button('events.askRide', () => this.#send('PUT', one)) : nothing;
  }
}

const round = (/** @type {number} */ value) => Math.round(value * 1e6) / 1e6;
