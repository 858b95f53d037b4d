// The thin bar under what is being placed, and the numbers that are folded away until one asks.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { distance, number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('./placing-steps.js').PlacingSteps} PlacingSteps */
/** @typedef {import('../view/placement.js').Placement} Placement */
/** @typedef {{name: keyof Placement, label: string, step: number, digits: number, unit?: string,
 *   less?: Push, more?: Push, by?: (value: number, times: number) => number}} NumberOptions */
/** @typedef {{words: string, sign: unknown}} Push */

/** Metres as one would say them. @param {number} metres */
const metresOf = (metres) => number(metres, metres < 10 ? 2 : 1);

/** @param {import('../view/placing.js').Size} size */
export const sizeWords = ({ width, depth, height, lift, distance: away }) =>
  [
    t('around.sizeOf', {
      width: metresOf(width),
      depth: metresOf(depth),
      height: metresOf(height),
    }),
    Math.abs(lift) < 0.005
      ? ''
      : t(lift > 0 ? 'around.hangs' : 'around.sunk', { height: metresOf(Math.abs(lift)) }),
    t('around.away', { distance: distance(away) }),
  ].filter(Boolean).join(' · ');

/**
 * What of the stage neither the bar nor the controls above cover, pixels.
 *
 * @param {ParentNode} root of the page
 */
export function freeOf(root) {
  const boxOf = (/** @type {string} */ name) => root.querySelector(name)?.getBoundingClientRect();
  const stage = boxOf('.stage');
  if (!stage) return undefined;
  const free = { left: 0, top: 0, right: stage.width, bottom: stage.height };
  const top = boxOf('.around-top');
  const bar = boxOf('.placing-buttons');
  const card = boxOf('.placing-card');
  if (top) free.top = Math.max(0, top.bottom - stage.top);
  const hint = boxOf('.placing-bar > .around-state');
  for (const box of [bar, hint]) if (box) free.bottom = Math.min(free.bottom, box.top - stage.top);
  // Beside the picture where there is room, else below it.
  if (card && card.right - stage.left < stage.width * 0.6) free.left = card.right - stage.left;
  else if (card) free.bottom = Math.min(free.bottom, card.top - stage.top);
  return free;
}

/** @param {PlacingSteps} steps */
export function positionBar(steps) {
  const { placement, page } = steps;
  if (!placement) return nothing;
  const isTouched = !steps.undoing.isEmpty;
  return html`<section class="around-bar placing-bar" aria-label=${t('around.position')}>
    <h2 class="unseen">${t('around.position')}</h2>
    ${steps.isNumbersOpen ? numbers(steps, placement) : nothing}
    ${page.isAR ? page.ar.state() : nothing}
    ${isTouched || steps.isNumbersOpen ? nothing : html`<p class="around-state">${how(page)}</p>`}
    <p class="unseen" role="status">${steps.placing ? sizeWords(steps.placing.size) : ''}</p>
    ${steps.problem ? html`<p class="placing-problem" role="alert">${steps.problem}</p>` : nothing}
    <div class="row around-buttons placing-buttons">
      ${
    steps.instance ? nothing : html`
      <button class="button sign" aria-label=${t('around.back')}
        @click=${() => steps.go({ step: 'realms' })}>${icon('arrow-left')}<span>${t(
          'around.back',
        )}</span></button>
    `
  }
      <button class="button" @click=${() => steps.cancel()}>${t('around.cancel')}</button>
      <button class="button sign" aria-label=${t('around.undo')} ?disabled=${!isTouched}
        @click=${() => steps.undo()}>${icon('undo-2')}<span>${t('around.undo')}</span></button>
      <button class="button" aria-expanded=${steps.isNumbersOpen ? 'true' : 'false'}
        aria-controls="placing-numbers" @click=${() => steps.toggleNumbers()}>${
    t('around.numbers')
  }</button>
      <button class="button main" ?disabled=${steps.isSending} @click=${() =>
    steps.confirm().catch(complain)}>${t('around.confirmPlacement')}</button>
    </div>
  </section>`;
}

/** @param {import('./around.js').AroundPage} page */
function how(page) {
  if (!page.isAR) return t('around.positionMap');
  return matchMedia('(pointer: coarse)').matches ? t('around.touchHow') : t('around.mouseHow');
}

/** @param {PlacingSteps} steps @param {Placement} placement */
function numbers(steps, placement) {
  const { page, instance } = steps;
  const plus =
    (/** @type {number} */ by) => (/** @type {number} */ value, /** @type {number} */ times) =>
      value + by * times;
  return html`
    <div id="placing-numbers" class="around-card placing-card stack tight" role="group"
      aria-label=${t('around.numbers')}>
        <div class="placing-numbers">
          ${one(steps, placement, {
            name: 'lat',
            label: t('around.latitude'),
            step: 0.000001,
            digits: 6,
          })}
          ${one(steps, placement, {
            name: 'lon',
            label: t('around.longitude'),
            step: 0.000001,
            digits: 6,
          })}
          ${one(steps, placement, {
            name: 'heading',
            label: t('around.faces'),
            step: 5,
            digits: 0,
            unit: t('around.degrees'),
            less: { words: t('around.turnItLeft'), sign: icon('rotate-ccw') },
            more: { words: t('around.turnItRight'), sign: icon('rotate-cw') },
            by: plus(15),
          })}
          ${one(steps, placement, {
            name: 'scale',
            label: t('around.size'),
            step: 0.1,
            digits: 2,
            unit: t('around.times'),
            less: { words: t('around.smaller'), sign: icon('minus') },
            more: { words: t('around.larger'), sign: icon('plus') },
            by: (value, times) => value * 1.1 ** times,
          })}
          ${one(steps, placement, {
            name: 'lift',
            label: instance && !page.isAR ? t('around.higher') : t('around.lift'),
            step: 0.1,
            digits: 2,
            unit: t('around.metres'),
            less: { words: t('around.lower'), sign: icon('arrow-down') },
            more: { words: t('around.raise'), sign: icon('arrow-up') },
            by: plus(0.1),
          })}
          ${steps.asksHeight && !page.isAR
            ? html`<label class="placing-number"><span>${t('around.groundHeight')} (${
              t('around.metres')
            })</span>
        <input type="number" step="0.1" @input=${(/** @type {Event} */ event) =>
              steps.typedHeight =
                /** @type {HTMLInputElement} */ (event.target).valueAsNumber}></label>`
            : nothing}
        </div>
        ${page.isAR
          ? html`
            <details>
              <summary>${t('around.positionHow')}</summary>
              <p class="soft small">${t('around.positionHelp')}</p>
            </details>
          `
          : nothing}
      </div>
  `;
}

/** A number to be typed, and where it is pushed by hand buttons that do it. @param {PlacingSteps} steps @param {Placement} placement @param {NumberOptions} options */
function one(steps, placement, { name, label, step, digits, unit = '', less, more, by }) {
  const value = placement[name];
  // While somebody types, what was typed stays as it is.
  const text = steps.typing?.name === name ? steps.typing.text : value.toFixed(digits);
  const typed = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    steps.typing = { name, text: input.value };
    if (Number.isFinite(input.valueAsNumber)) steps.set({ [name]: input.valueAsNumber });
  };
  const left = () => {
    steps.typing = undefined;
    steps.view.update();
  };
  const push = (/** @type {Push} */ { words, sign }, /** @type {number} */ times) =>
    html`
      <button class="button" aria-label=${words} title=${words}
        @click=${() => by && steps.set({ [name]: by(value, times) })}>${sign}</button>
    `;
  return html`<div class="placing-number"><label for="placing-${name}">${label}${
    unit ? ` (${unit})` : ''
  }</label>
    <div class="placing-push">
      ${less ? push(less, -1) : nothing}
      <input id="placing-${name}" type="number" step=${step} .value=${
    live(text)
  } @input=${typed} @blur=${left}>
      ${more ? push(more, 1) : nothing}
    </div></div>`;
}
