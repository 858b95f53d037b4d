// Areas of the size of a town, as the server gives them: what lies inside, and how large they are.

/** @typedef {[number, number]} LonLat */
/** @typedef {{coordinates: number[][][][]}} MultiPolygon */

/** @param {number[][]} ring @param {LonLat} point */
function isInRing(ring, [x, y]) {
  // Degrees east of the point, the short way round.
  const east = (/** @type {number} */ other) => ((other - x + 540) % 360) - 180;
  let isIn = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = [east(ring[i][0]), ring[i][1]];
    const [bx, by] = [east(ring[j][0]), ring[j][1]];
    if (ay > y !== by > y && 0 < (bx - ax) * (y - ay) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

/** Whether a point lies in an area, and in none of its holes. @param {MultiPolygon} area @param {LonLat} point */
export const isInside = (area, point) =>
  area.coordinates.some(([outer, ...holes]) =>
    isInRing(outer, point) && !holes.some((hole) => isInRing(hole, point))
  );

const metresPerDegree = 111_320;

/** @param {number[][]} ring square metres, without a sign */
function ringArea(ring) {
  const squeeze = Math.cos(ring[0][1] * Math.PI / 180);
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    sum += (ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1]) * squeeze;
  }
  return Math.abs(sum) / 2 * metresPerDegree ** 2;
}

/** Square metres on a flat map of the place, right to a per cent. @param {MultiPolygon} area */
export const areaOf = (area) =>
  area.coordinates.reduce(
    (sum, [outer, ...holes]) =>
      sum + ringArea(outer) - holes.reduce((less, hole) => less + ringArea(hole), 0),
    0,
  );
