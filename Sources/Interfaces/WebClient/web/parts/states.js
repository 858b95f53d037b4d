// The states of a page that are not its content: loading, empty, wrong, partly there.

import { html, nothing } from 'lit-html';
import { reason } from '../shell/notices.js';
import { OfflineError } from '../shell/api.js';
import { t } from '../shell/texts.js';
import { heading } from './heading.js';
import { icon } from './icon.js';

/** Grey lines in place of what is to come; seen only after 300 ms. @param {number} [lines] */
export const loading = (lines = 3) =>
  html`<div class="skeleton" role="status" aria-label=${t('shell.loading')}>
    ${Array.from({ length: lines }, () => html`<span></span>`)}
  </div>`;

/**
 * What would be here, and one thing to do about it.
 *
 * @param {{icon: string, title?: string, text: string, action?: unknown}} state
 */
export const emptyState = (state) =>
  html`<div class="empty">
    ${icon(state.icon)}
    ${state.title ? html`<h2>${state.title}</h2>` : nothing}
    <p>${state.text}</p>
    ${state.action ? html`<div class="row">${state.action}</div>` : nothing}
  </div>`;

/**
 * What went wrong, and trying again.
 *
 * @param {string} text
 * @param {() => void} [retry]
 * @param {[href: string, text: string]} [way] the way back, where nothing else of a page is known
 */
export const errorState = (text, retry, way) =>
  html`${way ? heading(t('shell.errorTitle'), ...way) : nothing}<div class="empty" role="alert">
    ${icon('cloud-off')}
    ${way ? nothing : html`<h2>${t('shell.errorTitle')}</h2>`}
    <p>${text}</p>
    ${
    retry
      ? html`<button class="button main" @click=${retry}>${t('shell.tryAgain')}</button>`
      : nothing
  }
  </div>`;

/**
 * @template T
 * @typedef {import('../shell/api.js').Resource<T> & {refresh: () => Promise<void>}} Shown
 */

/**
 * What is known of an address of the server, or why nothing is.
 *
 * @template T
 * @param {Shown<T>} resource
 * @param {(data: T) => unknown} content
 * @param {[href: string, text: string]} [way] the way back from a page that is nothing but this
 */
export function shown(resource, content, way) {
  const { data, error, stale } = resource;
  if (data === null) {
    if (!error) return loading();
    const text = error instanceof OfflineError ? t('shell.noNetworkLong') : reason(error);
    return errorState(text, resource.refresh, way);
  }
  return html`
    ${stale ? html`<p class="soft small" role="status">${t('shell.stale')}</p>` : nothing}
    ${error && !stale ? warning(reason(error)) : nothing}
    ${content(data)}
  `;
}

/**
 * The same for one of several parts of a page, where what went wrong takes a line and not the page.
 *
 * @template T
 * @param {Shown<T>} resource
 * @param {(data: T) => unknown} content
 */
export const shownPart = (resource, content) =>
  resource.data === null && resource.error
    ? warning(
      reason(resource.error),
      html`<div><button type="button" class="button" @click=${resource.refresh}>${
        t('shell.tryAgain')
      }</button></div>`,
    )
    : shown(resource, content);

/** Something to know before going on. @param {unknown} text @param {unknown} [action] */
export const warning = (text, action) =>
  html`<div class="callout warn">${
    icon('triangle-alert')
  }<div class="stack tight"><div>${text}</div>
    ${action ?? nothing}</div></div>`;

/** Something good to know. @param {unknown} text @param {unknown} [action] */
export const hint = (text, action) =>
  html`<div class="callout">${icon('info')}<div class="stack tight"><div>${text}</div>
    ${action ?? nothing}</div></div>`;
