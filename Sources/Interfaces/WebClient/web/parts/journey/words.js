// Ways in words: what one rides, how long and how far, and what lies between a place and the streets.

import { distance, list, number, time } from '../format.js';
import { locale, t } from '../../shell/texts.js';

/** @typedef {import('api-types').Itinerary} Itinerary */
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
const fareWords = (fare) =>
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

/** The times of the timetable, where a ride is late or early.
 * @param {{departure: string, arrival: string, plannedDeparture?: string, plannedArrival?: string}} leg */
export function plannedWords({ departure, arrival, plannedDeparture, plannedArrival }) {
  if (!plannedDeparture || !plannedArrival) return '';
  const [from, to] = [time(plannedDeparture), time(plannedArrival)];
  if (from === time(departure) && to === time(arrival)) return '';
  return t('journey.plannedTimes', { from, to });
}

/**
 * What lies between the ends of a leg and the streets, in words; empty where that is next to nothing.
 *
 * A walk beside a drive or a ride by bicycle leads to the vehicle: the drive does not tell it again. That a way is
 * not known is said once.
 *
 * @param {Gap[]} legs @param {number} index @param {Set<string>} [told] what was said before of the same way
 */
export function gapWords(legs, index, told = new Set()) {
  const { mode, snapped } = legs[index];
  if (!snapped) return { start: '', end: '' };
  const least = snapped.overWater ? 5 : 25;
  const isTold = (/** @type {number} */ metres, /** @type {Gap | undefined} */ beside) =>
    metres >= least && (mode === 'walk' || beside?.mode !== 'walk');
  const start = isTold(snapped.start, legs[index - 1]);
  const end = isTold(snapped.end, legs[index + 1]);
  // Of two gaps it is not known which one has the water.
  const water = start && end ? 'journey.gapMaybeWater' : 'journey.gapWater';
  const doubt = snapped.overWater ? water : 'journey.gapUnknown';
  const words = (/** @type {'to' | 'from'} */ way, /** @type {number} */ metres) => {
    const plain = t(`journey.${way}Street`, { distance: distance(metres) });
    if (told.has(doubt)) return `${plain}.`;
    told.add(doubt);
    return `${plain}; ${t(doubt)}.`;
  };
  return {
    start: start ? words('to', snapped.start) : '',
    end: end ? words('from', snapped.end) : '',
  };
}
