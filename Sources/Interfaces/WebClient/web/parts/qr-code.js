// An address to be read by another phone's camera.

import { html, nothing } from 'lit-html';
import { qrModules } from './qr-modules.js';

/** Modules of light border that readers need. */
const quiet = 4;

/**
 * The QR code of a text; nothing for one that is too long.
 *
 * @param {string} text @param {string} label what it leads to
 */
export function qrCode(text, label) {
  const code = qrModules(text);
  if (!code) return nothing;
  const side = code.size + 2 * quiet;
  return html`
    <svg class="qr-code" viewBox="0 0 ${side} ${side}" role="img" aria-label=${label}>
      <rect width=${side} height=${side} fill="#fff"></rect>
      <path d=${outline(code)} fill="#000" shape-rendering="crispEdges"></path>
    </svg>
  `;
}

/** A bar for each run of dark modules. @param {NonNullable<ReturnType<typeof qrModules>>} code */
function outline({ size, isDark }) {
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      const start = x;
      while (x < size && isDark(x, y)) x++;
      path += `M${start + quiet} ${y + quiet}h${x - start}v1h${start - x}z`;
    }
  }
  return path;
}
