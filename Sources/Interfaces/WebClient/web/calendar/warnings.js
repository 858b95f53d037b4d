// What speaks against an appointment, and what would help.

import { html, nothing } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { time } from '../parts/format.js';
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
 * Asks whether it shall be stored in spite of them, or moved to when it can be reached.
 *
 * @param {Warning[]} warnings @param {() => Promise<import('./help.js').Help>} findHelp
 * @returns {Promise<{save: boolean, moveTo?: Date}>}
 */
export const askWarnings = async (warnings, findHelp) => {
  /** @type {import('./help.js').Help | null} */
  let found = null;
  let draw = () => {};
  if (warnings.some(({ warning }) => warning === 'unreachable')) {
    findHelp().then((known) => {
      found = known;
      draw();
    }, () => {});
  }
  return await openDialog({
    title: t('calendar.against'),
    body: (/** @type {(answer?: {save: boolean, moveTo?: Date}) => void} */ close, update) => {
      draw = update;
      const moveTo = found?.moveTo;
      return html`
        <ul class="list">${warnings.map((warning) =>
          html`<li class="calendar-warning">${icon('triangle-alert')}<div>
            <p>${sentence(warning)}</p>${
            warning.warning === 'unreachable' && found && found.words.length > 0
              ? found.words.map((words) => html`<p>${words}</p>`)
              : help(warning)
              ? html`<p class="soft">${help(warning)}</p>`
              : nothing
          }</div></li>`
        )}</ul>
        ${warnings.some(({ reachableWithoutLimits }) => reachableWithoutLimits !== undefined)
          ? html`<p><a href="/ways" target="_blank">${t('calendar.ways')}</a></p>`
          : nothing}
        <div class="row">
          ${moveTo
            ? html`<button class="button main" @click=${() => close({ save: true, moveTo })}>${
              t('calendar.moveTo', { start: time(moveTo) })
            }</button>`
            : nothing}
          <button class="button ${moveTo ? '' : 'main'}" @click=${() => close({ save: true })}>${t(
            'calendar.saveAnyway',
          )}</button>
          <button class="button" @click=${() => close({ save: false })}>${t(
            'shell.cancel',
          )}</button>
        </div>
      `;
    },
  }) ?? { save: false };
};
