// Distances over the ground and places along a line.

const radians = Math.PI / 180;
/** Metres from the middle of the mean sphere to its surface. */
export const earth = 6_371_008.8;

/** Metres between two places on the mean sphere. @param {number[]} a longitude, latitude @param {number[]} b */
export function metres(a, b) {
  const dLat = (b[1] - a[1]) * radians;
  const dLon = (b[0] - a[0]) * radians;
  const h = Math.sin(dLat / 2) ** 2 +
    Math.cos(a[1] * radians) * Math.cos(b[1] * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Metres between two places on the mean sphere.
 *
 * @param {{lat: number, lon: number}} a @param {{lat: number, lon: number}} b degrees
 */
export const metresBetween = (a, b) => metres([a.lon, a.lat], [b.lon, b.lat]);

/**
 * The nearest of eight directions from one place to another, as one sets out: 0 is north, 2 is east.
 *
 * @param {{lat: number, lon: number}} from @param {{lat: number, lon: number}} to degrees
 */
export function directionOf(from, to) {
  const [a, b, turn] = [from.lat * radians, to.lat * radians, (to.lon - from.lon) * radians];
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn),
  );
  return (Math.round(bearing / (Math.PI / 4)) + 8) % 8;
}

/**
 * Places at equal distances along a line, with both of its ends.
 *
 * @param {number[][]} line of at least two points @param {number} count at least 2
 * @returns {{distance: number, at: [number, number]}[]} metres from the start, in order
 */
export function evenly(line, count) {
  const steps = line.slice(1).map((point, index) => metres(line[index], point));
  const length = steps.reduce((sum, step) => sum + step, 0);
  const places = [];
  let [index, before] = [0, 0];
  for (let i = 0; i < count; i++) {
    const distance = length * i / (count - 1);
    while (index < steps.length - 1 && before + steps[index] < distance) before += steps[index++];
    const part = steps[index] > 0 ? Math.min(1, (distance - before) / steps[index]) : 0;
    const [from, to] = [line[index], line[index + 1]];
    places.push({
      distance,
      at: /** @type {[number, number]} */ ([
        from[0] + (to[0] - from[0]) * part,
        from[1] + (to[1] - from[1]) * part,
      ]),
    });
  }
  return places;
}

/**
 * How much it goes up and down, without the trembling of measured heights.
 *
 * @param {number[]} heights metres, in order @param {number} [least] smaller changes do not count
 */
export function climbOf(heights, least = 3) {
  let [up, down, direction] = [0, 0, 0];
  let from = heights[0] ?? 0;
  let peak = from;
  const end = () => {
    if (direction > 0) up += peak - from;
    else down += from - peak;
    from = peak;
  };
  for (const height of heights) {
    const isTurn = Math.abs(height - peak) >= least;
    if (direction === 0 ? isTurn : (height - peak) * direction > 0) {
      if (direction === 0) direction = Math.sign(height - peak);
      peak = height;
    } else if (isTurn) {
      end();
      peak = height;
      direction = -direction;
    }
  }
  end();
  return { up, down };
}
