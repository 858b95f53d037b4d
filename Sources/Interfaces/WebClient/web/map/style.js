// The look of the map where the server gives no style of its own: the tones of the pages, roads and
// houses quiet, paths and green a little stronger, labels few.

import { isDark } from '../shell/settings.js';
import { language } from '../shell/texts.js';

const light = {
  ground: '#f4f0e6',
  water: '#bcd6e2',
  green: '#d5e4c8',
  road: '#ffffff',
  edge: '#d9d2c2',
  path: '#b9834a',
  rail: '#a9a69c',
  house: '#e2dbcc',
  houseEdge: '#cfc6b3',
  label: '#3d433d',
  halo: '#faf8f3',
  tour: '#1f6b4f',
  stop: '#8f4f00',
  transit: '#565c55',
};
const dark = {
  ground: '#1a1f1c',
  water: '#22394a',
  green: '#22331f',
  road: '#39413c',
  edge: '#232a26',
  path: '#a88458',
  rail: '#4d544f',
  house: '#29302c',
  houseEdge: '#353d38',
  label: '#d5d3ca',
  halo: '#161a18',
  tour: '#7fcfaa',
  stop: '#ffbf66',
  transit: '#a9afa7',
};
const font = ['Inter'];
const large = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'];

/** @param {any} from @param {any} to widths at zoom 12 and 18 */
const width = (from, to) => ['interpolate', ['exponential', 1.6], ['zoom'], 11, from, 18, to];
const name = ['coalesce', ['get', `name:${language}`], ['get', 'name']];

/**
 * A style for the server's vector tiles.
 *
 * @param {{tiles: string[], attribution?: string, maxzoom?: number}} description TileJSON
 */
export function builtInStyle(description) {
  const c = isDark() ? dark : light;
  const base = (
    /** @type {string} */ id,
    /** @type {string} */ type,
    /** @type {string} */ layer,
    /** @type {any} */ rest,
  ) => ({ id, type, source: 'wayside', 'source-layer': layer, ...rest });
  return {
    version: 8,
    sources: {
      wayside: {
        type: 'vector',
        tiles: description.tiles.map((tile) =>
          location.origin + new URL(tile).pathname.replace(/%7B/gi, '{').replace(/%7D/gi, '}')
        ),
        maxzoom: description.maxzoom ?? 16,
        attribution: description.attribution,
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': c.ground } },
      base('green', 'fill', 'green', { paint: { 'fill-color': c.green } }),
      base('water', 'fill', 'water', {
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': c.water },
      }),
      base('waterways', 'line', 'water', {
        filter: ['==', ['geometry-type'], 'LineString'],
        paint: { 'line-color': c.water, 'line-width': width(1, 6) },
      }),
      base('houses', 'fill', 'buildings', {
        minzoom: 13.5,
        paint: { 'fill-color': c.house, 'fill-outline-color': c.houseEdge },
      }),
      base('rails', 'line', 'roads', {
        filter: ['==', ['get', 'kind'], 'rail'],
        paint: { 'line-color': c.rail, 'line-width': width(0.8, 3) },
      }),
      base('paths', 'line', 'roads', {
        filter: ['==', ['get', 'kind'], 'path'],
        paint: { 'line-color': c.path, 'line-width': width(0.8, 3), 'line-dasharray': [2, 1.5] },
      }),
      base('road-edges', 'line', 'roads', {
        filter: ['==', ['get', 'kind'], 'road'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': c.edge,
          'line-width': [
            'interpolate',
            ['exponential', 1.6],
            ['zoom'],
            8,
            ['match', ['get', 'class'], large, 1.6, 0.8],
            18,
            ['match', ['get', 'class'], large, 26, 16],
          ],
        },
      }),
      base('roads', 'line', 'roads', {
        filter: ['==', ['get', 'kind'], 'road'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': c.road,
          'line-width': [
            'interpolate',
            ['exponential', 1.6],
            ['zoom'],
            8,
            ['match', ['get', 'class'], large, 1, 0.4],
            18,
            ['match', ['get', 'class'], large, 22, 13],
          ],
        },
      }),
      base('road-names', 'symbol', 'roads', {
        minzoom: 14,
        filter: ['has', 'name'],
        layout: {
          'symbol-placement': 'line',
          'text-field': name,
          'text-font': font,
          'text-size': 13,
        },
        paint: { 'text-color': c.label, 'text-halo-color': c.halo, 'text-halo-width': 1.5 },
      }),
      base('transit-stops', 'circle', 'stops', {
        minzoom: 14.5,
        paint: {
          'circle-radius': 3.5,
          'circle-color': c.halo,
          'circle-stroke-color': c.transit,
          'circle-stroke-width': 1.5,
        },
      }),
      base('places', 'symbol', 'places', {
        layout: {
          'text-field': name,
          'text-font': font,
          'text-size': [
            'match',
            ['get', 'class'],
            ['country', 'city'],
            19,
            ['town', 'village'],
            16,
            14,
          ],
        },
        paint: { 'text-color': c.label, 'text-halo-color': c.halo, 'text-halo-width': 2 },
      }),
    ],
  };
}
