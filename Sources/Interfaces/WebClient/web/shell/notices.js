// Short words at the edge of the page: what was done, with its undo; what went wrong.

import { html, render } from 'lit-html';
import { reason } from './reason.js';
import { scrollFor } from './room.js';
import { t } from './texts.js';

export { reason };

/** What one can do about what is said. @typedef {{label: string, run: () => void}} Action */
/**
 * @typedef {Object} Notice
 * @property {number} id
 * @property {string} text
 * @property {boolean} bad
 * @property {boolean} stays until it is dismissed
 * @property {Action[]} actions
 */

/** @type {Notice[]} */
let notices = [];
let count = 0;
/** @type {HTMLElement | null} */
let root = null;

/** @param {HTMLElement} element a live region */
export function placeNotices(element) {
  root = element;
  new ResizeObserver(() => makeRoom(element)).observe(element);
}

/**
 * Nothing that one can press lies below what is said: a page that fills the window ends above it, another
 * one becomes longer and scrolls on.
 *
 * @param {HTMLElement} element
 */
function makeRoom(element) {
  const height = element.offsetHeight;
  const style = document.documentElement.style;
  if (height === 0) style.removeProperty('--said');
  else style.setProperty('--said', `calc(${height}px + 1rem)`);
  const app = document.getElementById('app');
  if (height === 0 || !app || app.classList.contains('full')) return;
  const words = element.getBoundingClientRect();
  const pressed = [
    ...app.querySelectorAll('main :is(a[href], button, input, select, textarea, summary)'),
  ]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, left, right }) => width > 0 && right > words.left && left < words.right);
  const most = document.documentElement.scrollHeight - innerHeight - scrollY;
  scrollBy({ top: scrollFor(pressed, words, most), behavior: 'instant' });
}

function show() {
  if (!root) return;
  render(
    notices.map((notice) =>
      html`<div class="notice ${notice.bad ? 'bad' : ''}">
        <span>${notice.text}</span>
        ${
        notice.actions.map((action) =>
          html`<button class="button quiet" @click=${() => act(notice, action)}>
              ${action.label}
            </button>`
        )
      }
        <button class="button quiet" aria-label=${t('shell.dismiss')} @click=${() =>
        drop(notice.id)}>✕</button>
      </div>`
    ),
    root,
  );
}

/** @param {Notice} item @param {Action} action */
function act(item, action) {
  drop(item.id);
  action.run();
}

/** @param {number} id */
function drop(id) {
  notices = notices.filter((one) => one.id !== id);
  show();
}

/**
 * Says something short.
 *
 * @param {string} text
 * @param {{bad?: boolean, action?: Action, actions?: Action[], seconds?: number}} [options]
 *   `action` for instance to undo, `actions` where there are several; `seconds` it stays, 6 unless given, 0 until it is dismissed
 */
export function notice(text, options = {}) {
  const id = ++count;
  // What is said again stands there once; an undo is of its own thing.
  const others = notices.filter((one) => one.text !== text || one.actions.length > 0);
  const { bad = false, action, actions = action ? [action] : [] } = options;
  const seconds = options.seconds ?? (bad || actions.length > 0 ? 10 : 6);
  // More would lie over the page; but what is to be dismissed has been read by nobody yet.
  const passing = others.filter(({ stays }) => !stays).slice(-2);
  notices = [
    ...others.filter((one) => one.stays || passing.includes(one)),
    { id, text, bad, stays: seconds === 0, actions },
  ];
  show();
  if (seconds > 0) setTimeout(() => drop(id), seconds * 1000);
  return () => drop(id);
}

/** Says why something did not work. @param {unknown} error */
export const complain = (error) => notice(reason(error), { bad: true });
