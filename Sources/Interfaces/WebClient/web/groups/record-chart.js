// A curve for each player over the days, and the same values as a table.

import { html, nothing, svg } from 'lit-html';
import { date, number } from '../parts/format.js';
import { t } from '../shell/texts.js';
import { boundsOf, curvesOf, pointOf } from './curves.js';

/** @typedef {import('api-types').TeamRecord} TeamRecord */
/** @typedef {ReturnType<typeof curvesOf>} Curves */

/** How many curves look different, see groups.css. */
const looks = 6;

/**
 * Values of one unit alone have a scale in common.
 *
 * @param {TeamRecord[]} items @param {string} metric @param {string} unit
 */
export function chart(items, metric, unit) {
  const sorted = items.filter((item) => item.unit === unit).sort((a, b) => a.day < b.day ? -1 : 1);
  if (sorted.length < 2) return nothing;
  const curves = curvesOf(sorted, t('groups.wholeTeam'));
  const title = unit ? t('groups.chartIn', { metric, unit }) : metric;
  return html`
    <figure class="chart">
      <figcaption><h2>${title}</h2></figcaption>
      ${drawing(sorted, curves, metric, unit)}
      ${curves.length > 1 ? legend(curves) : nothing}
      <details>
        <summary>${t('groups.asTable')}</summary>
        ${table(sorted, curves, title)}
      </details>
    </figure>
  `;
}

/** @param {TeamRecord[]} sorted by day @param {Curves} curves @param {string} metric @param {string} unit */
function drawing(sorted, curves, metric, unit) {
  const bounds = boundsOf(sorted);
  const { first, last, low, high } = bounds;
  return html`
    <svg viewBox="0 0 360 210" role="img" aria-label=${t('groups.chartOf', {
      metric,
      low: number(low, 3),
      high: number(high, 3),
      unit,
    })}>
      <line class="axis" x1="44" x2="350" y1="190" y2="190"></line>
      <text x="40" y="24" text-anchor="end">${number(high, 1)}</text>
      <text x="40" y="184" text-anchor="end">${number(low, 1)}</text>
      <text x="44" y="206">${date(first)}</text>
      <text x="350" y="206" text-anchor="end">${date(last)}</text>
      ${curves.map(({ items }, index) => {
        const points = items.map((item) => pointOf(item, bounds));
        return svg`<g class="curve look-${index % looks}">
          <polyline points=${points.map(({ x, y }) => `${x},${y}`).join(' ')}></polyline>
          ${points.map(({ x, y }) => svg`<circle cx=${x} cy=${y} r="4"></circle>`)}
        </g>`;
      })}
    </svg>
  `;
}

/** @param {Curves} curves */
const legend = (curves) =>
  html`
    <ul class="row plain" aria-label=${t('groups.curves')}>${curves.map(({ name }, index) =>
      html`<li><svg viewBox="0 0 32 10" width="32" height="10" aria-hidden="true"><g class="curve look-${
        index % looks
      }"><polyline points="0,5 32,5"></polyline><circle cx="16" cy="5" r="4"></circle></g></svg> ${name}</li>`
    )}</ul>
  `;

/** @param {TeamRecord[]} sorted by day @param {Curves} curves @param {string} title */
const table = (sorted, curves, title) =>
  html`
    <div data-scrolls tabindex="0" role="group" aria-label=${title}>
      <table class="records">
        <caption>${title}</caption>
        <thead>
          <tr>
            <th scope="col">${t('people.day')}</th>
            ${curves.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>${[...new Set(sorted.map((item) => item.day))].map((day) =>
          html`<tr><th scope="row" class="unbroken">${date(`${day}T12:00:00`)}</th>${
            curves.map(({ items }) => html`<td>${valuesOn(items, day) || '–'}</td>`)
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;

/** @param {TeamRecord[]} items @param {string} day */
const valuesOn = (items, day) =>
  items.filter((item) => item.day === day).map((item) => number(item.value, 3)).join(' · ');
