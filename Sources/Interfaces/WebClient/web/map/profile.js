// The heights along a line: asked of the server, drawn, said in words and in a table.

import { html, nothing, svg } from 'lit-html';
import * as api from '../shell/api.js';
import { t } from '../shell/texts.js';
import { distance, height } from '../parts/format.js';
import { climbOf, evenly, metres } from './measure.js';

/** @typedef {{distance: number, height: number}} Sample metres from the start, metres above the sea */

/** Metres between two places whose heights are asked for, and how many places there are. */
const spacing = 20;
const [fewest, most] = [24, 240];
/** A level way is not drawn as a mountain. */
const leastRange = 25;
const [width, tall] = [600, 120];
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
        const { heights } = await api.send('POST', '/v1/heights', {
          body: { positions: places.map(({ at }) => at.map((n) => Number(n.toFixed(6)))) },
          match: null,
          changes: [],
        });
        samples = places.flatMap((place, index) =>
          heights[index] === null ? [] : [{ distance: place.distance, height: heights[index] }]
        );
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
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    const top = Math.max(high, low + leastRange);
    const length = samples[samples.length - 1].distance;
    const points = samples.map((one) =>
      `${(one.distance / length * width).toFixed(1)},${
        (4 + (top - one.height) / (top - low) * (tall - 8)).toFixed(1)
      }`
    );
    const told = t('shell.profileTold', {
      low: height(low),
      high: height(high),
      up: height(climb.up),
      down: height(climb.down),
    });
    const table = samples.filter((_, index) =>
      index % Math.max(1, Math.floor((samples.length - 1) / (rows - 1))) === 0
    );
    return html`
      <figure class="profile stack tight">
        <h2>${t('shell.profile')}</h2>
        <div class="profile-chart">
              <span class="profile-high">${height(top)}</span><span class="profile-low">${height(
                low,
              )}</span>
              <svg viewBox="0 0 ${width} ${tall}" preserveAspectRatio="none" role="img" aria-label=${told}>${svg`
                <polygon points="0,${tall} ${points.join(' ')} ${width},${tall}"></polygon>
                <polyline points=${points.join(' ')}></polyline>
              `}</svg>
              <span class="profile-start">${distance(0)}</span><span class="profile-end">${distance(
                length,
              )}</span>
            </div>
        <figcaption class="soft">${told}</figcaption>
        <details>
          <summary>${t('shell.asTable')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">${t('shell.fromStart')}</th>
                <th scope="col">${t('shell.aboveSea')}</th>
              </tr>
            </thead>
            <tbody>${table.map((one) =>
              html`
                <tr>
                  <td>${distance(one.distance)}</td>
                  <td>${height(one.height)}</td>
                </tr>
              `
            )}</tbody>
          </table>
        </details>
      </figure>
    `;
  }
}
