// The one quiet mark for what of the device is in use, and the switches behind it.

import { html, nothing } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { inUse, stopUse } from './in-use.js';
import { notice } from './notices.js';
import { openHere } from './router.js';
import { t } from './texts.js';
import { dialogEverywhere } from './view.js';

const looks = { position: { icon: 'locate-fixed' }, camera: { icon: 'camera' } };

/** Says what is in use. */
export function inUseMark() {
  const used = inUse();
  if (used.length === 0) return nothing;
  const name = used.length > 1 ? t('shell.inUse-both') : t(`shell.inUse-${used[0]}`);
  return html`
    <button class="button quiet in-use" aria-haspopup="dialog" aria-label=${name}
      title=${name} @click=${() => openHere('in-use')}>${used.map((what) =>
        icon(looks[what].icon)
      )}</button>
  `;
}

dialogEverywhere('in-use', (at) =>
  openDialog({
    at,
    title: t('shell.inUse'),
    body: (close, update) => {
      const used = inUse();
      return html`
        <p class="soft">${t('shell.inUseWhy')}</p>
        ${used.length === 0 ? html`<p role="status">${t('shell.inUseNothing')}</p>` : nothing}
        ${used.map((what) => switchOf(what, close, update))}
      `;
    },
  }));

/** @param {import('./in-use.js').Used} what @param {() => void} close @param {() => void} update */
const switchOf = (what, close, update) =>
  html`<label class="in-use-switch">${icon(looks[what].icon)}<span>${t(`shell.used-${what}`)}</span>
    <input type="checkbox" role="switch" .checked=${true} @change=${() => {
    stopUse(what);
    notice(t(`shell.stopped-${what}`));
    if (inUse().length === 0) close();
    else update();
  }}></label>`;
