// Rides to an event: seats are offered and looked for; both agree before either sees a place.

import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { StartingPlace } from '../parts/people/starting-place.js';
import { personRow } from '../parts/person.js';
import { hint, shownPart } from '../parts/states.js';
import { rideAnswers } from '../parts/waiting/rides.js';
import { askForRide, leaveRide, offerRide, watchRides, withdrawRide } from '../data/rides.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { wayTo } from './way-there.js';

/** @typedef {import('api-types').RideList} RideList */
/** @typedef {RideList['items'][number]} Ride */

/** The numbers of seats that can be offered. */
const seats = [1, 2, 3, 4, 5, 6, 7];

export class Rides {
  #from = 'home';
  /** The starting place, if not home. @type {import('../parts/people/starting-place.js').Spot | null} */
  #spot = null;
  #seats = 3;

  /** @param {import('../shell/view.js').View} view @param {import('api-types').GroupEvent} event */
  constructor(view, event) {
    this.view = view;
    this.event = event;
    this.list = watchRides(view, event);
    this.start = new StartingPlace(view, 'ride-place', {
      at: () => this.#spot,
      choose: (spot) => {
        this.#spot = spot;
        view.update();
      },
    });
  }

  /** @param {Promise<unknown>} change under way @param {string} [done] what is then said */
  async #perform(change, done) {
    try {
      await change;
      if (done) notice(done);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {'driver' | 'seeker'} role */
  #say(role) {
    /** @type {import('../data/rides.js').RideDraft['start']} */
    const start = this.#from === 'shown' && this.#spot
      ? { from: 'shown', ...this.#spot }
      : { from: 'home' };
    const seats = role === 'driver' ? { seats: this.#seats } : {};
    return this.#perform(
      offerRide(this.event, { role, start, ...seats }),
      t('events.rideKept'),
    );
  }

  draw() {
    return html`<section class="stack" aria-labelledby="rides"><h2 id="rides">${
      t('events.rides')
    }</h2>
      ${shownPart(this.list, (data) => data.own ? this.#found(data) : this.#asking())}</section>`;
  }

  #asking() {
    const isReady = this.#from === 'home' || this.#spot;
    return html`<div class="card stack">
      ${this.#setOut()}
      <div class="field"><label for="ride-seats">${t('events.seatsToOffer')}</label>
        <select id="ride-seats" @change=${(/** @type {Event} */ event) => {
      this.#seats = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    }}>${
      seats.map((count) =>
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

  /** The choice of the starting place: home, or another place. */
  #setOut() {
    return html`<fieldset class="field"><legend>${t('people.setOut')}</legend>${
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
        ? html`${this.start.draw()}${
          this.#spot ? html`<p>${this.#spot.label ?? t('events.shownOnMap')}</p>` : nothing
        }`
        : nothing
    }`;
  }

  /** @param {RideList} data */
  #found(data) {
    const { own } = data;
    if (!own) return nothing;
    return html`<p>${
      own.role === 'driver' ? t('events.youOffer', { count: own.seats ?? 0 }) : t('events.youLook')
    } <button class="button quiet small" @click=${() =>
      this.#perform(withdrawRide(this.event), t('events.rideTakenBack'))}>${
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
    return personRow(account, {
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
    /** @param {string} key @param {() => Promise<unknown>} change */
    const button = (key, change) =>
      html`<button class="button small" aria-label=${t(`${key}Named`, { name })} @click=${() =>
        this.#perform(change())}>${t(key)}</button>`;
    if (state === 'received') return rideAnswers(this.event, { id, name });
    if (state === 'asked') return button('events.takeAskBack', () => leaveRide(this.event, id));
    if (state === 'agreed') return button('events.leaveRide', () => leaveRide(this.event, id));
    return state === 'open' ? button('events.askRide', () => askForRide(this.event, id)) : nothing;
  }
}
