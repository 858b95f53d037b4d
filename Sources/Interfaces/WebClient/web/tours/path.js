// A small picture of the way walked, made and kept on the device alone.

import { html, svg } from 'lit-html';
import { t } from '../shell/texts.js';

const size = 240;
const edge = 12;

/** @param {[number, number][]} path longitude, latitude @param {string} [alt] what it is, in words */
export function drawPath(path, alt = t('tours.pathAlt')) {
  const lons = path.map(([lon]) => lon);
  const lats = path.map(([, lat]) => lat);
  const [west, north] = [Math.min(...lons), Math.max(...lats)];
  const squeeze = Math.cos(north * Math.PI / 180);
  const width = (Math.max(...lons) - west) * squeeze;
  const height = north - Math.min(...lats);
  const scale = (size - 2 * edge) / Math.max(width, height, 1e-9);
  const points = path.map(([lon, lat]) => [
    edge + (lon - west) * squeeze * scale,
    edge + (north - lat) * scale,
  ]);
  const [first, last] = [points[0], points[points.length - 1]];
  return html`
    <svg class="walk-path" viewBox="0 0 ${size} ${size}" role="img"
      aria-label=${alt}>${svg`
        <polyline points=${points.map((p) => p.map((n) => n.toFixed(1)).join(',')).join(
          ' ',
        )}></polyline>
        <circle cx=${first[0]} cy=${first[1]} r="5"></circle>
        <circle class="end" cx=${last[0]} cy=${last[1]} r="6"></circle>
      `}</svg>
  `;
}
