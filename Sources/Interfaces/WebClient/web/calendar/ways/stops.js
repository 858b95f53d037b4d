// Stops of the timetables: by name, or those near a place. Each leads to its departures.

import { html, nothing } from 'lit-html';
import { watchStopsNear } from '../../data/stops.js';
import { lastPosition } from '../../map/position.js';
import { findStops, stopPage } from '../../parts/finding.js';
import { distance } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { row } from '../../parts/list.js';
import { Search, searchField } from '../../parts/search.js';
import { emptyState, shown } from '../../parts/states.js';
import { t } from '../../shell/texts.js';
import { spotOf } from './query.js';

/** @typedef {import('api-types').Stop} Stop */

/** Metres around a place in which stops are shown. */
const reach = 1000;
/** Metres around a place that is itself a stop: of a way, or of the map. */
const atStop = 200;

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const name = view.query.get('name') ?? '';
  const given = spotOf(view.query.get('near'));
  const near = given ?? lastPosition();
  const search = new Search(() => view.update(), ({ href, title, lat, lon }) => {
    if (href?.startsWith('/stops/')) view.go(href);
    else if (lat !== undefined) {
      view.go(`/stops?${new URLSearchParams({ near: `${lat},${lon}`, name: title })}`);
    }
  }, findStops);
  search.near = () => near;
  const stops = near
    ? watchStopsNear(view, near, reach, 12, ({ data }) => {
      // A stop that is known by its place and name needs no choice.
      const stop = given && name ? theStop(data?.items ?? [], name) : undefined;
      if (stop && !view.isLeft) view.go(stopPage(stop.id), { replace: true });
    })
    : null;

  view.draw(() =>
    html`<div class="stack">
      <h1>${t('calendar.stops')}</h1>
      ${
      searchField(search, {
        label: t('calendar.stopSearch'),
        id: 'stop-search',
      })
    }
      ${
      stops
        ? html`<h2>${
          given
            ? t('calendar.stopsNear', { place: name || t('calendar.stopsNearPlace') })
            : t('calendar.stopsNearHere')
        }</h2>${shown(stops, ({ items }) => list(items))}`
        : emptyState({ icon: 'bus', text: t('calendar.stopSearchHelp') })
    }
    </div>`
  );
}

/** @param {Stop[]} near @param {string} name */
function theStop(near, name) {
  const close = near.filter((stop) => (stop.distance ?? Infinity) <= atStop);
  return close.find((stop) => stop.name === name) ?? (close.length === 1 ? close[0] : undefined);
}

/** @param {Stop[]} stops */
const list = (stops) =>
  stops.length === 0
    ? emptyState({
      icon: 'bus',
      text: t('calendar.stopsNone', { distance: distance(reach) }),
    })
    : html`<ul class="list" aria-label=${t('calendar.stops')}>${
      stops.map((stop) =>
        html`<li>${
          row({
            href: stopPage(stop.id),
            start: icon('bus'),
            title: stop.name,
            end: stop.distance === undefined
              ? nothing
              : html`<span class="soft figure">${distance(stop.distance)}</span>`,
          })
        }</li>`
      )
    }</ul>`;
