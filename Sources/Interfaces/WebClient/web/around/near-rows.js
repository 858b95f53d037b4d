// Rows of what is near, each with its distance: stops, events, places of the map.

import { html, nothing } from 'lit-html';
import { few } from '../parts/few.js';
import { distance, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';
import { pageOf } from './near.js';
import { stopPage } from '../parts/finding.js';
/** A row of something near. @param {{distance: number}} one @param {unknown} body */
export const nearRow = (one, body) =>
  html`<li>${body}<span class="soft figure">${distance(one.distance)}</span></li>`;

/** Where one gets on, with what leaves from there. @param {import('./near.js').Near['stops']} stops */
export function nearStops(stops) {
  if (stops.length === 0) return nothing;
  return html`
    <section class="stack tight">
      <h2>${t('around.departures')}</h2>
      <ul class="plain-list near-list" aria-label=${t('around.departures')}>${stops.map((stop) =>
        nearRow(stop, html`<a href=${stopPage(stop.id)}>${icon('bus')}${stop.name}</a>`)
      )}</ul>
    </section>
  `;
}

/** What takes place here soon. @param {import('./near.js').Near['events']} events */
export function nearEvents(events) {
  if (events.length === 0) return nothing;
  return html`
    <section class="stack tight">
      <h2>${t('around.events')}</h2>
      <ul class="plain-list near-list" aria-label=${t('around.events')}>${events.map((event) =>
        nearRow(
          event,
          html`<a href=${pageOf(event)}>${icon('calendar-days')}<span>${event.title}<br>
          <span class="soft">${
            new Date(event.startsAt) <= new Date() ? t('around.now') : moment(event.startsAt)
          }${event.place.label ? ` · ${event.place.label}` : ''}</span></span></a>`,
        )
      )}</ul>
    </section>
  `;
}

/**
 * Stops and points of interest of the map.
 *
 * @param {import('./near.js').Near['places']} places @param {(place: import('./near.js').Near['places'][number]) => void} goTo
 */
export function nearPlaces(places, goTo) {
  if (places.length === 0) return nothing;
  return html`
    <section class="stack tight">
      <h2>${t('around.places')}</h2>
      ${few(
        places,
        (some) =>
          html`<ul class="plain-list near-list" aria-label=${t('around.places')}>${
            some.map((place) =>
              nearRow(
                place,
                html`<button class="button quiet near-name" @click=${() => goTo(place)}>${
                  icon(place.kind === 'stop' ? 'bus' : 'map-pin')
                }${place.title}</button>`,
              )
            )
          }</ul>`,
      )}
    </section>
  `;
}
