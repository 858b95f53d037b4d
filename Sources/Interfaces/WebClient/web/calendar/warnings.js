// What speaks against an appointment, and what would help.

import { html, nothing } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

/** @typedef {{warning: string, detail: string, reachableWithoutLimits?: boolean}} Warning */

/** The server's sentence; what it says of limits is said in the pages' own words. @param {Warning} warning */
const sentence = ({ detail }) => detail.replace(/ Without your limits .*$/s, '');

/** @param {Warning} warning */
function help({ warning, reachableWithoutLimits }) {
  if (warning !== 'unreachable' && warning !== 'nextUnreachable') {
    return t(`calendar.help-${warning}`);
  }
  const words = [t(`calendar.help-${warning}`)];
  if (reachableWithoutLimits === true) words.push(t('calendar.helpRelax'));
  if (reachableWithoutLimits === false) words.push(t('calendar.helpNoRelax'));
  return words.join(' ');
}

/**
 * Asks whether it shall be stored in spite of them.
 *
 * @param {Warning[]} warnings @returns {Promise<boolean>}
 */
export const askWarnings = async (warnings) =>
  await openDialog({
    title: t('calendar.against'),
    body: (/** @type {(yes?: boolean) => void} */ close) =>
      html`
        <ul class="list">${warnings.map((warning) =>
          html`<li class="calendar-warning">${icon('triangle-alert')}<div>
            <p>${sentence(warning)}</p>${
            help(warning) ? html`<p class="soft">${help(warning)}</p>` : nothing
          }</div></li>`
        )}</ul>
        ${warnings.some(({ reachableWithoutLimits }) => reachableWithoutLimits !== undefined)
          ? html`<p><a href="/ways" target="_blank">${t('calendar.ways')}</a></p>`
          : nothing}
        <div class="row">
          <button class="button main" @click=${() => close(true)}>${t(
            'calendar.saveAnyway',
          )}</button>
          <button class="button" @click=${() => close(false)}>${t('shell.cancel')}</button>
        </div>
      `,
  }) ?? false;
