// The heights along a line: asked of the server, drawn, said in words and in a table.

import { nothing } from 'lit-html';
import { listHeights } from '../data/map.js';
import { t } from '../shell/texts.js';
import { chart } from '../parts/chart.js';
import { distance, height } from '../parts/format.js';
import { climbOf, evenly, metres } from './measure.js';

/** @typedef {{distance: number, height: number}} Sample metres from the start, metres above the sea */

/** Metres between two places whose heights are asked for, and how many places there are. */
const spacing = 20;
const [fewest, most] = [24, 240];
/** A level way is not drawn as a mountain. */
const leastRange = 25;
/** Rows of the table. */
const rows = 9;

export class Profile {
  /** @param {() => void} update called when something is known */
  constructor(update) {
    this.update = update;
    /** @type {Sample[]} empty where no heights are known */
    this.samples = [];
    this.turn = 0;
    this.asked = '';
    /** Whether the server has been asked, and knows no heights there. */
    this.isUnknown = false;
  }

  /** What it goes up and down, metres; null where no heights are known. */
  get climb() {
    return this.samples.length > 1 ? climbOf(this.samples.map((one) => one.height)) : null;
  }

  /** Asks for the heights along a line. @param {number[][]} line longitude, latitude */
  async follow(line) {
    const asked = JSON.stringify(line);
    if (asked === this.asked) return;
    this.asked = asked;
    const turn = ++this.turn;
    let length = 0;
    for (let i = 1; i < line.length; i++) length += metres(line[i - 1], line[i]);
    /** @type {Sample[]} */
    let samples = [];
    let isUnknown = false;
    if (length > 0) {
      const count = Math.round(Math.min(most, Math.max(fewest, length / spacing)));
      const places = evenly(line, count);
      try {
        const heights = await listHeights(
          places.map(({ at }) => at.map((n) => Number(n.toFixed(6)))),
        );
        samples = places.flatMap(({ distance }, index) => {
          const height = heights[index];
          return height === null ? [] : [{ distance, height }];
        });
        // Half a profile would look like the whole.
        if (samples.length < places.length * 0.9) samples = [];
        isUnknown = samples.length === 0;
      } catch {
        // The page is whole without it.
        this.asked = '';
      }
    }
    if (turn !== this.turn) return;
    this.samples = samples;
    this.isUnknown = isUnknown;
    this.update();
  }

  draw() {
    const { samples, climb } = this;
    if (!climb) return nothing;
    const heights = samples.map((one) => one.height);
    return chart({
      title: t('shell.profile'),
      told: t('shell.profileTold', {
        low: height(Math.min(...heights)),
        high: height(Math.max(...heights)),
        up: height(climb.up),
        down: height(climb.down),
      }),
      isTold: true,
      isFilled: true,
      curves: [{
        name: t('shell.profile'),
        points: samples.map((one) => ({ at: one.distance, value: one.height })),
      }],
      axis: distance,
      axisName: t('shell.fromStart'),
      scale: height,
      scaleName: t('shell.aboveSea'),
      least: leastRange,
      rows,
    });
  }
}
