// Ways from one place to another: one among several is chosen, and told leg by leg and on the map.

import { html, nothing } from 'lit-html';
import { distance, duration, list, number, time } from '../format.js';
import { icon } from '../icon.js';
import { locale, t } from '../../shell/texts.js';

/** @typedef {import('api-types').Itinerary} Itinerary */
/** @typedef {Itinerary['legs'][number]} Leg */
/** @typedef {{mode: string, line?: string, to?: string}} Ride */
/** @typedef {{mode: string, snapped?: {start: number, end: number, overWater?: boolean}}} Gap */

/** Icons of the ways. @type {Record<string, {icon: string}>} */
export const looks = {
  walk: { icon: 'footprints' },
  bicycle: { icon: 'bike' },
  car: { icon: 'car' },
  bus: { icon: 'bus' },
  tram: { icon: 'tram-front' },
  metro: { icon: 'train-front-tunnel' },
  rail: { icon: 'train-front' },
  ferry: { icon: 'ship' },
};

/** "Bus 11", whether the line says its kind or not. @param {Ride} leg */
export function rideWords({ mode, line = '' }) {
  const name = t(`journey.mode-${mode}`);
  if (!line) return name;
  return line.toLocaleLowerCase().startsWith(name.toLocaleLowerCase()) ? line : `${name} ${line}`;
}

/** The lines that are taken, else how one goes. @param {Ride[]} legs */
export function meansWords(legs) {
  const rides = legs.filter((leg) => leg.mode !== 'walk');
  return list([...new Set((rides.length > 0 ? rides : legs).map(rideWords))]);
}

/** @param {Itinerary['fare']} fare */
export const fareWords = (fare) =>
  fare
    ? new Intl.NumberFormat(locale, { style: 'currency', currency: fare.currency })
      .format(Number(fare.amount))
    : '';

/** Time, distance, walking, changes, CO2 and fare in one line. @param {Itinerary} way */
export const factWords = (way) =>
  [
    distance(way.distance),
    way.walk > 0 && way.walk < way.distance
      ? t('journey.walked', { distance: distance(way.walk) })
      : '',
    way.transfers > 0 ? t('journey.changes', { count: way.transfers }) : '',
    t('journey.co2', { amount: number(way.co2) }),
    fareWords(way.fare),
  ].filter(Boolean).join(' · ');

/** Whether all of it can be gone in a wheelchair; undefined where nobody has said. @param {Itinerary} way */
export function isForWheelchairs(way) {
  const rides = way.legs.filter((leg) => leg.mode !== 'walk');
  if (rides.length === 0 || rides.some((leg) => leg.wheelchair === undefined)) return undefined;
  return rides.every((leg) => leg.wheelchair);
}

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

/** The times of the timetable, where a ride is late or early.
 * @param {{departure: string, arrival: string, plannedDeparture?: string, plannedArrival?: string}} leg */
function plannedWords({ departure, arrival, plannedDeparture, plannedArrival }) {
  if (!plannedDeparture || !plannedArrival) return '';
  const [from, to] = [time(plannedDeparture), time(plannedArrival)];
  if (from === time(departure) && to === time(arrival)) return '';
  return t('journey.plannedTimes', { from, to });
}

/** To all that leaves from where one gets on. @param {{stops?: unknown[]}} leg */
function departuresLink({ stops }) {
  const [stop] = /** @type {import('api-types').ItineraryStop[]} */ (stops ?? []);
  if (stop?.lat === undefined) return nothing;
  const query = new URLSearchParams({ near: `${stop.lat},${stop.lon}`, name: stop.name });
  return html`<a class="leg-departures" href="/stops?${query}">${
    t('journey.departuresOf', { stop: stop.name })
  }</a>`;
}

/**
 * What lies between the ends of a leg and the streets, in words; empty where that is next to nothing.
 *
 * A walk beside a drive or a ride by bicycle leads to the vehicle: the drive does not tell it again.
 *
 * @param {Gap[]} legs @param {number} index
 */
function gapWords(legs, index) {
  const { mode, snapped } = legs[index];
  if (!snapped) return { start: '', end: '' };
  const least = snapped.overWater ? 5 : 25;
  const isTold = (/** @type {number} */ metres, /** @type {Gap | undefined} */ beside) =>
    metres >= least && (mode === 'walk' || beside?.mode !== 'walk');
  const start = isTold(snapped.start, legs[index - 1]);
  const end = isTold(snapped.end, legs[index + 1]);
  // Of two gaps it is not known which one has the water.
  const water = start && end ? 'journey.gapMaybeWater' : 'journey.gapWater';
  const doubt = t(snapped.overWater ? water : 'journey.gapUnknown');
  return {
    start: start ? t('journey.toStreet', { distance: distance(snapped.start), doubt }) : '',
    end: end ? t('journey.fromStreet', { distance: distance(snapped.end), doubt }) : '',
  };
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

/** The legs of a way. @param {(Gap & Ride & {departure: string, arrival: string, distance: number,
 *   from?: string, headsign?: string, bicycles?: boolean, stops?: unknown[], plannedDeparture?: string,
 *   plannedArrival?: string})[]} legs @param {string} [label] what they lead to
 * @param {Call[]} [calls] at places between them */
export const legList = (legs, label = t('journey.steps'), calls = []) =>
  html`<ol class="calendar-legs" aria-label=${label}>${
    legs.map((leg, index) =>
      html`${calls.filter((call) => call.leg === index).map(callRow)}${
        gapRow(gapWords(legs, index).start)
      }<li>${icon((looks[leg.mode] ?? looks.walk).icon)}<div class="row-body">
        <span class="row-title">${rideWords(leg)}${
        leg.headsign
          ? html`
            <span class="soft"> → ${leg.headsign}</span>
          `
          : nothing
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
      }</span>${departuresLink(leg)}</div></li>${gapRow(gapWords(legs, index).end)}`
    )
  }</ol>`;

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
