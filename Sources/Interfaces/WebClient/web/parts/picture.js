// A made-up picture for whoever has none: a pattern of their own, from their name.

import { html, nothing, svg } from 'lit-html';
import { sizeOf } from './photo.js';

/** @param {string} text */
function hash(text) {
  let value = 2166136261;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return value >>> 0;
}

/** @typedef {{coordinates: number[][]}} Shape a line of longitudes and latitudes */

/**
 * The cover of a tour: its own, else its route as on a map, else a country made from the name.
 *
 * @param {string} name
 * @param {{of?: import('api-types').Picture | null, shape?: Shape, size?: number}} [options]
 */
export function cover(name, { of, shape, size = 72 } = {}) {
  if (of) return picture(name, { of, size });
  if (shape && shape.coordinates.length > 1) return routeCover(shape, size);
  const seed = hash(name);
  const part = (/** @type {number} */ shift, /** @type {number} */ most) => (seed >>> shift) % most;
  const hue = 90 + part(3, 80);
  const [far, near] = [16 + part(7, 6), 25 + part(11, 5)];
  return html`
    <svg class="picture cover" viewBox="0 0 40 40" width=${size} height=${size}
      preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="40" height="40" fill="hsl(${30 + part(21, 170)} 48% 84%)"></rect>
      <circle cx=${6 + part(13, 28)} cy=${7 + part(5, 5)} r="3.5" fill="hsl(38 90% 72%)"></circle>
      <path d="M0 ${far}q8 -${part(9, 9)} 16 -1t24 -${part(15, 6)}V40H0z"
        fill="hsl(${hue} 26% 62%)"></path>
      <path d="M0 ${near}q12 ${4 - part(19, 9)} 22 0t18 -2V40H0z" fill="hsl(${hue} 32% 44%)"></path>
      <path class="way" d="M${14 + part(17, 13)} 41q${part(9, 9) - 4} -6 ${part(5, 7) -
        3} -9t${part(15, 7) - 3} -7"></path>
    </svg>
  `;
}

/** A route from its start, a ring, to its end, a dot; north is up. @param {Shape} shape @param {number} size */
function routeCover({ coordinates }, size) {
  const east = Math.cos((coordinates[0][1] * Math.PI) / 180);
  const plane = coordinates.map(([lon, lat]) => [
    // Across the antimeridian as well.
    (((lon - coordinates[0][0] + 540) % 360) - 180) * east,
    -lat,
  ]);
  const [left, top] = [0, 1].map((i) => Math.min(...plane.map((point) => point[i])));
  const [right, bottom] = [0, 1].map((i) => Math.max(...plane.map((point) => point[i])));
  const scale = 28 / (Math.max(right - left, bottom - top) || 1);
  const points = plane.map(([x, y]) =>
    [
      20 + (x - (left + right) / 2) * scale,
      20 + (y - (top + bottom) / 2) * scale,
    ].map((value) => value.toFixed(1))
  );
  const line = points.map((point) => point.join(' ')).join('L');
  const [start, end] = [points[0], points[points.length - 1]];
  return html`
    <svg class="picture cover route-cover" viewBox="0 0 40 40" width=${size} height=${size}
      aria-hidden="true">
      <rect class="land" width="40" height="40"></rect>
      <path class="edge" d="M${line}"></path>
      <path class="route" d="M${line}"></path>
      <circle class="end" cx=${end[0]} cy=${end[1]} r="2.2"></circle>
      <circle class="start" cx=${start[0]} cy=${start[1]} r="2.6"></circle>
    </svg>
  `;
}

/**
 * The picture of a person, an organization or a tour: their own, or one made from the name.
 *
 * @param {string} name
 * @param {{of?: import('api-types').Picture | null, alt?: string, round?: boolean, size?: number}} [options]
 *   `of`: their own picture; beside the name, so without words unless `alt` says some
 */
export function picture(name, { of, alt = '', round = false, size = 40 } = {}) {
  const look = `picture ${round ? 'round' : ''}`;
  if (of) {
    return html`
      <img class=${look} src=${sizeOf(of, 2 * size)} alt=${alt} width=${size} height=${size}
        loading="lazy">
    `;
  }
  const seed = hash(name);
  const hue = seed % 360;
  const shapes = [0, 1, 2].map((i) => {
    const bits = hash(name + i);
    const [x, y, r] = [bits % 40, (bits >>> 8) % 40, 9 + (bits >>> 16) % 12];
    return svg`
      <circle cx=${x} cy=${y} r=${r} fill="hsl(${(hue + 40 * (i + 1)) % 360} 45% ${52 + i * 10}%)"
        opacity="0.85"></circle>
    `;
  });
  return html`
    <svg class=${look} viewBox="0 0 40 40" width=${size} height=${size} role=${alt
      ? 'img'
      : nothing}
      aria-label=${alt || nothing}
      aria-hidden=${alt
        ? nothing
        : 'true'}><rect width="40" height="40" fill="hsl(${hue} 42% 38%)"></rect>${shapes}</svg>
  `;
}
