// What speaks against an appointment, and what would help.

import { html, nothing } from 'lit-html';
import { openDialog } from '../../parts/dialog.js';
import { time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { t } from '../../shell/texts.js';

/** @typedef {NonNullable<import('api-types').Problem['warnings']>[number]} Warning */

/** The server's sentence; what it says of limits is said in the pages' own words. @param {Warning} warning */
const sentence = ({ detail }) => detail.replace(/ Without your limits .*$/s, '');

/** Whether it is one's own limits that stand in the way (TV-RTE-25). @param {Warning} warning */
const limits = ({ reachableWithoutLimits }) =>
  reachableWithoutLimits === undefined
    ? nothing
    : html`<p>${t(reachableWithoutLimits ? 'calendar.helpRelax' : 'calendar.helpNoRelax')}</p>`;

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
            <p>${sentence(warning)}</p>${limits(warning)}${
            warning.warning === 'unreachable' && found && found.words.length > 0
              ? found.words.map((words) => html`<p>${words}</p>`)
              : html`<p class="soft">${t(`calendar.help-${warning.warning}`)}</p>`
          }</div></li>`
        )}</ul>
        ${warnings.some(({ reachableWithoutLimits }) => reachableWithoutLimits !== undefined)
          ? html`<p><a href="/ways" target="_blank">${t('journey.settings')}</a></p>`
          : nothing}
        <p>${t('calendar.okayText')}</p>
        <div class="row">
          ${moveTo
            ? html`<button class="button main" @click=${() => close({ save: true, moveTo })}>${
              t('calendar.moveTo', { start: time(moveTo) })
            }</button>`
            : nothing}
          <button class="button ${moveTo ? '' : 'main'}" @click=${() => close({ save: true })}>${t(
            'calendar.okay',
          )}</button>
          <button class="button" @click=${() => close({ save: false })}>${t(
            'shell.cancel',
          )}</button>
        </div>
      `;
    },
  }) ?? { save: false };
};
