// Few things at a time: in simple mode a page shows the first five of many, and the rest after a tap.

import { html } from 'lit-html';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';

/** How many things stand side by side in simple mode. */
export const most = 5;

/**
 * All things; in simple mode those after the first five behind words that say how many they are.
 *
 * @template T
 * @param {T[]} things in order, what matters most first
 * @param {(some: T[]) => unknown} draw as a list of its own
 */
export const few = (things, draw) =>
  !settings.simple || things.length <= most ? draw(things) : html`${draw(things.slice(0, most))}
    <details class="stack tight"><summary>${
    t('shell.others', { count: things.length - most })
  }</summary>${draw(things.slice(most))}</details>`;
