// What people call languages.

/** @param {string} tag such as `de-CH` */
export const primary = (tag) => tag.split('-')[0].toLowerCase();

/**
 * "English", and "British English" only beside another kind of it.
 *
 * @param {string} locale of the reader @param {string} tag @param {string[]} beside the languages among which it stands
 */
export function languageNameIn(locale, tag, beside) {
  const isOneOfMany = beside.some((one) => one !== tag && primary(one) === primary(tag));
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' });
  return names.of(isOneOfMany ? tag : primary(tag)) ?? tag;
}
