// What stands in the sheet of a walk: what is next and how to get there, what is played, the switches, the stops.

import { html, nothing } from 'lit-html';
import * as api from '../shell/api.js';
import { t } from '../shell/texts.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { toTarget } from './guide.js';
import { compass, inWords } from './guiding.js';
import { titleOf } from './telling.js';

/** @typedef {import('./walking.js').Walking} Walking */
/** @typedef {import('./guidance.js').Instruction} Instruction */

const signs = {
  left: { icon: 'corner-up-left' },
  right: { icon: 'corner-up-right' },
  'slight-left': { icon: 'arrow-up-left' },
  'slight-right': { icon: 'arrow-up-right' },
  'sharp-left': { icon: 'corner-down-left' },
  'sharp-right': { icon: 'corner-down-right' },
  round: { icon: 'undo-2' },
};

/**
 * The next stop, and what leads to it.
 *
 * @param {Walking} walking @param {Instruction | null} instruction @param {number} up degrees that are up in the picture
 */
export function nextStop(walking, instruction, up) {
  const { target } = walking;
  if (!target) return nothing;
  const way = toTarget(walking.run, walking.here);
  const place = way
    ? t('tours.toGo', { distance: distance(way.metres), direction: compass(way.bearing) })
    : t('tours.whereAreYou');
  return html`<section class="walk-target row" aria-label=${t('tours.target')}>
    ${sign(instruction, way?.bearing, up)}
    <div class="row-body">${
    instruction ? html`<p class="walk-guide">${inWords(instruction)}</p>` : nothing
  }<h2>${target.order}. ${titleOf(target)}</h2>
      <p class="walk-distance" role="status">${place}</p></div></section>`;
}

/** What comes next in one line, for other pages; empty where nothing does. @param {Walking} walking */
export function nextInShort({ run, here, target }) {
  if (!target) return '';
  const way = toTarget(run, here);
  const stop = `${target.order}. ${titleOf(target)}`;
  if (!way) return stop;
  const values = { distance: distance(way.metres), direction: compass(way.bearing) };
  return `${stop} · ${t('tours.toGo', values)}`;
}

/** @param {Instruction | null} instruction @param {number | undefined} bearing to the stop @param {number} up */
function sign(instruction, bearing, up) {
  const way = instruction?.kind === 'turn' ? instruction.way : instruction?.kind;
  const known = signs[/** @type {keyof typeof signs} */ (way)];
  if (known) return html`<span class="walk-sign">${icon(known.icon)}</span>`;
  const to = instruction?.bearing ?? bearing;
  if (to === undefined) return icon('map-pin');
  return html`
    <svg class="walk-arrow" viewBox="0 0 24 24" aria-hidden="true">
      <g transform="rotate(${Math.round(to - up)} 12 12)">
        <path d="M12 2 L19 21 L12 16.5 L5 21 Z"></path>
      </g>
    </svg>
  `;
}

/**
 * One of the stops.
 *
 * @param {Walking} walking @param {import('api-types').Tour['stops'][number]} stop @param {(order: string) => void} open
 */
export function stopRow(walking, stop, open) {
  const { run } = walking;
  const isReached = run?.arrived.some((one) => one.order === stop.order) ?? false;
  const isNext = run?.target?.order === stop.order;
  const order = String(stop.order);
  return html`<li aria-current=${isNext ? 'step' : nothing}>
    <span class="tour-number ${isReached ? 'reached' : ''}" aria-hidden="true">${
    isReached ? '✓' : order
  }</span>
    ${
    isReached || run?.completed
      ? html`
        <button class="button quiet"
          @click=${() => open(order)}>${titleOf(stop)}<span class="unseen">${t(
            'tours.reachedWord',
          )}</span></button>
      `
      : html`<span>${titleOf(stop)}${
        isNext ? html`<span class="mark">${t('tours.nextStop')}</span>` : nothing
      }</span>`
  }</li>`;
}

/** What is to be known of the position. @param {Walking} walking */
export function positionWords(walking) {
  if (walking.isAhead) return html`<p role="status">${t('tours.walksOffline')}</p>`;
  if (walking.isAsking) return html`<p class="soft">${t('tours.whyPosition')}</p>`;
  if (walking.problem) return html`<p role="alert">${t(`tours.position-${walking.problem}`)}</p>`;
  const count = walking.reporter.waiting.length;
  if (count > 0 && !api.connection.online) {
    return html`<p role="status">${t('tours.waiting', { count })}</p>`;
  }
  return walking.accuracy > 20
    ? html`<p class="soft" role="status">${
      t('tours.accuracy', { distance: distance(walking.accuracy) })
    }</p>`
    : nothing;
}

/** Stops that were passed without being noticed, for instance with the screen off. @param {import('api-types').Tour['stops']} stops @param {() => void} tell */
export function passedStops(stops, tell) {
  if (stops.length === 0) return nothing;
  const names = new Intl.ListFormat(document.documentElement.lang).format(
    stops.map((stop) => `${stop.order}. ${titleOf(stop)}`),
  );
  return html`
    <section class="card stack tight" aria-label=${t('tours.passed')}>
      <p>${t('tours.passedText', { names })}</p>
      <div class="row"><button class="button" @click=${tell}>${icon('volume-2')}${t(
        'tours.tellPassed',
      )}</button></div>
    </section>
  `;
}

/** @param {{label: string, isOn: boolean, change: (isOn: boolean) => void, help?: unknown}} options */
export const switchRow = ({ label, isOn, change, help = nothing }) =>
  html`
    <div
      class="walk-switch"><label class="check"><input type="checkbox" role="switch" .checked=${isOn}
        @change=${(/** @type {Event} */ event) =>
          change(
            /** @type {HTMLInputElement} */ (event.target).checked,
          )}>${label}</label>${help}</div>
  `;

/** What a web page can do with the screen off, and what it cannot. */
export const screenHelp = () =>
  html`
    <details>
      <summary>${t('tours.screenTitle')}</summary>
      <p>${t('tours.screenOff')}</p>
      <p>${t('tours.screenPocket')}</p>
      <p>${t('tours.screenBack')}</p>
    </details>
  `;
