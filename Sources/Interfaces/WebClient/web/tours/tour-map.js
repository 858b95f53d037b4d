// A tour on the map: its area, its route with the direction, its stops and objects.

import { metres } from '../map/measure.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {import('../map/map.js').WaysideMap} WaysideMap */
/** @typedef {[number, number]} LonLat */

const radians = Math.PI / 180;

/**
 * Arrow heads along a line: one each `step` metres, as short lines that point forward.
 *
 * @param {LonLat[]} line @param {number} step
 */
export function arrows(line, step) {
  /** @type {LonLat[][]} */
  const heads = [];
  let left = step / 2;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]];
    const length = metres(from, to);
    while (length > 0 && left <= length) {
      const part = left / length;
      const scale = Math.cos(from[1] * radians);
      const tip = /** @type {LonLat} */ ([
        from[0] + (to[0] - from[0]) * part,
        from[1] + (to[1] - from[1]) * part,
      ]);
      const angle = Math.atan2(to[1] - from[1], (to[0] - from[0]) * scale);
      const size = step / 12 / 111_195;
      const wing = (/** @type {number} */ turn) => /** @type {LonLat} */ ([
        tip[0] - Math.cos(angle + turn) * size / scale,
        tip[1] - Math.sin(angle + turn) * size,
      ]);
      heads.push([wing(0.6), tip, wing(-0.6)]);
      left += step;
    }
    left -= length;
  }
  return heads;
}

/**
 * Draws a tour.
 *
 * @param {WaysideMap} map @param {Tour} tour
 * @param {{current?: number, choose?: (order: string) => void}} [options] `current`: the order of the
 *   stop that is next
 */
export function drawTour(map, tour, { current, choose } = {}) {
  const line = /** @type {LonLat[]} */ (tour.route.coordinates);
  drawGround(map, tour);
  map.setShape('route', feature(tour.route), { color: '--action', width: 5 });
  const step = Math.max(40, tour.distance / 14);
  map.setShape(
    'direction',
    feature({ type: 'MultiLineString', coordinates: arrows(line, step) }),
    { color: '--raised', width: 2.5 },
  );
  map.setPoints(
    'stops',
    tour.stops.map((stop) => ({
      id: String(stop.order),
      at: [stop.position.lon, stop.position.lat],
      label: `${stop.order}. ${stop.title}`,
      kind: stop.order === current ? 'next' : 'stop',
      current: stop.order === current,
    })),
    { choose },
  );
  drawObjects(map, tour);
}

/** The tour's area. @param {WaysideMap} map @param {Tour} tour */
export const drawGround = (map, tour) =>
  map.setShape('area', feature(tour.area), { color: '--action', width: 1.5, fill: true });

/**
 * Its objects, smaller than the stops: most stand where one stops.
 *
 * @param {WaysideMap} map @param {Tour} tour
 */
export const drawObjects = (map, tour) =>
  map.setPoints(
    'objects',
    tour.objects.map(({ position }, index) => ({
      id: String(index),
      at: [position.lon, position.lat],
      kind: 'object',
    })),
    { color: '--near', radius: 4 },
  );

/** @param {{type: string, coordinates: unknown}} geometry */
export const feature = (geometry) => ({ type: 'Feature', properties: {}, geometry });

/** All points that should be seen. @param {Tour} tour @returns {LonLat[]} */
export const extent = (tour) => [
  .../** @type {LonLat[]} */ (tour.route.coordinates),
  ...tour.stops.map((stop) => /** @type {LonLat} */ ([stop.position.lon, stop.position.lat])),
];
