// The course of a route: how far along it a place is, where it turns, and which way. Pure.

import { metres } from '../map/measure.js';

/** @typedef {[number, number]} LonLat */
/**
 * @typedef {Object} Turn
 * @property {number} along metres from the start of the route
 * @property {LonLat} at
 * @property {LonLat} after a little past it, where the next street begins
 * @property {string} way 'left', 'slight-left', 'sharp-left' and the same to the right
 */

/** Metres before and behind a corner by which its turn is measured: routes draw corners as short bends. */
const reach = 12;
/** Degrees from which a bend is a turn, a plain and a sharp one. */
const bends = { slight: 35, plain: 60, sharp: 125 };

/** Degrees clockwise from north. @param {LonLat} from @param {LonLat} to */
export function bearing(from, to) {
  const radians = Math.PI / 180;
  const x = (to[0] - from[0]) * Math.cos((from[1] + to[1]) / 2 * radians);
  return (Math.atan2(x, to[1] - from[1]) / radians + 360) % 360;
}

/** The difference of two bearings, -180 to 180; to the right is more. @param {number} from @param {number} to */
export const turned = (from, to) => (to - from + 540) % 360 - 180;

/** @param {number} degrees to the right */
export function wayOf(degrees) {
  const size = Math.abs(degrees);
  const side = degrees < 0 ? 'left' : 'right';
  if (size < bends.slight) return 'straight';
  return size < bends.plain ? `slight-${side}` : size < bends.sharp ? side : `sharp-${side}`;
}

export class Course {
  /** Metres from the start to each of its points. @type {number[]} */
  distances = [];

  /** @param {number[][]} line longitude, latitude */
  constructor(line) {
    /** @type {LonLat[]} */
    this.line = line.map(([lon, lat]) => [lon, lat]);
    let sum = 0;
    for (const [index, point] of this.line.entries()) {
      if (index > 0) sum += metres(this.line[index - 1], point);
      this.distances.push(sum);
    }
    this.length = sum;
    this.turns = this.#turns();
  }

  /** The place so many metres from the start. @param {number} along @returns {LonLat} */
  place(along) {
    const { line, distances } = this;
    if (along <= 0) return line[0];
    let index = distances.findIndex((distance) => distance >= along);
    if (index < 0) index = line.length - 1;
    const [from, to] = [line[Math.max(0, index - 1)], line[index]];
    const length = distances[index] - distances[Math.max(0, index - 1)];
    const part = length > 0 ? Math.min(1, Math.max(0, (along - distances[index - 1]) / length)) : 1;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  }

  /** Which way it leads there. @param {number} along */
  bearing(along) {
    return bearing(this.place(along - 1), this.place(along + reach));
  }

  /** The part between two places of it. @param {number} from @param {number} to @returns {LonLat[]} */
  part(from, to) {
    const between = this.line.filter((_, index) =>
      this.distances[index] > from && this.distances[index] < to
    );
    return [this.place(from), ...between, this.place(to)];
  }

  /**
   * The place of the route that is nearest; where it comes by twice, the one that suits best to what one has walked.
   *
   * @param {LonLat} here @param {{near?: number, from?: number}} [known] `near`: where one was; `from`: where it
   *   is looked for
   * @returns {{along: number, away: number, at: LonLat}}
   */
  nearest(here, { near, from = 0 } = {}) {
    const scale = Math.cos(here[1] * Math.PI / 180);
    let best = { along: 0, away: Infinity, at: this.line[0] };
    let least = Infinity;
    for (let index = 1; index < this.line.length; index++) {
      if (this.distances[index] < from) continue;
      const [a, b] = [this.line[index - 1], this.line[index]];
      const [dx, dy] = [(b[0] - a[0]) * scale, b[1] - a[1]];
      const [px, py] = [(here[0] - a[0]) * scale, here[1] - a[1]];
      const size = dx * dx + dy * dy;
      const part = size > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / size)) : 0;
      const start = this.distances[index - 1];
      const along = start + part * (this.distances[index] - start);
      const at = this.place(along);
      const away = metres(at, here);
      // A few metres beside where one was are nearer than the same place at the end of a round.
      const cost = away + (near === undefined ? 0 : Math.abs(along - near) * 0.05);
      if (cost < least) [least, best] = [cost, { along, away, at }];
    }
    return best;
  }

  /** @returns {Turn[]} in order */
  #turns() {
    /** @type {(Turn & {size: number})[]} */
    const turns = [];
    for (let index = 1; index < this.line.length - 1; index++) {
      const along = this.distances[index];
      const at = this.line[index];
      const degrees = turned(
        bearing(this.place(along - reach), at),
        bearing(at, this.place(along + reach)),
      );
      const size = Math.abs(degrees);
      if (size < bends.slight) continue;
      const turn = { along, at, after: this.place(along + reach * 1.5), way: wayOf(degrees), size };
      const before = turns.at(-1);
      // One corner, drawn with several points.
      if (before && along - before.along < reach * 1.5) {
        if (size > before.size) turns[turns.length - 1] = turn;
      } else turns.push(turn);
    }
    return turns;
  }
}
