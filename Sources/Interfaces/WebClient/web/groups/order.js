// One's groups in the order in which one looks for them, and found by their names.

/** @typedef {import('api-types').Realm} Realm */

/** @param {string} text without case and accents */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * Those with something new first; each part by name, numbers as people count: "Team 2" before "Team 10".
 *
 * @template {{name: string, unread?: boolean}} Group
 * @param {Group[]} groups @param {string} language
 */
export function inOrder(groups, language) {
  const names = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return [...groups].sort((a, b) =>
    Number(b.unread ?? false) - Number(a.unread ?? false) || names.compare(a.name, b.name)
  );
}

/**
 * Those whose names have all words that were typed, in any order.
 *
 * @template {{name: string}} Group
 * @param {Group[]} groups @param {string} words
 */
export function named(groups, words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return groups.filter(({ name }) => wanted.every((word) => plain(name).includes(word)));
}
