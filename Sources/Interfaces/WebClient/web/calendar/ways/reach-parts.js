// What lies within reach: on the map, and as lists of stops and tours.

import { html } from 'lit-html';
import { time } from '../../parts/format.js';
import { row } from '../../parts/list.js';
import { cover } from '../../parts/picture.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').TourSummary} TourSummary */
/** @typedef {import('./reach.js').Found} Found */

/** Stops that are shown in the list. */
const shownStops = 12;

/**
 * Shows on a map where one starts, how far one comes, and what is there.
 *
 * @param {import('../../map/map.js').WaysideMap} map @param {{lat: number, lon: number} | null} from
 * @param {Found} found @param {(tour: string) => void} choose
 */
export function reachMap(map, from, { area, stops, tours }, choose) {
  /** @type {[number, number] | null} */
  const at = from && [from.lon, from.lat];
  map.setShape('reach', { type: 'FeatureCollection', features: area ? [area] : [] }, {
    width: 2,
    fill: true,
  });
  map.setPoints(
    'tours',
    tours.map((tour) => ({
      id: tour.id,
      at: [tour.start.lon, tour.start.lat],
      label: tour.name,
      kind: 'tour',
    })),
    { choose, color: '--near' },
  );
  map.setPoints(
    'stops',
    stops.map(({ name, lat, lon, arrival }) => ({
      id: `${name} ${lat},${lon}`,
      at: [lon, lat],
      label: `${name} ${time(arrival)}`,
      kind: 'stop',
    })),
  );
  map.setPoints('from', at ? [{ id: 'from', at, current: true }] : []);
  const points = /** @type {[number, number][]} */ (area?.geometry.coordinates.flat(2) ?? []);
  map.fit(at ? [at, ...points] : points);
}

/** @param {Found['stops']} stops @param {number} count of all that are reached */
export const stopList = (stops, count) =>
  html`<h2>${t('calendar.reachStops', { count })}</h2>${
    stops.length === 0
      ? html`<p class="soft">${t('calendar.reachNoStops')}</p>`
      : html`<ol class="list reach-stops" aria-label=${t('calendar.reachStopList')}>${
        stops.slice(0, shownStops).map((stop) =>
          html`
            <li>
              <div class="row-body"><span class="row-title">${stop.name}</span>
              <span class="row-text">${t('calendar.reachAt', { time: time(stop.arrival) })}</span>
              </div>
            </li>
          `
        )
      }</ol>`
  }`;

/** @param {TourSummary[]} tours */
export const tourList = (tours) =>
  html`<h2>${t('calendar.reachTours')}</h2>${
    tours.length === 0
      ? html`<p class="soft">${t('calendar.reachNoTours')}</p>`
      : html`<ul class="list" aria-label=${t('calendar.reachTours')}>${
        tours.map((tour) =>
          html`<li>${
            row({
              href: `/t/${tour.id}`,
              start: cover(tour.name, { of: tour.picture, shape: tour.shape, size: 48 }),
              title: tour.name,
              text: tour.organizationName,
            })
          }</li>`
        )
      }</ul>`
  }`;
