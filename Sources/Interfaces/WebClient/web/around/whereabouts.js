// Which place Around shows, and why: where one is, what somebody chose, or a sample; and what to do
// where no map is.

import { html, nothing } from 'lit-html';
import { readMapBounds } from '../data/geodata.js';
import { readPlacesAround } from '../data/near.js';
import { readTours, readToursNear } from '../data/tours.js';
import { directionOf, metresBetween } from '../map/measure.js';
import { lastPosition } from '../map/position.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';
import { isMapped, reasonFor, settlementOf } from './spots.js';

/** @typedef {import('./spots.js').Spot} Spot */
/** @typedef {import('./spots.js').Bounds} Bounds */

/**
 * A place to look at when none is given: where a tour starts on the first map that has one, else any
 * tour, else the middle of a map.
 *
 * @returns {Promise<Spot & {name?: string}>}
 */
export async function samplePlace() {
  try {
    const maps = await readMapBounds();
    const middles = maps.map(([west, south, east, north]) => ({
      lat: (south + north) / 2,
      lon: (west + east) / 2,
      reach: metresBetween({ lat: south, lon: west }, { lat: north, lon: east }) / 2,
    }));
    for (const middle of [...middles, undefined]) {
      const [tour] = (await (middle
        ? readToursNear(rounded(middle), Math.ceil(middle.reach), 1)
        : readTours({ limit: 1 })))
        .items;
      if (tour?.start) {
        return { lat: tour.start.lat, lon: tour.start.lon, name: tour.place };
      }
    }
    if (middles[0]) return { lat: middles[0].lat, lon: middles[0].lon };
  } catch {
    // Nothing is known: the page still works.
  }
  return { lat: 0, lon: 0 };
}

/** So exact that the same place is asked for the same. @param {Spot} spot @returns {Spot} */
const rounded = ({ lat, lon }) => ({ lat: Number(lat.toFixed(5)), lon: Number(lon.toFixed(5)) });

export class Whereabouts {
  /** What the place is called; empty while it is not known. */
  name = '';
  /** Whether no imported map has the place. */
  isOffMap = false;
  /** @type {(Spot & {name?: string}) | undefined} */
  sample = undefined;
  /** The last place of this visit of which there was a map. @type {Spot | undefined} */
  #mapped = undefined;
  /** @type {Promise<Bounds[]> | undefined} */
  #maps = undefined;
  #turn = 0;
  #place = '';

  /** @param {import('./around.js').AroundPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Why the middle of the map is shown. */
  get reason() {
    const { spot } = this.page;
    return spot ? reasonFor(spot, lastPosition(), this.sample) : 'chosen';
  }

  /** A place where nobody is, to begin with. */
  async chooseSample() {
    this.sample = await samplePlace();
    return this.sample;
  }

  /** Sees what the place is called, and whether a map has it. @param {Spot} spot */
  async look(spot) {
    const [lat, lon] = [spot.lat.toFixed(3), spot.lon.toFixed(3)];
    if (this.#place === `${lat},${lon}`) return;
    this.#place = `${lat},${lon}`;
    const turn = ++this.#turn;
    // Without a network nothing is said of a map.
    this.#maps ??= readMapBounds();
    const [maps, areas] = await Promise.all([
      this.#maps.catch(() => (this.#maps = undefined, null)),
      readPlacesAround(spot, ['area']).catch(() => null),
    ]);
    if (turn !== this.#turn) return;
    if (!maps || !areas) this.#place = '';
    this.name = settlementOf(areas ?? []);
    this.isOffMap = maps !== null && !isMapped(spot, maps);
    if (maps && !this.isOffMap) this.#mapped = spot;
    this.page.view.update();
  }

  /** To the last place of which there was a map. */
  async goBack() {
    this.page.goTo(this.#mapped ?? await this.chooseSample());
  }

  /** Which place is shown and why, and from where distances are. */
  draw() {
    const { reason } = this;
    const name = (reason === 'sample' && this.sample?.name) || this.name;
    const place = reason === 'here'
      ? t('around.whereYouAre')
      : reason === 'sample'
      ? name ? t('around.sampleNamed', { place: name }) : t('around.samplePlace')
      : name || t('around.chosenPlace');
    // Where nothing could be read, nothing is known of the place either.
    const isUnknown = reason === 'sample' && !name && this.page.near.error !== null;
    return html`<div class="around-where">
      ${
      isUnknown
        ? nothing
        : html`<p role="status"><strong>${place}</strong> <span class="soft small">${
          t(reason === 'here' ? 'around.fromHere' : 'around.fromMiddle')
        }</span></p>`
    }
      ${
      reason === 'here'
        ? nothing
        : html`<button class="button quiet" @click=${() => this.page.whereAmI()}>${icon('locate')}${
          t('around.showWhereIAm')
        }</button>`
    }
      ${this.offMap()}
    </div>`;
  }

  /** On a map that would be a blank sheet; the way back is in the list. */
  drawOnMap() {
    return this.isOffMap
      ? html`<p class="map-nothing" aria-hidden="true">${t('around.noMapHere')}</p>`
      : nothing;
  }

  /** That there is no map, and the way back to one. */
  offMap() {
    if (!this.isOffMap) return nothing;
    return html`
      <p class="soft" role="status">${t('around.noMapHere')}</p>
      <button class="button" @click=${() => this.goBack()}>${icon('undo-2')}${t(
        'around.backToMap',
      )}</button>
    `;
  }
}

/** How far and which way: 79 km to the east. @param {Spot} from @param {Spot} to */
export const wayTowards = (from, to) =>
  t('shell.distanceTowards', {
    distance: distance(metresBetween(from, to)),
    direction: t(`shell.direction-${directionOf(from, to)}`),
  });
