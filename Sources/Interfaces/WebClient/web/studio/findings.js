// What a check has found, by the place it is about: each place is named once, with all that is to be
// looked at there.

/** @typedef {{pointer: string, text: string}} Finding */

/** The stop or the member of a tour that a pointer lies in. @param {string} pointer */
const placeOf = (pointer) => {
  const [, member, index] = pointer.split('/');
  return member === 'stops' && index !== undefined ? `/stops/${index}` : `/${member}`;
};

/** In the order of the walk, what is about the whole tour before. @param {string} place */
const order = (place) => Number(/^\/stops\/(\d+)$/.exec(place)?.[1] ?? -1);

/**
 * Findings of one place together, what says the same once.
 *
 * @param {Finding[]} findings @returns {{place: string, findings: Finding[]}[]}
 */
export function byPlace(findings) {
  /** @type {Map<string, Finding[]>} */
  const places = new Map();
  for (const finding of findings) {
    const place = placeOf(finding.pointer);
    const known = places.get(place) ?? [];
    if (!known.some(({ text }) => text === finding.text)) places.set(place, [...known, finding]);
  }
  return [...places].map(([place, found]) => ({ place, findings: found }))
    .sort((a, b) => order(a.place) - order(b.place));
}
