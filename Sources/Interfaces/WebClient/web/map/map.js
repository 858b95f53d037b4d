// The one map of the client: MapLibre with the server's tiles, loaded when it is first shown.
//
//   const map = new WaysideMap(element, { center: [9.52, 47.14], zoom: 15 });
//   await map.ready;
//   map.setPoints('tours', tours.map(...), { choose: (id) => ... });
//
// Everything on it is also a list on the page: the map itself says nothing to screen readers.

import { readMapStyle } from '../data/map.js';
import { OfflineError } from '../shell/api.js';
import { followSettings, isDark, lessMotion } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { Failures, isUnreached } from './failures.js';

/** @typedef {[number, number]} LonLat */
/** @typedef {import('../data/map.js').MapStyle} MapStyle */
/** MapLibre, and its map. @typedef {any} MapLibre any: its scripts come without types */
/**
 * @typedef {Object} MapEvent
 * @property {{lng: number, lat: number}} lngLat
 * @property {{geometry: {coordinates: LonLat}, properties: {id: string, cluster_id: number}}[]} features
 */
/** @typedef {import('./failures.js').Failure} Failure */
/** What a source is made of. @typedef {string | object} GeoJSON */
/**
 * @typedef {Object} MapOptions
 * @property {LonLat} [center]
 * @property {number} [zoom]
 * @property {number} [bearing]
 * @property {boolean} [interactive]
 * @property {{top: number, bottom: number, left: number, right: number}} [padding]
 * @property {(map: WaysideMap) => void} [moved]
 * @property {(at: LonLat) => void} [click]
 * @property {[LonLat, LonLat]} [bounds]
 * @property {string} [hides] a layer of the tiles that is not shown, for instance tours where one of them is drawn
 */
/**
 * @typedef {Object} Point
 * @property {string} id
 * @property {LonLat} at
 * @property {string} [label]
 * @property {string} [kind] 'tour' | 'object' | 'place' | 'event' | 'stop' | 'next'
 * @property {boolean} [current]
 */

/** @type {Promise<MapLibre> | null} */
let loading = null;

/** @param {string} address */
const script = (address) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src: address, async: false });
    element.onload = resolve;
    element.onerror = () => reject(new OfflineError(address));
    document.head.append(element);
  });

/** MapLibre itself, once. @returns {Promise<MapLibre>} */
export function loadMapLibre() {
  loading ??= (async () => {
    const style = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: ASSETS.mapStyle,
    });
    document.head.append(style);
    await script(ASSETS.mapShared);
    await script(ASSETS.mapPage);
    // Labels are drawn with the pages' own font, which has to be there.
    await Promise.all([
      document.fonts.load('400 16px Inter'),
      document.fonts.load('600 16px Inter'),
    ]);
    return /** @type {{maplibregl: MapLibre}} */ (/** @type {unknown} */ (globalThis)).maplibregl;
  })().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Points nearer to each other than that, in pixels, are one as long as the map is not near. */
const clustering = { cluster: true, clusterRadius: 44, clusterMaxZoom: 16, clusterMinPoints: 3 };

/** The names of pages apart from those of the style's own layers. @param {string} name */
const own = (name) => `page-${name}`;

/** Roles of colour, as the pages have them. @param {string} name */
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class WaysideMap {
  /** @type {MapLibre} MapLibre's own map, once it is {@link ready} */
  map = null;
  #isGone = false;
  /** What is on it, put again when the style changes. @type {Map<string, () => void>} */
  #layers = new Map();
  /** What a press on a layer of points does. @type {Map<string, (id: string) => void>} */
  #choosers = new Map();
  /** Layers of points that are clustered and are listened to. @type {Set<string>} */
  #clusters = new Set();
  /** @type {(() => void)[]} */
  #ends = [];
  /** @type {Failures} */
  #failures;

  /**
   * @param {HTMLElement} element its place; positioned, with a size of its own
   * @param {MapOptions} [options]
   */
  constructor(element, options = {}) {
    this.element = element;
    this.#hides = options.hides;
    this.#failures = new Failures(element);
    /** Fulfilled when the map is drawn; rejected where it cannot be (no WebGL). */
    this.ready = this.#start(options);
    this.ready.catch((error) => {
      if (this.#isGone) return;
      const words = document.createElement('p');
      words.className = 'map-failure';
      words.textContent = t('shell.noMap', { detail: error.message ?? String(error) });
      element.replaceChildren(words);
    });
  }

  /** @param {MapOptions} options */
  async #start(
    { center = [0, 20], zoom = 1, bearing = 0, interactive = true, padding, moved, click, bounds },
  ) {
    const [library, look] = await this.#parts();
    if (this.#isGone) return;
    const map = new library.Map({
      container: this.element,
      style: look,
      center,
      zoom,
      bearing,
      interactive,
      bounds,
      fitBoundsOptions: { padding: 48 },
      attributionControl: false,
      fadeDuration: lessMotion() ? 0 : 200,
      maxPitch: 70,
      locale: { 'Map.Title': t('shell.mapLabel') },
    });
    this.map = map;
    // Without somebody who listens, MapLibre tells the console only.
    map.on('error', (/** @type {{error: unknown}} */ { error }) => this.#failed(error));
    map.on('idle', () => this.#failures.done());
    this.element.ariaBusy = 'true';
    map.once('idle', () => this.element.removeAttribute('aria-busy'));
    // What is drawn can be asked for where the page is at hand: in the browser's console, by tests.
    Object.assign(this.element, { map });
    if (padding) map.setPadding(padding);
    map.addControl(new library.AttributionControl({ compact: true }), 'bottom-left');
    if (interactive) {
      map.addControl(new library.NavigationControl({ visualizePitch: true }), 'bottom-right');
    }
    if (moved) map.on('moveend', () => moved(this));
    if (click) {
      map.on(
        'click',
        (/** @type {MapEvent} */ event) => click([event.lngLat.lng, event.lngLat.lat]),
      );
    }
    this.#ends.push(followSettings(() => this.#restyle()));
    // Not its "load": what a page draws is not to wait for every tile beneath it.
    await new Promise((resolve) => map.once('style.load', resolve));
    for (const put of this.#layers.values()) put();
  }

  #look = isDark();
  /** Whether another style is being taken up. */
  #isStyling = false;
  /** @type {string | undefined} */
  #hides;

  /** MapLibre and the style; without a network, when there is one. @returns {Promise<[MapLibre, MapStyle]>} */
  async #parts() {
    try {
      return await Promise.all([loadMapLibre(), this.#style()]);
    } catch (error) {
      if (this.#isGone || !isUnreached(error)) throw error;
      await new Promise((resolve) => this.#failures.tell(error, () => resolve(undefined)));
      return this.#parts();
    }
  }

  /** @param {unknown} error of MapLibre */
  #failed(error) {
    const { name, status } = /** @type {Failure} */ (error ?? {});
    if (this.#isGone || name === 'AbortError') return;
    // The session has ended: the page says so by its own questions, and a tile has nothing to add.
    if (status === 401) return;
    if (isUnreached(error)) this.#failures.tell(error, () => this.#reload());
    else console.error(error);
  }

  /** Fetches again what did not come: description, tiles and signs. */
  async #reload() {
    try {
      this.#put(await this.#style());
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param {MapStyle} look */
  #put(look) {
    if (this.#isGone) return;
    this.#isStyling = true;
    this.map.setStyle(look, { diff: false });
    this.map.once('style.load', () => {
      this.#isStyling = false;
      for (const put of this.#layers.values()) put();
    });
  }

  async #style() {
    const look = await readMapStyle(isDark() ? 'dark' : 'light');
    const layers = look.layers.filter((layer) =>
      !this.#hides || layer['source-layer'] !== this.#hides
    );
    return { ...look, layers };
  }

  async #restyle() {
    if (isDark() === this.#look || !this.map) return;
    this.#look = isDark();
    await this.#reload();
  }

  /** @param {string} name @param {() => void} put */
  #keep(name, put) {
    if (this.#isGone) return;
    this.#layers.set(name, put);
    // All are put when the style has come.
    if (this.#isStyling) return;
    if (this.map?.isStyleLoaded()) put();
    else {
      // Only what is still wanted when the map is there.
      this.ready.then(
        () => !this.#isGone && !this.#isStyling && this.#layers.get(name) === put && put(),
        () => {},
      );
    }
  }

  /** @param {string} name @param {GeoJSON} data @param {object} [options] of the source */
  #source(name, data, options = {}) {
    const known = this.map.getSource(name);
    if (known) known.setData(data);
    else this.map.addSource(name, { type: 'geojson', data, ...options });
    return !known;
  }

  /**
   * Shows points, replacing those of the same name; labels where there is room.
   *
   * @param {string} name @param {Point[]} points
   * @param {{choose?: (id: string) => void, color?: string, radius?: number, isNumbered?: boolean, clusters?: boolean}} [options]
   *   colour: a token, `--near`; radius in pixels; `isNumbered`: the labels are numbers, and stand in the points;
   *   `clusters`: many that are close together are one with their number, which a press opens
   */
  setPoints(
    name,
    points,
    { choose, color = '--action', radius = 8, isNumbered = false, clusters = false } = {},
  ) {
    name = own(name);
    const data = {
      type: 'FeatureCollection',
      features: points.map((point) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: point.at },
        properties: {
          id: point.id,
          label: point.label ?? '',
          kind: point.kind ?? '',
          current: point.current ?? false,
        },
      })),
    };
    this.#keep(name, () => {
      if (!this.#source(name, data, clusters ? clustering : {})) return;
      if (clusters) this.#addClusters(name, color);
      this.map.addLayer({
        id: name,
        type: 'circle',
        source: name,
        filter: ['!', ['has', 'point_count']],
        paint: {
          'circle-radius': ['case', ['get', 'current'], radius + 4, radius],
          'circle-color': ['case', ['get', 'current'], token('--near-strong'), token(color)],
          'circle-stroke-color': token('--raised'),
          'circle-stroke-width': 2.5,
        },
      });
      this.map.addLayer({
        id: `${name}-labels`,
        type: 'symbol',
        source: name,
        filter: ['!', ['has', 'point_count']],
        layout: {
          'text-field': ['get', 'label'],
          'text-font': ['Inter'],
          'text-size': 14,
          ...(isNumbered ? { 'text-allow-overlap': true } : {
            'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
            'text-radial-offset': 0.9,
            'text-justify': 'auto',
          }),
        },
        paint: isNumbered
          ? { 'text-color': ['case', ['get', 'current'], '#1f2420', token('--on-action')] }
          : {
            'text-color': token('--ink'),
            'text-halo-color': token('--surface'),
            'text-halo-width': 2,
          },
      });
      // Layers come again with another style, who listens stays.
      const isHeard = this.#choosers.has(name);
      if (!choose) return;
      this.#choosers.set(name, choose);
      if (isHeard) return;
      this.map.on(
        'click',
        name,
        (/** @type {MapEvent} */ event) =>
          this.#choosers.get(name)?.(event.features[0].properties.id),
      );
      this.map.on('mouseenter', name, () => this.map.getCanvas().style.cursor = 'pointer');
      this.map.on('mouseleave', name, () => this.map.getCanvas().style.cursor = '');
    });
  }

  /** Circles with the number of points that are close together. @param {string} name @param {string} color */
  #addClusters(name, color) {
    const id = `${name}-clusters`;
    this.map.addLayer({
      id,
      type: 'circle',
      source: name,
      filter: ['has', 'point_count'],
      paint: {
        'circle-radius': ['step', ['get', 'point_count'], 16, 10, 20, 100, 26],
        'circle-color': token('--raised'),
        'circle-stroke-color': token(color),
        'circle-stroke-width': 3,
      },
    });
    this.map.addLayer({
      id: `${name}-counts`,
      type: 'symbol',
      source: name,
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': ['Inter'],
        'text-size': 14,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': token('--ink') },
    });
    // Layers come again with another style, who listens stays.
    if (this.#clusters.has(name)) return;
    this.#clusters.add(name);
    this.map.on('click', id, async (/** @type {MapEvent} */ event) => {
      const { geometry, properties } = event.features[0];
      const zoom = await this.map.getSource(name).getClusterExpansionZoom(properties.cluster_id);
      if (!this.#isGone) this.flyTo(geometry.coordinates, zoom + 0.2);
    });
    this.map.on('mouseenter', id, () => this.map.getCanvas().style.cursor = 'pointer');
    this.map.on('mouseleave', id, () => this.map.getCanvas().style.cursor = '');
  }

  /**
   * Shows lines or areas from GeoJSON, replacing those of the same name.
   *
   * @param {string} name @param {GeoJSON} data
   * @param {{color?: string, width?: number, dashed?: boolean, fill?: boolean}} [options]
   */
  setShape(name, data, { color = '--action', width = 5, dashed = false, fill = false } = {}) {
    name = own(name);
    this.#keep(name, () => {
      if (!this.#source(name, data)) return;
      if (fill) {
        this.map.addLayer({
          id: `${name}-fill`,
          type: 'fill',
          source: name,
          paint: { 'fill-color': token(color), 'fill-opacity': 0.15 },
        });
      }
      this.map.addLayer({
        id: name,
        type: 'line',
        source: name,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': token(color),
          'line-width': width,
          ...(dashed ? { 'line-dasharray': [1.5, 1.5] } : {}),
        },
      });
    });
  }

  /** Takes away what was put under a name. @param {string} name */
  remove(name) {
    name = own(name);
    this.#layers.delete(name);
    if (!this.map) return;
    const layers = ['', '-labels', '-fill', '-clusters', '-counts'];
    for (const id of layers.map((end) => `${name}${end}`)) {
      if (this.map.getLayer(id)) this.map.removeLayer(id);
    }
    if (this.map.getSource(name)) this.map.removeSource(name);
  }

  /** Moves to a place. @param {LonLat} center @param {number} [zoom] */
  flyTo(center, zoom) {
    this.ready.then(
      () =>
        this.map?.easeTo({ center, ...(zoom ? { zoom } : {}), duration: lessMotion() ? 0 : 500 }),
      () => {},
    );
  }

  /**
   * Shows all of these points.
   *
   * @param {LonLat[]} points @param {number | {top: number, bottom: number, left: number, right: number}} [padding]
   */
  fit(points, padding = 48) {
    if (points.length === 0) return;
    const lons = points.map(([lon]) => lon);
    const lats = points.map(([, lat]) => lat);
    const box = [[Math.min(...lons), Math.min(...lats)], [Math.max(...lons), Math.max(...lats)]];
    this.ready.then(
      () => this.map?.fitBounds(box, { padding, maxZoom: 17, duration: lessMotion() ? 0 : 500 }),
      () => {},
    );
  }

  /** West, south, east and north of what is seen. @returns {[number, number, number, number]} */
  get bounds() {
    const box = this.map.getBounds();
    return [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
  }

  /** The middle of what is seen. @returns {LonLat} */
  get center() {
    const { lng, lat } = this.map.getCenter();
    return [lng, lat];
  }

  /** Ends the map; call when the page is left. */
  end() {
    this.#isGone = true;
    for (const end of this.#ends) end();
    this.#failures.end();
    this.map?.remove();
  }
}
