// The ground as a drawing: green, water, roads and the feet of houses in calm tones.

import { tones } from './tones.js';

/** @typedef {import('./landscape.js').Landscape} Landscape */
/** @typedef {import('./landscape.js').Points} Points */

/** @type {Record<string, string>} */
const greens = {
  forest: tones.forest,
  wood: tones.forest,
  scrub: tones.forest,
  vineyard: tones.vineyard,
  orchard: tones.vineyard,
  farmland: tones.field,
  farmyard: tones.field,
  meadow: tones.meadow,
  pitch: tones.pitch,
  playground: tones.playground,
  cemetery: tones.meadow,
  beach: tones.sand,
  sand: tones.sand,
};

/**
 * Paints a square of the land, north at the top.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Landscape} land
 * @param {{x: number, z: number, reach: number}} square its middle and half its side, metres
 */
export function paint(canvas, land, square) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = canvas.width / 2 / square.reach;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = tones.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(
    scale,
    0,
    0,
    scale,
    canvas.width / 2 - square.x * scale,
    canvas.height / 2 - square.z * scale,
  );
  context.lineJoin = context.lineCap = 'round';
  const isNear = (/** @type {Points} */ points, margin = 20) => touches(points, square, margin);
  for (const area of land.areas) {
    if (area.kind === 'water' || area.kind === 'square' || !isNear(area.rings[0])) continue;
    context.fillStyle = area.kind === 'green' ? greens[area.use] ?? tones.grass : tones.used;
    fill(context, area.rings);
  }
  context.strokeStyle = tones.water;
  context.lineWidth = 3;
  for (const stream of land.streams) if (isNear(stream)) stroke(context, stream);
  for (const area of land.areas) {
    if (area.kind !== 'water' || !isNear(area.rings[0])) continue;
    context.fillStyle = tones.water;
    context.strokeStyle = tones.shore;
    context.lineWidth = 0.8;
    fill(context, area.rings);
    for (const ring of area.rings) stroke(context, ring, true);
  }
  for (const area of land.areas) {
    if (area.kind !== 'square' || !isNear(area.rings[0])) continue;
    context.fillStyle = tones.square;
    context.strokeStyle = tones.squareEdge;
    context.lineWidth = 0.4;
    fill(context, area.rings);
    for (const ring of area.rings) stroke(context, ring, true);
  }
  paintRoads(context, land, isNear, 1 / scale);
  paintRoutes(context, land, isNear);
  paintFeet(context, land, isNear);
}

/**
 * @param {CanvasRenderingContext2D} context @param {Landscape} land
 * @param {(points: Points, margin?: number) => boolean} isNear @param {number} pixel metres
 */
function paintRoads(context, land, isNear, pixel) {
  const roads = land.roads.filter((road) => isNear(road.points)).sort((a, b) => a.width - b.width);
  const isRoad = (/** @type {{kind: string}} */ road) => road.kind === 'road';
  for (const road of roads) {
    if (road.kind === 'rail') continue;
    context.strokeStyle = isRoad(road) ? tones.kerb : tones.pathEdge;
    context.lineWidth = Math.max(road.width, 1.5 * pixel) + (isRoad(road) ? 0.9 : 0.3);
    stroke(context, road.points);
  }
  for (const road of roads) {
    if (road.kind === 'rail') {
      context.strokeStyle = tones.rail;
      context.lineWidth = 2.4;
      context.setLineDash([0.5, 0.7]);
      context.lineCap = 'butt';
      stroke(context, road.points);
      context.setLineDash([]);
      context.lineCap = 'round';
      continue;
    }
    context.strokeStyle = isRoad(road) ? tones.road : tones.path;
    context.lineWidth = Math.max(road.width, 1.5 * pixel);
    stroke(context, road.points);
    if (isRoad(road) && road.width >= 7) {
      context.strokeStyle = tones.line;
      context.lineWidth = 0.14;
      context.setLineDash([3, 4]);
      stroke(context, road.points);
      context.setLineDash([]);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context @param {Landscape} land
 * @param {(points: Points, margin?: number) => boolean} isNear
 */
function paintRoutes(context, land, isNear) {
  // One stroke for all, so that tours that share a way are not darker there.
  context.strokeStyle = tones.route;
  context.lineWidth = 0.7;
  context.beginPath();
  for (const route of land.routes) if (isNear(route)) trace(context, route);
  context.stroke();
}

/** Where houses stand the ground is darker, softly around them.
 *
 * @param {CanvasRenderingContext2D} context @param {Landscape} land
 * @param {(points: Points, margin?: number) => boolean} isNear
 */
function paintFeet(context, land, isNear) {
  for (const house of land.houses) {
    if (house.base > 0 || !isNear(house.rings[0])) continue;
    context.strokeStyle = tones.shadow;
    for (const width of [3.2, 1.6]) {
      context.lineWidth = width;
      for (const ring of house.rings) stroke(context, ring, true);
    }
  }
}

/** @param {Points} points @param {{x: number, z: number, reach: number}} square @param {number} margin */
function touches(points, square, margin) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  const reach = square.reach + margin;
  return right > square.x - reach && left < square.x + reach && bottom > square.z - reach &&
    top < square.z + reach;
}

/** @param {CanvasRenderingContext2D} context @param {Points} points */
function trace(context, points) {
  context.moveTo(points[0], points[1]);
  for (let i = 2; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
}

/** @param {CanvasRenderingContext2D} context @param {Points} points */
function stroke(context, points, isClosed = false) {
  context.beginPath();
  trace(context, points);
  if (isClosed) context.closePath();
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Points[]} rings */
function fill(context, rings) {
  context.beginPath();
  for (const ring of rings) {
    trace(context, ring);
    context.closePath();
  }
  context.fill('evenodd');
}
