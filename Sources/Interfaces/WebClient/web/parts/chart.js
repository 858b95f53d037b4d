// The one chart: curves over an axis, with the same values in words and as a table.

import { html, nothing, svg } from 'lit-html';
import { t } from '../shell/texts.js';
import { boundsOf, place, tableOf } from './chart-scale.js';

/** @typedef {import('./chart-scale.js').Curve} Curve */

/**
 * @typedef {Object} ChartOptions
 * @property {string} title
 * @property {string} told what is to be seen, in words
 * @property {boolean} [isTold] whether the words stand below for everybody
 * @property {Curve[]} curves
 * @property {(at: number) => string} axis a place on the axis, with its unit
 * @property {(value: number) => string} scale a value, with its unit
 * @property {string} axisName of the table's first column
 * @property {string} [scaleName] of its second one, where there is only one curve
 * @property {boolean} [isFilled] draws the area below, without the single points
 * @property {number} [least] see `boundsOf`
 * @property {number} [rows] of the table at most
 */

const size = { width: 600, height: 120 };
/** How many curves look different; see chart.css. */
const looks = 6;

/** @param {ChartOptions} options */
export function chart(options) {
  const { title, told, isTold, curves } = options;
  if (curves.every(({ points }) => points.length === 0)) return nothing;
  return html`
    <figure class="chart-figure stack tight">
      <h2>${title}</h2>
      ${drawing(options)}
      ${curves.length > 1 ? legend(curves) : nothing}
      ${isTold ? html`<figcaption class="soft">${told}</figcaption>` : nothing}
      <details>
        <summary>${t('shell.asTable')}</summary>
        <div data-scrolls tabindex="0" role="group" aria-label=${title}>${table(options)}</div>
      </details>
    </figure>
  `;
}

/** @param {ChartOptions} options */
function drawing({ curves, told, axis, scale, isFilled, least }) {
  const bounds = boundsOf(curves, least);
  const { width, height } = size;
  return html`
    <div class="chart-field">
      <span class="chart-high">${scale(bounds.high)}</span>
      <span class="chart-low">${scale(bounds.low)}</span>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img"
        aria-label=${told}>${curves.map(({ points }, index) => {
          const places = points.map((point) => place(point, bounds, size));
          const line = places.map(({ x, y }) => `${x},${y}`).join(' ');
          return svg`<g class="chart-curve look-${index % looks}">
            ${
            isFilled
              ? svg`<polygon points="0,${height} ${line} ${width},${height}"></polygon>`
              : nothing
          }
            <polyline points=${line}></polyline>
            ${
            // A line of no length is a round point, however the picture is stretched.
            isFilled
              ? nothing
              : svg`<path class="points" d=${
                places.map(({ x, y }) => `M${x},${y}h0`).join('')
              }></path>`}
          </g>`;
        })}</svg>
      <span class="chart-first">${axis(bounds.first)}</span>
      <span class="chart-last">${axis(bounds.last)}</span>
    </div>
  `;
}

/** @param {Curve[]} curves */
const legend = (curves) =>
  html`
    <ul class="chart-legend" aria-label=${t('shell.curves')}>${curves.map(({ name }, index) =>
      html`<li><svg viewBox="0 0 32 10" width="32" height="10" aria-hidden="true"><g class="chart-curve look-${
        index % looks
      }"><polyline points="0,5 32,5"></polyline><path class="points" d="M16,5h0"></path></g></svg> ${name}</li>`
    )}</ul>
  `;

/** @param {ChartOptions} options */
const table = ({ title, curves, axis, scale, axisName, scaleName, rows }) =>
  html`
    <table aria-label=${title}>
      <thead>
        <tr>
          <th scope="col">${axisName}</th>
          ${curves.map(({ name }) => html`<th scope="col">${scaleName ?? name}</th>`)}
        </tr>
      </thead>
      <tbody>${tableOf(curves, rows).map(({ at, values }) =>
        html`<tr><th scope="row">${axis(at)}</th>${
          values.map((some) => html`<td>${some.map(scale).join(' · ') || '–'}</td>`)
        }</tr>`
      )}</tbody>
    </table>
  `;
