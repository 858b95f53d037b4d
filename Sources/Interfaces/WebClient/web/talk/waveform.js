// How loud a message is along its time, and how much of it was heard.

import { svg } from 'lit-html';

const width = 2;
const gap = 1;
const height = 24;

/**
 * @param {number[]} peaks 0 to 100 each @param {number} part of it that was heard, 0 to 1
 */
export const waveform = (peaks, part) =>
  svg`
    <svg class="waveform" viewBox="0 0 ${peaks.length * (width + gap)} ${height}"
      preserveAspectRatio="none" aria-hidden="true">${peaks.map((peak, index) => {
        const tall = Math.max(2, peak / 100 * height);
        const isHeard = index / peaks.length < part;
        return svg`
          <rect class=${isHeard ? 'heard' : ''} x=${index * (width + gap)} width=${width}
            y=${(height - tall) / 2} height=${tall} rx="1"></rect>
        `;
      })}</svg>
  `;
