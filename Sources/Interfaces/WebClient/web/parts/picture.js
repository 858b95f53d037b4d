// A made-up picture for whoever has none: a pattern of their own, from their name.

import { html, nothing, svg } from 'lit-html';

/** @param {string} text */
function hash(text) {
  let value = 2166136261;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return value >>> 0;
}

/**
 * The picture of a person, an organization or a tour: their own, or one made from the name.
 *
 * @param {string} name @param {{src?: string | null, alt?: string, round?: boolean, size?: number}} [options]
 */
export function picture(name, { src, alt = '', round = false, size = 40 } = {}) {
  const look = `picture ${round ? 'round' : ''}`;
  if (src) {
    return html`
      <img class=${look} src=${src} alt=${alt} width=${size} height=${size}
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
