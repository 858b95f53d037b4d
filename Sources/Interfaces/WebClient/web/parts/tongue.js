// Texts that somebody has written in several languages: the reader's own, else the first one, marked as such.

import { html, nothing } from 'lit-html';
import { language, locale, t } from '../shell/texts.js';
import { languageNameIn, primary } from './language-names.js';

/**
 * @typedef {Object} Spoken
 * @property {string} text
 * @property {string} language in which it is
 * @property {boolean} isOther whether that is not the reader's
 */

/** Whether a tag such as `de-CH` is of the reader's language. @param {string} tag */
export const isOwn = (tag) => primary(tag) === language;

/**
 * A text in the reader's language, else in the first of those in which it is.
 *
 * @param {Record<string, string> | undefined} texts by language @param {string[]} languages the first one first
 * @param {string} [otherwise] what is known without them
 * @returns {Spoken}
 */
export function spoken(texts, languages, otherwise = '') {
  const tags = Object.keys(texts ?? {});
  const tag = tags.find(isOwn) ?? languages.find((one) => tags.includes(one)) ?? tags[0];
  if (texts && tag) return { text: texts[tag], language: tag, isOther: !isOwn(tag) };
  const first = languages.find(isOwn) ?? languages[0] ?? language;
  return { text: otherwise, language: first, isOther: !isOwn(first) };
}

/** @typedef {{name: string, names?: Record<string, string>, languages: string[]}} Named */

/** The name of a tour, and in which language that is. @param {Named} tour */
export const spokenName = ({ name, names, languages }) => spoken(names, languages, name);

/** The name of a tour for its reader. @param {Named} tour */
export const nameOf = (tour) => spokenName(tour).text;

/** What a tour says of itself. @param {{description: string, descriptions?: Record<string, string>, languages: string[]}} tour */
export const spokenDescription = ({ description, descriptions, languages }) =>
  spoken(descriptions, languages, description);

/** The title of a stop for its reader. @param {{title: string, titles: Record<string, string>}} stop @param {string[]} languages of the tour */
export const titleOf = ({ title, titles }, languages) => spoken(titles, languages, title).text;

/** What people call a language here. @param {string} tag @param {string[]} [beside] those among which it stands */
export const languageName = (tag, beside = []) => languageNameIn(locale, tag, beside);

/** "in English", where a text is not in the reader's language. @param {Spoken} what */
export const spokenMark = ({ language: tag, isOther }) =>
  isOther
    ? html`<span class="mark spoken-in">${
      t('shell.inLanguage', {
        language: languageName(tag),
      })
    }</span>`
    : nothing;
