// Cancelling an event, or some of a series.

import { html } from 'lit-html';
import { cancelEvent, occurrenceOf } from '../data/events.js';
import { confirm, openDialog } from '../parts/dialog.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {'one' | 'following' | 'series'} Scope */

/** @type {Scope[]} */
const scopes = ['one', 'following', 'series'];

/** Cancels it after a question, and goes to its group. @param {import('../shell/view.js').View} view @param {GroupEvent} event */
export async function cancel(view, event) {
  const title = t('events.cancelNamed', { title: event.title });
  const scope = event.repeats ? await askScope(title) : await askWhether(title);
  if (!scope) return;
  try {
    await cancelEvent(event, {
      ...(scope === 'series' ? {} : occurrenceOf(event)),
      following: scope === 'following',
    });
    notice(t('events.isCancelled'));
    view.go(`/people/${event.realm.id}`);
  } catch (error) {
    complain(error);
  }
}

/** @param {string} title @returns {Promise<Scope | undefined>} */
async function askWhether(title) {
  const sure = await confirm({
    title,
    text: t('events.cancelText'),
    button: t('events.cancelIt'),
  });
  return sure ? 'one' : undefined;
}

/** Asks which of a series are cancelled. @param {string} title @returns {Promise<Scope | undefined>} */
const askScope = (title) =>
  openDialog({
    title,
    body: (/** @type {(scope?: Scope) => void} */ close) =>
      html`
        <p>${t('events.whichCancelled')} ${t('events.cancelText')}</p>
        <div class="row">${scopes.map((scope) =>
          html`<button class="button" @click=${() => close(scope)}>${
            t(`events.scope-${scope}`)
          }</button>`
        )}</div>
      `,
  });
