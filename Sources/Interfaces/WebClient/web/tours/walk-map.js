// The map of a walk: it follows the walker, shows the next leg strong and the rest quiet, and stops as numbers.

import { html } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { WaysideMap } from '../map/map.js';
import { icon } from '../parts/icon.js';
import { lessMotion } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { arrows, drawGround, drawObjects, extent, feature } from './tour-map.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {[number, number]} LonLat */
/**
 * @typedef {Object} Shown
 * @property {Tour} tour
 * @property {number | undefined} next the order of the stop that is next
 * @property {{before: LonLat[], leg: LonLat[], after: LonLat[]}} legs
 * @property {LonLat | null} here
 * @property {number | null} heading
 * @property {LonLat[]} path where one has been
 */

/** How near one looks at where one walks. */
const nearZoom = 17;

/** @param {LonLat[]} coordinates */
const line = (coordinates) => feature({ type: 'LineString', coordinates });

export class WalkMap {
  /** @type {WaysideMap | null} */
  map = null;
  /** Whether it goes along with the walker: until somebody moves it. */
  isFollowing = true;
  /** Whether what lies ahead is up, instead of north. */
  isAheadUp = false;
  /** The leg that was shown whole. */
  #shown = '';
  #heading = 0;

  /** @param {() => Shown | null} shown @param {(order: string) => void} choose @param {() => void} changed */
  constructor(shown, choose, changed) {
    this.shown = shown;
    this.choose = choose;
    this.changed = changed;
  }

  // A field, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  place = (element) => {
    if (!element) return this.end();
    const shown = this.shown();
    if (this.map || !shown) return;
    const map = new WaysideMap(/** @type {HTMLElement} */ (element), {
      hides: 'tours',
    });
    this.map = map;
    map.fit(extent(shown.tour), this.#padding);
    map.ready.then(() => {
      // Ended meanwhile, with another one in its place that may not be ready yet.
      if (this.map !== map) return;
      // By hand only: what the map does by itself has no event of the person's.
      map.map.on('dragstart', () => {
        if (!this.isFollowing) return;
        this.isFollowing = false;
        this.changed();
      });
    }, () => {});
    queueMicrotask(() => this.draw());
  };

  end() {
    this.map?.end();
    this.map = null;
    this.#shown = '';
  }

  /** Not behind the sheet, nor behind what floats at the top. */
  get #padding() {
    return innerWidth < 600
      ? { top: 120, bottom: Math.round(innerHeight * 0.5), left: 40, right: 64 }
      : { top: 80, bottom: 40, left: Math.min(400, Math.round(innerWidth * 0.45)), right: 64 };
  }

  draw() {
    const { map } = this;
    const shown = this.shown();
    if (!map || !shown) return;
    this.#drawRoute(map, shown);
    this.#drawStops(map, shown);
    this.#drawWalker(map, shown);
    this.#look(map, shown);
  }

  /** @param {WaysideMap} map @param {Shown} shown */
  #drawRoute(map, { tour, legs, path }) {
    const { before, leg, after } = legs;
    drawGround(map, tour);
    const quiet = [before, after].filter((part) => part.length > 1);
    map.setShape('route-rest', feature({ type: 'MultiLineString', coordinates: quiet }), {
      color: '--control-line',
      width: 3.5,
    });
    map.setShape('walked', line(path.length > 1 ? path : []), {
      color: '--ink-soft',
      width: 2.5,
      dashed: true,
    });
    map.setShape('route', line(leg.length > 1 ? leg : []), { color: '--action', width: 7 });
    map.setShape(
      'direction',
      feature({ type: 'MultiLineString', coordinates: leg.length > 1 ? arrows(leg, 30) : [] }),
      { color: '--raised', width: 2.5 },
    );
  }

  /** @param {WaysideMap} map @param {Shown} shown */
  #drawStops(map, { tour, next }) {
    drawObjects(map, tour);
    map.setPoints(
      'stops',
      tour.stops.map((stop) => ({
        id: String(stop.order),
        at: [stop.position.lon, stop.position.lat],
        label: String(stop.order),
        kind: stop.order === next ? 'next' : 'stop',
        current: stop.order === next,
      })),
      { choose: this.choose, radius: 11, isNumbered: true },
    );
  }

  /** @param {WaysideMap} map @param {Shown} shown */
  #drawWalker(map, { here, heading }) {
    const ahead = here && heading !== null ? [wedge(here, heading)] : [];
    map.setShape('ahead', feature({ type: 'MultiPolygon', coordinates: ahead }), {
      color: '--focus',
      width: 1.5,
      fill: true,
    });
    map.setPoints('here', here ? [{ id: 'here', at: here, kind: 'here' }] : [], {
      color: '--focus',
      radius: 9,
    });
  }

  /** @param {WaysideMap} map @param {Shown} shown */
  #look(map, { here, heading, legs, next, tour }) {
    if (heading !== null) this.#heading = heading;
    if (!here) {
      // Without a position the next leg is shown whole.
      const points = legs.leg.length > 1 ? legs.leg : extent(tour);
      if (this.#shown === String(next)) return;
      this.#shown = String(next);
      map.fit(points, this.#padding);
    } else if (this.isFollowing) {
      this.#ease({ center: here, zoom: nearZoom, padding: this.#padding });
    }
  }

  /** @param {{center?: LonLat, zoom?: number, padding?: {top: number, bottom: number, left: number, right: number}}} view */
  #ease(view) {
    const { map } = this;
    const bearing = this.isAheadUp ? this.#heading : 0;
    map?.ready.then(
      () => map.map?.easeTo({ ...view, bearing, duration: lessMotion() ? 0 : 500 }),
      () => {},
    );
  }

  /** The buttons beside it. @param {LonLat | null} here */
  buttons(here) {
    return html`<div class="walk-map-buttons" role="group" aria-label=${t('tours.mapButtons')}>
      <button class="button round" aria-label=${t('tours.aheadUp')} title=${t('tours.aheadUp')}
        aria-pressed=${this.isAheadUp ? 'true' : 'false'} @click=${() => this.turn()}>${
      this.isAheadUp ? icon('navigation') : icon('compass')
    }</button>
      ${
      here && !this.isFollowing
        ? html`
          <button class="button round" aria-label=${t('tours.followMe')}
            title=${t('tours.followMe')} @click=${() => this.follow()}>${icon('locate')}</button>
        `
        : ''
    }</div>`;
  }

  turn() {
    this.isAheadUp = !this.isAheadUp;
    this.isFollowing = true;
    this.draw();
    if (!this.shown()?.here) this.#ease({});
    this.changed();
  }

  follow() {
    this.isFollowing = true;
    this.draw();
    this.changed();
  }

  /** Where the map is drawn. */
  view() {
    return html`<div class="walk-map" ${ref(this.place)}></div>`;
  }
}

/** What lies ahead: a wedge of some metres from where one is. @param {LonLat} here @param {number} heading */
function wedge(here, heading) {
  const corner = (/** @type {number} */ turn) => {
    const radians = (heading + turn) * Math.PI / 180;
    const reach = 22 / 111_195;
    return [
      here[0] + Math.sin(radians) * reach / Math.cos(here[1] * Math.PI / 180),
      here[1] + Math.cos(radians) * reach,
    ];
  };
  return [[here, corner(-30), corner(-10), corner(10), corner(30), here]];
}
