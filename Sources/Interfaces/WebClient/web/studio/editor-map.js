// The map beside the editor: the tour as it is now, with what can be taken hold of for the part that
// is edited.

import { readMapDescription } from '../data/places.js';
import { t } from '../shell/texts.js';
import { WaysideMap } from '../map/map.js';
import { lastPosition } from '../map/position.js';
import { languagesOf, titleOf, withStop } from './document.js';
import { Handles } from './handles.js';
import { mapKey } from './keys.js';
import { circle, rounded } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./document.js').Doc} Doc */
/** @typedef {import('./editor-page.js').EditorPage} EditorPage */

/** @typedef {{route?: Point[], area?: Point[], stop?: {key: string, at: Point}}} Preview by hand, on its way */

/** Metres around a stop that has no trigger of its own. */
export const usualRadius = 15;

/** Pixels at the edge of the map that do not count as seen. */
const edge = 16;

export class EditorMap {
  /** @type {WaysideMap | null} */
  map = null;
  /** @type {Doc | null} what is drawn */
  #drawn = null;
  #state = '';
  /** @type {Preview | null} */
  #preview = null;

  /** @param {EditorPage} page */
  constructor(page) {
    this.page = page;
    page.view.onLeave(() => this.#end());
  }

  #end() {
    this.map?.end();
    this.map = null;
    this.#drawn = null;
  }

  /** Where the map goes; undefined when its place is gone. @param {Element | undefined} element */
  place = (element) => {
    if (!element) return this.#end();
    if (this.map) return;
    const { doc } = this.page.editor;
    const points = extent(doc);
    const here = lastPosition();
    const box = boxAround(points);
    this.map = new WaysideMap(
      /** @type {HTMLElement} */ (element),
      {
        hides: 'tours',
        bounds: box,
        ...(!box && here
          ? { center: /** @type {[number, number]} */ ([here.lon, here.lat]), zoom: 15 }
          : {}),
      },
    );
    this.handles = new Handles(this.map);
    if (!box && !here) this.#showMaps();
    this.map.ready.then(() => this.#name(), () => {});
    this.draw();
  };

  /** Says what the map is, and takes keys. */
  #name() {
    const canvas = this.map?.map?.getCanvas();
    if (!canvas) return;
    canvas.setAttribute('aria-label', t('studio.mapLabel'));
    canvas.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (mapKey(this.page, event)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    }, { capture: true });
  }

  /** Shows what the imported maps cover, when nothing better is known. */
  async #showMaps() {
    try {
      const { bounds } = await readMapDescription();
      if (bounds && extent(this.page.editor.doc).length === 0) {
        this.map?.fit([[bounds[0], bounds[1]], [bounds[2], bounds[3]]]);
      }
    } catch {
      // The whole world then.
    }
  }

  /** Shows all of the tour. */
  fit() {
    this.map?.fit(extent(this.page.editor.doc));
  }

  /** Shows a place; where it is in the picture already, the map stays where one works. @param {Point} at */
  reveal(at) {
    const { map } = this;
    map?.ready.then(() => {
      if (!map.map) return;
      const { clientWidth, clientHeight } = map.map.getContainer();
      const { x, y } = map.map.project([at[0], at[1]]);
      const isSeen = x >= edge && y >= edge && x <= clientWidth - edge && y <= clientHeight - edge;
      if (!isSeen) map.flyTo([at[0], at[1]]);
    }, () => {});
  }

  /** The middle of what is seen; before there is a map, where the tour or who draws it is. @returns {Point} */
  get center() {
    if (this.map?.map) return rounded(this.map.center);
    const here = lastPosition();
    const last = extent(this.page.editor.doc).at(-1);
    return rounded(last ?? (here ? [here.lon, here.lat] : [0, 0]));
  }

  /** Metres of so many pixels. @param {number} pixels */
  metres(pixels) {
    if (!this.map?.map) return 1;
    const { lat } = this.map.map.getCenter();
    return (pixels * 78271.517 * Math.cos(lat * Math.PI / 180)) / 2 ** this.map.map.getZoom();
  }

  /** Draws what has changed. */
  draw() {
    const { map } = this;
    if (!map) return;
    const { editor, part, tool, point, stopKey, corner } = this.page;
    const { doc } = editor;
    const state = [part, tool, point, stopKey, corner, this.page.ring?.length].join();
    if (this.handles) this.handles.grip = this.page.grip();
    if (this.#drawn === doc && this.#state === state && !this.#preview) return;
    const isNew = this.#drawn !== doc || this.#preview !== null;
    this.#drawn = doc;
    this.#state = state;
    if (isNew || part === 'route' || part === 'stops') this.#all(doc);
  }

  /** Something is on its way by hand. @param {Preview | null} preview */
  show(preview) {
    this.#preview = preview;
    if (this.map) this.#all(this.page.editor.doc);
    if (!preview) this.#drawn = null;
  }

  /** @param {Doc} doc */
  #all(doc) {
    const map = /** @type {WaysideMap} */ (this.map);
    const { page } = this;
    const route = this.#preview?.route ?? doc.route;
    const line = route.map(([lon, lat]) => [lon, lat]);
    const isArea = page.tool === 'area';
    const isTrigger = page.tool === 'trigger';
    const ring = this.#preview?.area ?? page.ring;
    const area = isArea && ring ? polygon(ring) : doc.area ?? page.computedArea;
    map.setShape('area', feature(area), { color: '--action', width: 1.5, fill: true });
    map.setShape(
      'route',
      feature(line.length >= 2 ? { type: 'LineString', coordinates: line } : null),
      { color: '--action', width: 5 },
    );
    map.setShape('triggers', this.#triggers(doc, isTrigger ? ring : null), {
      color: '--near',
      width: 1.5,
      fill: true,
    });
    const isRoute = page.part === 'route' && !isArea;
    // Beside the points of the route, which are what one takes hold of there.
    map.setPoints('stops-below', isRoute ? this.#stops(doc, false) : [], {
      color: '--near',
      radius: 4,
    });
    map.setPoints(
      'route-points',
      isRoute ? routePoints(route, page.point) : ends(route),
      { color: '--action', radius: route.length > 150 ? 5 : 7 },
    );
    map.setPoints(
      'ring-points',
      (isArea || isTrigger) && ring
        ? ring.map((at, index) => ({
          id: String(index),
          at: [at[0], at[1]],
          current: index === page.corner,
        }))
        : [],
      { color: '--ink', radius: 7 },
    );
    map.setPoints('stops', isRoute ? [] : this.#stops(doc, true), { color: '--near', radius: 9 });
  }

  /** @param {Doc} doc @param {boolean} isNamed */
  #stops(doc, isNamed) {
    const languages = languagesOf(doc);
    return doc.stops.map((stop, index) => {
      const moved = this.#preview?.stop?.key === stop.key ? this.#preview.stop.at : null;
      return {
        id: stop.key,
        at: /** @type {[number, number]} */ (moved
          ? [moved[0], moved[1]]
          : [stop.position.lon, stop.position.lat]),
        label: isNamed ? `${index + 1}. ${titleOf(stop, languages)}` : '',
        current: stop.key === this.page.stopKey,
      };
    });
  }

  /** Where stops begin to speak. @param {Doc} doc @param {Point[] | null | undefined} ring */
  #triggers(doc, ring) {
    const { stopKey, part } = this.page;
    const stops = part === 'stops' ? doc.stops : [];
    return {
      type: 'FeatureCollection',
      features: stops.map((stop) => {
        const moved = this.#preview?.stop?.key === stop.key ? this.#preview.stop.at : null;
        const at = moved ?? /** @type {Point} */ ([stop.position.lon, stop.position.lat]);
        if (stop.key === stopKey && ring) return feature(polygon(ring));
        if (stop.trigger && 'polygon' in stop.trigger) return feature(stop.trigger.polygon);
        const radius = stop.trigger && 'radius' in stop.trigger ? stop.trigger.radius : usualRadius;
        return feature({ type: 'Polygon', coordinates: [circle(at, radius)] });
      }),
    };
  }

  /** Where somebody who is only simulated is; null for nobody. @param {Point | null} at */
  walker(at) {
    this.map?.setPoints(
      'walker',
      at ? [{ id: 'walker', at: [at[0], at[1]], label: t('studio.walker'), current: true }] : [],
      { color: '--near' },
    );
  }

  /** Puts a stop elsewhere. @param {string} key @param {Point} at @param {string} label */
  moveStop(key, at, label) {
    const { editor } = this.page;
    const stop = editor.doc.stops.find((one) => one.key === key);
    if (!stop) return;
    const [lon, lat] = rounded(at);
    editor.change(withStop(editor.doc, key, { position: { ...stop.position, lon, lat } }), label);
  }
}

/** @param {{type: string, coordinates: unknown} | null} geometry */
const feature = (geometry) => ({
  type: 'Feature',
  properties: {},
  geometry: geometry ?? { type: 'GeometryCollection', geometries: [] },
});

/** @param {Point[]} ring open */
function polygon(ring) {
  const line = ring.map(([lon, lat]) => [lon, lat]);
  if (line.length < 2) return null;
  if (line.length === 2) return { type: 'LineString', coordinates: line };
  return { type: 'Polygon', coordinates: [[...line, line[0]]] };
}

/** Where the route begins and ends. @param {Point[]} route */
function ends(route) {
  if (route.length === 0) return [];
  return routePoints([route[0], route[route.length - 1]], -1);
}

/** The points that somebody has set. @param {Point[]} route @param {number} chosen */
function routePoints(route, chosen) {
  /** @type {import('../map/map.js').Point[]} */
  const points = [];
  route.forEach((at, index) => {
    if (at[2]) return;
    const isLast = index === route.length - 1;
    points.push({
      id: String(index),
      at: [at[0], at[1]],
      label: index === 0 ? t('studio.startMark') : isLast ? t('studio.endMark') : '',
      current: index === chosen,
    });
  });
  return points;
}

/**
 * A box around points, never so small that nothing around is seen; undefined for none.
 *
 * @param {[number, number][]} points @returns {[[number, number], [number, number]] | undefined}
 */
function boxAround(points) {
  if (points.length === 0) return undefined;
  const least = 0.001;
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  return [
    [Math.min(...lons) - least, Math.min(...lats) - least],
    [Math.max(...lons) + least, Math.max(...lats) + least],
  ];
}

/** All points that should be seen. @param {Doc} doc @returns {[number, number][]} */
export const extent = (doc) => [
  ...doc.route.map(([lon, lat]) => /** @type {[number, number]} */ ([lon, lat])),
  ...doc.stops.map((
    { position },
  ) => /** @type {[number, number]} */ ([position.lon, position.lat])),
];
