// Labels that never overlap: the more important first, those that were there before them.

/**
 * @typedef {Object} Label
 * @property {string} id
 * @property {number} x pixels of the point that it is for
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {Size} [short] its size without what it may go without
 * @property {number} weight the greater, the earlier it gets its place
 */
/** @typedef {{width: number, height: number}} Size pixels */
/** @typedef {{id: string, left: number, top: number, isShort: boolean}} Placed */

// A label that was shown gives way only to one that is clearly better.
const loyalty = 0.25;
const cell = 64;

/**
 * Places of as many labels as fit, above their points, or else below them; short where they do not fit
 * whole.
 *
 * @param {Label[]} labels
 * @param {{width: number, height: number}} picture pixels
 * @param {ReadonlySet<string>} shown what was shown before
 * @param {number} [gap] pixels between two
 * @returns {Placed[]} the most important first
 */
export function placeLabels(labels, picture, shown, gap = 4) {
  const worth = (/** @type {Label} */ label) =>
    label.weight * (shown.has(label.id) ? 1 + loyalty : 1);
  const order = [...labels].sort((a, b) => worth(b) - worth(a) || (a.id < b.id ? -1 : 1));
  const grid = new Grid(gap);
  const placed = [];
  for (const label of order) {
    const put = place(label, label, picture, grid);
    const short = !put && label.short ? place(label, label.short, picture, grid) : undefined;
    const found = put ?? short;
    if (found) placed.push({ id: label.id, ...found, isShort: short !== undefined });
  }
  return placed;
}

/** @param {Label} label @param {Size} size @param {Size} picture @param {Grid} grid */
function place({ x, y }, { width, height }, picture, grid) {
  if (width > picture.width || height > picture.height) return undefined;
  const left = Math.min(Math.max(x - width / 2, 0), picture.width - width);
  if (Math.abs(left + width / 2 - x) > width) return undefined;
  for (const top of [y - height, y + 6]) {
    if (top < 0 || top + height > picture.height) continue;
    if (grid.take(left, top, width, height)) return { left, top };
  }
  return undefined;
}

/** Rectangles by cells, so that 200 labels cost little. */
class Grid {
  /** @param {number} gap */
  constructor(gap) {
    this.gap = gap;
    /** @type {Map<number, number[][]>} */
    this.cells = new Map();
  }

  /** Takes the place if it is free. */
  take(
    /** @type {number} */ left,
    /** @type {number} */ top,
    /** @type {number} */ width,
    /** @type {number} */ height,
  ) {
    const keys = [];
    for (let x = Math.floor((left - this.gap) / cell); x * cell < left + width + this.gap; x++) {
      for (let y = Math.floor((top - this.gap) / cell); y * cell < top + height + this.gap; y++) {
        keys.push(x * 4096 + y);
      }
    }
    for (const key of keys) {
      for (const [l, t, w, h] of this.cells.get(key) ?? []) {
        if (
          left < l + w + this.gap && l < left + width + this.gap && top < t + h + this.gap &&
          t < top + height + this.gap
        ) return false;
      }
    }
    for (const key of keys) {
      const kept = this.cells.get(key);
      if (kept) kept.push([left, top, width, height]);
      else this.cells.set(key, [[left, top, width, height]]);
    }
    return true;
  }
}
