// The one dialog: modal, closed by Escape, by its button, by a click beside it and by "back"; who has entered
// something in it is asked first.

import { html, nothing, render } from 'lit-html';
import { addLayer, closeLayer, inOrder } from '../shell/history.js';
import { t } from '../shell/texts.js';
import { hasUnsaved, letGo } from '../shell/unsaved.js';
import { icon } from './icon.js';

/**
 * Opens a dialog. "Back" closes it; with `at` it stands in the address (`view.dialog` in shell/view.js).
 *
 * @template T
 * @param {Object} options
 * @param {string} options.title
 * @param {(close: (result?: T) => void, update: () => void) => unknown} options.body drawn at once,
 *   and again whenever `update` is called
 * @param {import('../shell/view.js').At} [options.at]
 * @param {boolean} [options.side] at the side of the window, for menus
 * @param {boolean} [options.wide]
 * @returns {Promise<T | undefined>} what it was closed with; undefined if it was dismissed
 */
export function openDialog({ title, body, at, side, wide }) {
  return new Promise((resolve) => inOrder(() => open(resolve)));

  /** @param {(result?: T) => void} resolve */
  function open(resolve) {
    if (at && !at.isWanted()) return resolve();
    const dialog = document.createElement('dialog');
    dialog.className = `dialog ${side ? 'side' : ''} ${wide ? 'wide' : ''}`;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const titleID = `dialog-${++count}`;
    dialog.setAttribute('aria-labelledby', titleID);
    /** @type {T | undefined} */
    let result;
    let isClosing = false;
    /** @param {T} [value] */
    const close = (value) => {
      if (isClosing) return;
      isClosing = true;
      result = value;
      closeLayer(layer, () => at?.closed());
    };
    const dismiss = async () => {
      if (hasUnsaved(dialog) && !await confirmLoss()) return;
      letGo(dialog);
      close();
    };
    const update = () =>
      render(
        html`
          <header class="row spread"><h2 id=${titleID}>${title}</h2>
                    <button class="button quiet" aria-label=${t('shell.close')} @click=${dismiss}>
                      ${icon('x')}</button></header>
          <div class="dialog-body stack">${body(close, update)}</div>
        `,
        dialog,
      );
    // It goes away when the browser has gone back. Without a press or a click since it was opened browsers
    // close it at "cancel" whatever is said; so the key is taken before, and "close" followed too.
    dialog.addEventListener('click', (event) => event.target === dialog && dismiss());
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      dismiss();
    });
    dialog.addEventListener('cancel', (event) => {
      // Choosing a file, within the dialog, can be called off, too.
      if (event.target !== dialog) return;
      event.preventDefault();
      dismiss();
    });
    dialog.addEventListener('close', (event) => event.target === dialog && close());
    if (at) at.isOpen = true;
    const layer = addLayer({
      get key() {
        return at?.key ?? null;
      },
      end: () => {
        dialog.close();
        dialog.remove();
        if (before?.isConnected) before.focus();
        resolve(result);
      },
    });
    update();
    document.body.append(dialog);
    dialog.showModal();
  }
}

let count = 0;

/**
 * Asks before something that cannot be undone; name it in the title: "Delete 'Old Town'".
 *
 * @param {{title: string, text?: string, button: string, cancel?: string, danger?: boolean}} options
 * @returns {Promise<boolean>}
 */
export async function confirm({ title, text, button, cancel = t('shell.cancel'), danger = true }) {
  return await openDialog({
    title,
    body: (/** @type {(yes?: boolean) => void} */ close) =>
      html`
        ${text ? html`<p>${text}</p>` : nothing}
                <div class="row">
          <button class="button ${danger ? 'danger' : 'main'}" @click=${() =>
            close(true)}>${button}</button>
          <button class="button" @click=${() => close(false)}>${cancel}</button>
        </div>
      `,
  }) ?? false;
}

/** Asks whether what was entered may be lost. */
export const confirmLoss = () =>
  confirm({
    title: t('shell.leaveTitle'),
    text: t('shell.leaveText'),
    button: t('shell.leave'),
    cancel: t('shell.stay'),
  });

/**
 * Shows both versions of something that two people changed.
 *
 * @param {{theirs: unknown, yours: unknown}} versions drawn side by side
 * @returns {Promise<'theirs' | 'yours' | undefined>}
 */
export const openConflict = ({ theirs, yours }) =>
  openDialog({
    title: t('shell.conflictTitle'),
    wide: true,
    body: (/** @type {(side?: 'theirs' | 'yours') => void} */ close) =>
      html`
        <p>${t('shell.conflictText')}</p>
        <div class="two">
          <section class="card stack"><h3>${t('shell.theirs')}</h3>${theirs}
                    <button class="button" @click=${() => close('theirs')}>${t(
                      'shell.keepTheirs',
                    )}</button></section>
          <section class="card stack"><h3>${t('shell.yours')}</h3>${yours}
                    <button class="button main" @click=${() => close('yours')}>${t(
                      'shell.keepYours',
                    )}</button></section>
        </div>
      `,
  });
