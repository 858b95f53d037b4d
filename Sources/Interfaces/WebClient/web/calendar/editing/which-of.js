// Which of a series is meant: only one, that one and all that follow, or all of it.

import { html, nothing } from 'lit-html';
import { openDialog } from '../../parts/dialog.js';
import { t } from '../../shell/texts.js';

/** @typedef {'one' | 'following' | 'all'} Which */

/**
 * @param {string} title of the question
 * @param {{choices?: Which[], more?: unknown, main?: boolean}} [options] what can be meant, what is said before, and
 *   whether the first is what is done usually
 * @returns {Promise<Which | undefined>}
 */
export const askWhichOf = (
  title,
  { choices = ['one', 'following', 'all'], more = nothing, main = false } = {},
) =>
  openDialog({
    title,
    body: (/** @type {(which?: Which) => void} */ close) =>
      html`
        <p>${t('calendar.whichOf')}</p>
        ${more}
        <div class="row">${choices.map((which, index) =>
          html`<button class="button ${main && index === 0 ? 'main' : ''}" @click=${() =>
            close(which)}>${t(`calendar.${which}`)}</button>`
        )}</div>
      `,
  });

/**
 * What a request says of it; nothing where the whole is meant.
 *
 * @param {Which} which @param {string} startsAt of the one that is shown
 * @returns {import('../../data/appointments.js').Occurrence | undefined}
 */
export const occurrenceOf = (which, startsAt) =>
  which === 'all' ? undefined : { at: startsAt, following: which === 'following' };
