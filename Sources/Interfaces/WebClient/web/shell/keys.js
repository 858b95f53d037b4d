// Keys that work on every page: `/` searches, `g` and a letter goes, `?` shows all.

import { html } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { keyed } from './navigation.js';
import { go } from './router.js';
import { t } from './texts.js';

/** @type {Map<string, {text: string, run: () => void}>} */
const own = new Map();
let isGoing = false;

/**
 * Adds a key of a page; returns what takes it away.
 *
 * @param {string} key @param {string} text what it does @param {() => void} run
 */
export function addKey(key, text, run) {
  own.set(key, { text, run });
  return () => own.delete(key);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  const element = /** @type {HTMLElement | null} */ (target);
  return !!element?.closest?.('input, textarea, select, [contenteditable], dialog');
}

export function followKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target)) return;
    if (isGoing) {
      isGoing = false;
      const entry = keyed().find(({ key }) => key === event.key);
      if (entry) go(entry.href);
    } else if (event.key === 'g') {
      isGoing = true;
      setTimeout(() => isGoing = false, 1500);
    } else if (event.key === '/') {
      event.preventDefault();
      const field =
        /** @type {HTMLInputElement | null} */ (document.querySelector('input[type=search]'));
      if (field) field.focus();
      else go('/around');
    } else if (event.key === '?') {
      showKeys();
    } else if (own.has(event.key)) {
      event.preventDefault();
      own.get(event.key)?.run();
    }
  });
}

function showKeys() {
  const rows = [
    ['/', t('shell.keySearch')],
    ...keyed().map((entry) => [`g ${entry.key}`, entry.text]),
    ...[...own].map(([key, { text }]) => [key === ' ' ? '␣' : key, text]),
    ['?', t('shell.keyHelp')],
  ];
  openDialog({
    title: t('shell.keys'),
    body: () =>
      html`
        <table>
          <tbody>${rows.map(([key, text]) =>
            html`
              <tr>
                <th scope="row"><kbd>${key}</kbd></th>
                <td>${text}</td>
              </tr>
            `
          )}</tbody>
        </table>
      `,
  });
}
