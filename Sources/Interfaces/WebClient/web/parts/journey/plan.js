// The way to an appointment: when to leave, step by step, on the map, and whether one is in time.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { readAppointment } from '../../data/appointments.js';
import { readTravelPlan, watchTravelPlan } from '../../data/travel-plans.js';
import { readTravelPreferences } from '../../data/travel-preferences.js';
import { findWays } from '../../data/ways.js';
import { WaysideMap } from '../../map/map.js';
import { askPosition } from '../../map/position.js';
import { ago, distance, duration, moment, number, time } from '../format.js';
import { icon } from '../icon.js';
import { hint, shown } from '../states.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { lateOf, leaveWords } from './appointment-words.js';
import { drawWay, legList, turnList } from './itineraries.js';
import { wishesOf } from './preferences.js';

/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('api-types').TravelPlan} TravelPlan */
/** @typedef {import('api-types').Itinerary} Itinerary */
/** @typedef {import('api-types').Journey} Journey */
/** @typedef {{lat: number, lon: number, label?: string}} Spot */

/** Where the own car is left. @param {Journey} journey */
const carWords = ({ carStands }) =>
  carStands
    ? html`<p class="soft">${icon('square-parking')} ${
      t('journey.carLeft', { place: carStands.label || t('journey.carPark') })
    }</p>`
    : nothing;

/** Whether a way is the planned one. @param {Itinerary} way @param {Journey} journey */
const isOf = ({ departure, arrival }, journey) =>
  Date.parse(departure) === Date.parse(journey.departure) &&
  Date.parse(arrival) === Date.parse(journey.arrival);

export class PlanCard {
  /** @type {WaysideMap | null} */
  #map = null;
  /** @type {TravelPlan | null} a plan that was asked for here: from the device, or without limits */
  #asked = null;
  /** @type {Itinerary | null} */
  #itinerary = null;
  /** @type {Spot | null} where the journey begins */
  #from = null;
  #routeOf = '';
  /** @type {Spot | null} */
  #live = null;
  #isBusy = false;

  /**
   * @param {import('../../shell/view.js').View} view
   * @param {Pick<Appointment, 'id' | 'title' | 'startsAt' | 'zone' | 'place'>} appointment what one goes to
   * @param {string} [occurrence] when the one of a series begins
   */
  constructor(view, appointment, occurrence) {
    this.view = view;
    this.appointment = appointment;
    this.occurrence = occurrence;
    this.read = watchTravelPlan(
      view,
      appointment.id,
      occurrence,
      ({ data }) => data && this.#findRoute(data),
    );
    const clock = setInterval(() => view.update(), 30_000);
    view.onLeave(() => {
      clearInterval(clock);
      this.setMap(undefined);
    });
  }

  /** @param {Parameters<typeof readTravelPlan>[2]} wishes */
  async #ask(wishes) {
    this.#isBusy = true;
    this.view.update();
    try {
      const plan = await readTravelPlan(
        this.appointment.id,
        this.occurrence,
        wishes,
        this.view.signal,
      );
      this.#asked = plan;
      this.#findRoute(plan, wishes.relax);
    } catch (error) {
      if (!this.view.isLeft) complain(error);
    }
    this.#isBusy = false;
    this.view.update();
  }

  #fromHere() {
    askPosition((position) => {
      if (!position) return notice(t('journey.noPosition'), { bad: true });
      this.#live = { lat: position.lat, lon: position.lon };
      this.#ask({ from: this.#live });
    });
  }

  /** Where the journey begins. @param {TravelPlan} plan @returns {Promise<Spot | null>} */
  async #origin(plan) {
    if (plan.origin === 'live') return this.#live;
    const place = plan.origin === 'previous' && plan.previous
      ? (await readAppointment(plan.previous)).place
      : plan.origin === 'home'
      ? (await readTravelPreferences()).home
      : undefined;
    return place?.lat === undefined || place?.lon === undefined
      ? null
      : { lat: place.lat, lon: place.lon, label: place.label };
  }

  /** Finds the line of the journey for the map. @param {TravelPlan} plan @param {boolean} [isRelaxed] without limits */
  async #findRoute(plan, isRelaxed = false) {
    const { place } = this.appointment;
    const { journey } = plan;
    if (!journey || place?.lat === undefined || place.lon === undefined) return;
    const key = JSON.stringify(journey);
    if (key === this.#routeOf) return;
    this.#routeOf = key;
    try {
      const [from, preferences] = await Promise.all([
        this.#origin(plan),
        readTravelPreferences(),
      ]);
      if (!from) return;
      this.#from = from;
      const { itineraries } = await findWays({
        from,
        to: place,
        ...wishesOf(journey, preferences, this.appointment, isRelaxed),
        limit: 5,
      }, this.view.signal);
      this.#itinerary = itineraries.find((way) => isOf(way, journey)) ?? itineraries[0] ?? null;
      this.#drawMap();
      this.view.update();
    } catch {
      // Without the line: the steps say the same.
    }
  }

  /** @type {(element: Element | undefined) => void} */
  setMap = (element) => {
    if (!element) {
      this.#map?.end();
      this.#map = null;
      return;
    }
    if (this.#map) return;
    this.#map = new WaysideMap(/** @type {HTMLElement} */ (element), {});
    this.#drawMap();
  };

  #drawMap() {
    const { place, title } = this.appointment;
    if (!this.#map || place?.lat === undefined || place.lon === undefined) return;
    drawWay(this.#map, this.#itinerary, { at: [place.lon, place.lat], label: title });
  }

  /** @param {TravelPlan} plan */
  #verdict(plan) {
    const kind = {
      reachable: 'good',
      tight: 'warn',
      early: 'warn',
      unreachable: 'bad',
      unknown: '',
    }[plan.verdict];
    return html`<p><span class="mark ${kind}">${t(`journey.verdict-${plan.verdict}`)}</span></p>`;
  }

  /** After the last appointment of a day. @param {NonNullable<TravelPlan['home']>} home */
  #wayHome({ journey, detail }) {
    return html`<h3>${t('journey.wayHome')}</h3>
      ${
      journey
        ? html`<p>${
          t('journey.wayHomeTimes', {
            leave: time(journey.departure),
            arrive: time(journey.arrival),
          })
        }</p>${legList(journey.legs, t('journey.stepsHome'))}${carWords(journey)}`
        : nothing
    }
      ${detail ? html`<p>${detail}</p>` : nothing}`;
  }

  /** @param {TravelPlan} plan @param {() => unknown} waysOut what would help where one comes too late */
  #content(plan, waysOut) {
    const { journey } = plan;
    const canRelax = this.#asked === null &&
      (plan.reason === 'limits' || plan.reason === 'noPath' ||
        plan.reason === 'tooLate');
    return html`
      ${this.#verdict(plan)}
      ${plan.leaveAt
        ? html`<p class="calendar-leave">${leaveWords(plan.leaveAt, lateOf(plan))} <span
          class="soft small">${ago(plan.leaveAt)}</span></p>`
        : nothing}
      ${plan.verdict === 'unreachable' ? waysOut() : nothing}
      ${plan.detail && plan.reason !== 'noOrigin' ? html`<p>${plan.detail}</p>` : nothing}
      ${journey
        ? html`
          <p class="soft">${[
            duration((Date.parse(journey.arrival) - Date.parse(journey.departure)) / 1000),
            distance(journey.distance),
            journey.walk > 0 ? t('journey.walked', { distance: distance(journey.walk) }) : '',
            journey.co2 === undefined ? '' : t('journey.co2', { amount: number(journey.co2) }),
          ].filter(Boolean).join(' · ')}</p>
          ${legList(journey.legs)}${carWords(journey)}
        `
        : nothing}
      ${plan.home ? this.#wayHome(plan.home) : nothing}
      ${plan.current
        ? nothing
        : html`<p class="soft small" role="status">${
          t('journey.planAsOf', { moment: moment(plan.computedAt) })
        }</p>`}
      ${plan.reason === 'noOrigin'
        ? hint(
          t('journey.noOrigin'),
          html`<a class="button" href="/ways">${t('journey.settings')}</a>`,
        )
        : nothing}
      <div class="row">
        ${plan.reason === 'noPosition'
          ? nothing
          : html`<button class="button" ?disabled=${this.#isBusy} @click=${() =>
            this.#fromHere()}>${icon('locate')}${t('journey.fromHere')}</button>`}
        ${canRelax
          ? html`<button class="button" ?disabled=${this.#isBusy} @click=${() =>
            this.#ask({ relax: true })}>${t('journey.relax')}</button>`
          : nothing}
        ${this.#otherWays()}
        ${this.#asked
          ? html`<button class="button quiet" @click=${() => {
            this.#asked = null;
            if (this.read.data) this.#findRoute(this.read.data);
            this.view.update();
          }}>${t('journey.usualPlan')}</button>`
          : nothing}</div>
    `;
  }

  /** Where it begins and ends, and every turn between. */
  #ends() {
    if (!this.#itinerary) return nothing;
    const { place, title } = this.appointment;
    return html`<p>${
      t('journey.fromTo', {
        from: this.#from?.label ?? t('journey.origin'),
        to: place?.label || title,
      })
    }</p>${turnList(this.#itinerary)}`;
  }

  /** All ways that lead there, on a page of their own. */
  #otherWays() {
    const { place, title, startsAt } = this.appointment;
    if (!this.#from || place?.lat === undefined || place.lon === undefined) return nothing;
    const query = new URLSearchParams({
      from: `${this.#from.lat},${this.#from.lon}`,
      fromName: this.#from.label ?? '',
      to: `${place.lat},${place.lon}`,
      toName: place.label ?? title,
      arriveBy: startsAt,
    });
    return html`<a class="button" href="/ways/find?${query}">${icon('route')}${
      t('journey.otherWays')
    }</a>`;
  }

  /** @param {() => unknown} [waysOut] what would help where one comes too late */
  draw(waysOut = () => nothing) {
    return html`<section class="stack card" aria-labelledby="plan-title">
      <h2 id="plan-title">${t('journey.plan')}</h2>
      ${shown(this.read, (plan) => this.#content(this.#asked ?? plan, waysOut))}
      ${
      this.appointment.place?.lat === undefined
        ? nothing
        : html`<div class="calendar-map" ${ref(this.setMap)}></div>`
    }${this.#ends()}</section>`;
  }
}
