// Ways from one place to another: one among several is chosen, and told leg by leg and on the map.

import { html, nothing } from 'lit-html';
import { distance, duration, time } from '../format.js';
import { icon } from '../icon.js';
import { t } from '../../shell/texts.js';
import {
  factWords,
  gapWords,
  isForWheelchairs,
  looks,
  meansWords,
  plannedWords,
  rideWords,
} from './words.js';

/** @typedef {import('api-types').Itinerary} Itinerary */
/** @typedef {Itinerary['legs'][number]} Leg */
/** @typedef {import('./words.js').Ride} Ride */
/** @typedef {import('./words.js').Gap} Gap */

/**
 * The ways to choose from.
 *
 * @param {Itinerary[]} ways @param {number} chosen @param {(index: number) => void} choose
 */
export const wayChoice = (ways, chosen, choose) =>
  html`<ul class="list way-choice" aria-label=${t('journey.waysFound')}>${
    ways.map((way, index) => {
      const wheels = isForWheelchairs(way);
      return html`
        <li>
          <button class="way-option" aria-pressed=${index === chosen ? 'true' : 'false'}
            @click=${() => choose(index)}>
            <span class="way-icons" aria-hidden="true">${way.legs.map((leg) =>
              icon((looks[leg.mode] ?? looks.walk).icon)
            )}</span>
            <span
              class="row-body"><span class="row-title">${time(way.departure)} – ${time(
                way.arrival,
              )} · ${duration(way.duration)}</span><span class="row-text">${meansWords(
                way.legs,
              )} · ${factWords(way)}</span>${wheels === undefined
                ? nothing
                : html`<span class="mark ${wheels ? 'good' : ''}">${
                  t(wheels ? 'journey.wheelchair' : 'journey.noWheelchair')
                }</span>`}</span>
          </button>
        </li>
      `;
    })
  }</ul>`;

/** @typedef {{leg: number, lat: number, lon: number, arrival: string, departure: string, name: string}} Call */

/** A stay on the way. @param {Call} call */
const callRow = (call) =>
  html`
    <li
      class="calendar-call">${icon('map-pin')}<div class="row-body"><span class="row-title">${call
        .name}</span>
        <span class="row-text">${t('journey.stayed', {
          from: time(call.arrival),
          to: time(call.departure),
        })}</span></div></li>
  `;

/** To all that leaves from where one gets on. @param {{stops?: unknown[]}} leg */
function departuresLink({ stops }) {
  const [stop] = /** @type {import('api-types').ItineraryStop[]} */ (stops ?? []);
  if (stop?.lat === undefined) return nothing;
  const query = new URLSearchParams({ near: `${stop.lat},${stop.lon}`, name: stop.name });
  return html`<a class="leg-departures" href="/stops?${query}">${
    t('journey.departuresOf', { stop: stop.name })
  }</a>`;
}

/** A step off the streets. @param {string} words */
const gapRow = (words) =>
  words
    ? html`
      <li>${icon(
        'footprints',
      )}<div class="row-body"><span class="row-title">${words}</span></div></li>
    `
    : nothing;

/**
 * What is told of a leg.
 *
 * @typedef {Gap & Ride & {departure: string, arrival: string, distance: number, from?: string, headsign?: string,
 *   bicycles?: boolean, stops?: unknown[], plannedDeparture?: string, plannedArrival?: string}} Told
 */

/**
 * The legs of a way.
 *
 * @param {Told[]} legs @param {string} [label] what they lead to @param {Call[]} [calls] at places between them
 */
export function legList(legs, label = t('journey.steps'), calls = []) {
  const told = new Set();
  return html`<ol class="calendar-legs" aria-label=${label}>${
    legs.map((leg, index) => {
      const gaps = gapWords(legs, index, told);
      return html`${calls.filter((call) => call.leg === index).map(callRow)}${gapRow(gaps.start)}${
        legRow(leg)
      }${gapRow(gaps.end)}`;
    })
  }</ol>`;
}

/** @param {Told} leg */
const legRow = (leg) =>
  html`<li>${icon((looks[leg.mode] ?? looks.walk).icon)}<div class="row-body">
        <span class="row-title">${rideWords(leg)}${
    leg.headsign ? html`<span class="soft"> → ${leg.headsign}</span>` : nothing
  }</span>
        <span class="row-text">${
    [
      `${time(leg.departure)} – ${time(leg.arrival)}`,
      plannedWords(leg),
      distance(leg.distance),
      leg.stops ? t('journey.stopCount', { count: leg.stops.length - 1 }) : '',
      leg.bicycles ? t('journey.bicyclesAboard') : '',
      [leg.from, leg.to].filter(Boolean).join(' → '),
    ].filter(Boolean).join(' · ')
  }</span>${departuresLink(leg)}</div></li>`;

/** Every turn, folded away. @param {Itinerary | null} way */
export function turnList(way) {
  const steps = way?.legs.flatMap((leg) => leg.steps) ?? [];
  if (steps.length === 0) return nothing;
  return html`
    <details class="calendar-turns">
      <summary>${t('journey.turns')}</summary>
      <ol>${steps.map((step) =>
        html`<li>${step.instruction}${
          step.distance > 0
            ? html`
              <span class="soft small">${distance(step.distance)}</span>
            `
            : nothing
        }</li>`
      )}</ol>
    </details>
  `;
}

/**
 * Draws a way on the map, walks dashed, and shows all of it.
 *
 * @param {import('../../map/map.js').WaysideMap} map @param {Itinerary | null} way
 * @param {{at: [number, number], label: string} | null} [end] where it leads to, if known without a way
 * @param {Call[]} [calls] at places on the way
 */
export function drawWay(map, way, end = null, calls = []) {
  const legs = way?.legs ?? [];
  const shape = (/** @type {Leg[]} */ some) => ({
    type: 'FeatureCollection',
    features: some.map((leg) => ({ type: 'Feature', properties: {}, geometry: leg.geometry })),
  });
  map.setShape('ridden', shape(legs.filter((leg) => leg.mode !== 'walk')), { width: 5 });
  map.setShape('walked', shape(legs.filter((leg) => leg.mode === 'walk')), {
    width: 4,
    dashed: true,
  });
  const points = /** @type {[number, number][]} */ (
    legs.flatMap((leg) => leg.geometry.coordinates)
  );
  const to = end?.at ?? points[points.length - 1];
  map.setPoints('ends', [
    ...(points[0] ? [{ id: 'from', at: points[0], label: t('journey.origin') }] : []),
    ...calls.map((call) => ({
      id: `call-${call.leg}`,
      at: /** @type {[number, number]} */ ([call.lon, call.lat]),
      label: call.name,
    })),
    ...(to ? [{ id: 'to', at: to, label: end?.label ?? t('journey.goal'), current: true }] : []),
  ]);
  map.fit(to ? [to, ...points] : points);
}
