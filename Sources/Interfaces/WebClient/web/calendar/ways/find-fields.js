// What can be wished of ways: when, what is best, and without what. All of it stands in the address.

import { html, nothing } from 'lit-html';
import { ownZone, wallTime } from '../../parts/days.js';
import { moment } from '../../parts/format.js';
import { orders } from '../../parts/journey/preferences.js';
import { t } from '../../shell/texts.js';

/** @typedef {(change: Record<string, string | null>) => void} Set changes the address */

/** @param {string} name @param {string} label @param {string} value @param {{value: string, text: string}[]} options @param {(value: string) => void} set */
const select = (name, label, value, options, set) =>
  html`<div class="field"><label for="ways-${name}">${label}</label><div class="field-box">
    <select id="ways-${name}" @change=${(/** @type {Event} */ event) =>
    set(/** @type {HTMLSelectElement} */ (event.target).value)}>${
    options.map((one) =>
      html`<option value=${one.value} ?selected=${one.value === value}>${one.text}</option>`
    )
  }</select></div></div>`;

/**
 * A wish that is there or not.
 *
 * @param {URLSearchParams} query @param {string} name @param {string} value in the address
 * @param {string} label @param {Set} set
 */
export const flag = (query, name, value, label, set) =>
  html`
    <label
      class="check"><input type="checkbox" .checked=${Boolean(query.get(name))} @change=${(
        /** @type {Event} */ event,
      ) =>
        set({
          [name]: /** @type {HTMLInputElement} */ (event.target).checked ? value : null,
        })}><span>${label}</span></label>
  `;

/** When one goes, in words. @param {URLSearchParams} query */
export function timeWords(query) {
  const when = ['departAt', 'arriveBy'].find((name) => query.get(name));
  const at = Date.parse(query.get(when ?? '') ?? '');
  return when && Number.isFinite(at)
    ? `${t(`calendar.${when}`)} ${moment(new Date(at))}`
    : t('calendar.now');
}

/**
 * @param {URLSearchParams} query
 * @param {(name: string, wall: string) => void} setTime for leaving or arriving; an empty time for the next minutes
 */
export function timeFields(query, setTime) {
  const when = ['departAt', 'arriveBy'].find((name) => query.get(name)) ?? '';
  const at = Date.parse(query.get(when) ?? '');
  const options = [
    { value: '', text: t('calendar.now') },
    { value: 'departAt', text: t('calendar.departAt') },
    { value: 'arriveBy', text: t('calendar.arriveBy') },
  ];
  return html`${
    select('when', t('calendar.whenToGo'), when, options, (name) => setTime(name, ''))
  }${
    when
      ? html`<div class="field"><label for="ways-time">${t(`calendar.${when}`)}</label>
        <div class="field-box"><input id="ways-time" type="datetime-local" .value=${
        Number.isFinite(at) ? wallTime(new Date(at), ownZone) : ''
      } @change=${(/** @type {Event} */ event) =>
        setTime(when, /** @type {HTMLInputElement} */ (event.target).value)}></div></div>`
      : nothing
  }`;
}

/** What one seldom wishes, folded away. @param {URLSearchParams} query @param {boolean} isOpen @param {Set} set */
export const wishFields = (query, isOpen, set) =>
  html`
    <details ?open=${isOpen}>
      <summary>${t('calendar.wishes')}</summary>
      <div class="stack tight">${select(
        'order',
        t('calendar.best'),
        query.get('order') ?? '',
        orders.map((value) => ({
          value: value === 'fastest' ? '' : value,
          text: t(`calendar.order-${value}`),
        })),
        (order) => set({ order: order || null }),
      )}${flag(query, 'steps', 'no', t('calendar.withoutSteps'), set)}</div>
    </details>
  `;
