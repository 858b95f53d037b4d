// Room for what is said at the lower edge of a page that scrolls.

/** @typedef {{top: number, bottom: number}} Box from the window's upper edge, pixels */

/**
 * How far a page scrolls on, so that what is said there lies on nothing that one can press; where there
 * is no such room, so far that what was seen there is still seen.
 *
 * @param {Box[]} pressed what one can press, as wide as the words
 * @param {Box} words @param {number} most how far the page can scroll
 */
export function scrollFor(pressed, words, most) {
  const isFree = (/** @type {number} */ on) =>
    pressed.every(({ top, bottom }) => {
      const middle = (top + bottom) / 2 - on;
      return middle < words.top || middle > words.bottom;
    });
  const height = words.bottom - words.top;
  for (let on = 0; on <= Math.min(most, 2 * height); on += 4) if (isFree(on)) return on;
  return Math.max(0, Math.min(most, height));
}
