// What is told by language: side by side where there is room, else one language at a time.

import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { choice } from '../parts/tabs.js';
import { locale, t } from '../shell/texts.js';
import { untold } from './document.js';

/** A language in the reader's own. @param {string} tag */
export function languageName(tag) {
  if (tag === untold) return t('studio.languageUntold');
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** What a field is called, with its language where there are several. @param {string} what @param {string} tag @param {boolean} isMany */
export const inLanguage = (what, tag, isMany) =>
  isMany ? t('studio.inLanguage', { what, language: languageName(tag) }) : what;

/**
 * @param {import('./editor-page.js').EditorPage} page @param {string[]} languages
 * @param {{one: (tag: string, isMany: boolean) => unknown, isMissing: (tag: string) => boolean}} parts
 */
export function sideBySide(page, languages, { one, isMissing }) {
  if (languages.length === 1) return one(languages[0], false);
  const chosen = languages.includes(page.language) ? page.language : languages[0];
  return html`
    <div class="studio-told">
      <div class="studio-told-choice">${choice({
        label: t('studio.language'),
        value: chosen,
        options: languages.map((tag) => ({
          value: tag,
          text: isMissing(tag)
            ? t('studio.languageMissing', { language: languageName(tag) })
            : languageName(tag),
        })),
        choose: (tag) => {
          page.language = tag;
          page.view.update();
        },
      })}</div>
      <div class="studio-told-all">${repeat(languages, (tag) => tag, (tag) =>
        html`
          <section class="stack tight ${tag === chosen ? 'is-chosen' : ''}"
            aria-label=${languageName(tag)}>${one(tag, true)}</section>
        `)}</div>
    </div>
  `;
}
