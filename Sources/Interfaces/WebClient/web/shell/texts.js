// Texts by language: English complete, others beside it; plural and dates by Intl.

import { settings } from './settings.js';

/** @typedef {string | Record<string, string>} Text a text, or one per plural category of `count` */

/**
 * @typedef {Object} Catalogue
 * @property {string} name the first part of the keys
 * @property {Record<string, () => Promise<{default: Record<string, Text>}>>} texts by language
 */

const languages = ['en', 'de'];
/** @type {Record<string, Text>} */
const known = {};
/** @type {Set<string>} */
const loaded = new Set();

/** The language that pages have by a choice. @param {string} chosen empty for the browser's */
export function languageBy(chosen) {
  const wished = chosen ? [chosen] : navigator.languages ?? ['en'];
  return wished.map((tag) => tag.slice(0, 2)).find((tag) => languages.includes(tag)) ?? 'en';
}

/** The language of the pages: `en` or `de`. */
export const language = languageBy(settings.language);

/** The locale of dates and numbers: the browser's own of that language, else the language. */
export const locale = navigator.languages?.find((tag) => tag.startsWith(language)) ?? language;

const plurals = new Intl.PluralRules(language);

/**
 * Loads a catalogue: English, and the page's language over it.
 *
 * @param {string} name the first part of its keys
 * @param {Catalogue['texts']} catalogues by language
 */
export async function loadTexts(name, catalogues) {
  if (loaded.has(name)) return;
  const order = language === 'en' ? ['en'] : ['en', language];
  const found = await Promise.all(order.map((tag) => catalogues[tag]?.()));
  for (const module of found) {
    for (const [key, text] of Object.entries(module?.default ?? {})) known[`${name}.${key}`] = text;
  }
  loaded.add(name);
}

/** Loads what a place's pages are worded with. @param {Catalogue & {uses?: Catalogue[]}} place */
export const loadTextsOf = (place) =>
  Promise.all([place, ...place.uses ?? []].map(({ name, texts }) => loadTexts(name, texts)));

/**
 * A text with its values put in: `t('shell.unread', { count: 3 })`.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values) {
  const text = known[key];
  if (text === undefined) return key;
  const chosen = typeof text === 'string'
    ? text
    : text[plurals.select(Number(values?.count ?? 0))] ?? text.other;
  if (!values) return chosen;
  return chosen.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
  });
}
