// Where the points of a chart lie, and what stands in the table beside it.

/** @typedef {{at: number, value: number}} Point along the axis, and how much */
/** @typedef {{name: string, points: Point[]}} Curve its points in order along the axis */
/** @typedef {{first: number, last: number, low: number, high: number}} Bounds */

/** Pixels that are left above and below, so that lines are drawn whole. */
const margin = 4;

/**
 * What the curves reach along the axis and up.
 *
 * @param {Curve[]} curves with a point at least
 * @param {number} [least] how far apart lowest and highest are at least: what is level is not drawn as a mountain
 * @returns {Bounds}
 */
export function boundsOf(curves, least = 0) {
  const points = curves.flatMap((curve) => curve.points);
  const bounds = {
    first: Infinity,
    last: -Infinity,
    low: Infinity,
    high: -Infinity,
  };
  for (const { at, value } of points) {
    bounds.first = Math.min(bounds.first, at);
    bounds.last = Math.max(bounds.last, at);
    bounds.low = Math.min(bounds.low, value);
    bounds.high = Math.max(bounds.high, value);
  }
  bounds.high = Math.max(bounds.high, bounds.low + least);
  return bounds;
}

/**
 * Where a point lies in a picture; in its middle where there is nothing to compare it with.
 *
 * @param {Point} point @param {Bounds} bounds @param {{width: number, height: number}} size
 */
export function place({ at, value }, { first, last, low, high }, { width, height }) {
  const along = last === first ? 0.5 : (at - first) / (last - first);
  const up = high === low ? 0.5 : (value - low) / (high - low);
  return {
    x: round(along * width),
    y: round(margin + (1 - up) * (height - 2 * margin)),
  };
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/**
 * The rows of the table: a place on the axis, and what each curve has there.
 *
 * @param {Curve[]} curves @param {number} [most] rows; others between them are left out
 * @returns {{at: number, values: number[][]}[]}
 */
export function tableOf(curves, most = Infinity) {
  const places = [...new Set(curves.flatMap(({ points }) => points.map(({ at }) => at)))]
    .sort((a, b) => a - b);
  const step = Math.max(1, Math.floor((places.length - 1) / (most - 1)));
  return places.filter((_, index) => index % step === 0).map((at) => ({
    at,
    values: curves.map(({ points }) =>
      points.filter((point) => point.at === at).map(({ value }) => value)
    ),
  }));
}
