// Two people have changed the same: both versions side by side, and a choice for each part.

import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { openDialog } from '../parts/dialog.js';
import { t } from '../shell/texts.js';
import { languagesOf, titleOf, untold } from './document.js';
import { languageName } from './languages.js';
import { stopSummary, summary } from './summary.js';

/**
 * Asks which parts of theirs stay.
 *
 * @param {import('./merging.js').Merge} merged @param {import('./document.js').Doc} theirs
 * @param {import('./document.js').Doc} mine @param {import('../shell/view.js').At} at
 * @returns {Promise<Set<string> | undefined>} ids of choices; undefined to decide later
 */
export function askMerge(merged, theirs, mine, at) {
  /** @type {Set<string>} */
  const chosen = new Set();
  return openDialog({
    at,
    title: t('studio.mergeTitle'),
    wide: true,
    body: (close, update) => {
      const set = (/** @type {string} */ id, /** @type {boolean} */ isTheirs) => {
        if (isTheirs) chosen.add(id);
        else chosen.delete(id);
        update();
      };
      return html`<p>${t('studio.mergeText')}</p>
        ${
        merged.taken.length > 0
          ? html`<p class="soft">${
            t('studio.mergeTaken', {
              parts: merged.taken.map((part) => t(`studio.name-${part}`)).join(', '),
            })
          }</p>`
          : ''
      }
        ${
        merged.choices.map(({ id, part, theirStop, myStop, clash }) => {
          const name = myStop && clash
            ? clashName(titleOf(myStop, languagesOf(mine)), clash, mine)
            : t(`studio.name-${part}`);
          const option = (/** @type {boolean} */ isTheirs) => {
            const doc = isTheirs ? theirs : mine;
            const stop = isTheirs ? theirStop : myStop;
            const label = t(isTheirs ? 'studio.mergeTheirs' : 'studio.mergeMine');
            return html`<div class="card stack tight"><label class="check"><input type="radio" name="merge-${id}"
                .checked=${live(chosen.has(id) === isTheirs)} @change=${() => set(id, isTheirs)}>
                <span>${label}</span></label>
              <div class="studio-version">${
              stop && clash ? stopSummary(stop, clash) : summary(part, doc)
            }</div></div>`;
          };
          return html`
            <fieldset class="plain-set stack tight">
              <legend>${name}</legend>
              <div class="two">${option(true)}${option(false)}</div>
            </fieldset>
          `;
        })
      }
        <div class="row"><button class="button main" @click=${() => close(chosen)}>${
        t('studio.mergeTake')
      }</button>
          <button class="button" @click=${() => close()}>${t('studio.mergeLater')}</button></div>`;
    },
  });
}

/**
 * What of a stop is asked for.
 *
 * @param {string} name of the stop @param {import('./merging-stops.js').Clash} clash
 * @param {import('./document.js').Doc} doc
 */
function clashName(name, { member, tag }, doc) {
  const what = t(`studio.clash-${member}`);
  const language = tag && tag !== untold && languagesOf(doc).length > 1 ? languageName(tag) : '';
  return [t('studio.stopNamed', { name }), what, language].filter(Boolean).join(' · ');
}
