// Which modules of a QR code are dark: text as bytes, error correction level M (15 %), the smallest
// version that fits. Source: ISO/IEC 18004.

import { checkBytes, withCheckBits } from './check-bytes.js';

/** Of each version from 1: check bytes of a block, and the number of blocks. @type {[number, number][]} */
const blocks = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
];

/** The eight masks: whether the module in a column and row changes its colour. @type {((x: number, y: number) => boolean)[]} */
const masks = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

class Modules {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = new Uint8Array(this.size ** 2);
    /** Modules that hold no data. */
    this.fixed = new Uint8Array(this.size ** 2);
    this.#drawPatterns();
  }

  /** @param {number} x @param {number} y */
  isDark(x, y) {
    return this.dark[y * this.size + x] === 1;
  }

  /** @param {number} x @param {number} y @param {boolean} isDark */
  #fix(x, y, isDark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = isDark ? 1 : 0;
    this.fixed[y * this.size + x] = 1;
  }

  /** Squares around a centre, dark at some distances from it. @param {number} x @param {number} y @param {number} reach @param {number[]} dark */
  #square(x, y, reach, dark) {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        this.#fix(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** Rows and columns in which small squares stand. */
  get #alignments() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = 2 * Math.ceil((this.size - 13) / (2 * count - 2));
    return [6, ...Array.from({ length: count - 1 }, (_, i) => this.size - 7 - i * step).reverse()];
  }

  #drawPatterns() {
    const last = this.size - 1;
    for (let i = 0; i < this.size; i++) {
      this.#fix(i, 6, i % 2 === 0);
      this.#fix(6, i, i % 2 === 0);
    }
    const lines = this.#alignments;
    for (const y of lines) {
      for (const x of lines) {
        const isCorner = (x === 6 && y === 6) || (x === 6 && y === last - 6) ||
          (x === last - 6 && y === 6);
        if (!isCorner) this.#square(x, y, 2, [0, 2]);
      }
    }
    for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]]) this.#square(x, y, 4, [0, 1, 3]);
    this.drawFormat(0);
    this.#drawVersion();
  }

  /** Level and mask, twice. @param {number} mask */
  drawFormat(mask) {
    const last = this.size - 1;
    // Level M is 0.
    const bits = withCheckBits(mask, 0x537, 10) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
      const isDark = ((bits >> i) & 1) === 1;
      // Around the corner at the top left, the line between the corners left out.
      if (i < 8) this.#fix(8, i < 6 ? i : i + 1, isDark);
      else this.#fix(i === 8 ? 7 : 14 - i, 8, isDark);
      // Half of it at either other corner.
      if (i < 8) this.#fix(last - i, 8, isDark);
      else this.#fix(8, last - 14 + i, isDark);
    }
    this.#fix(8, last - 7, true);
  }

  /** The version, twice, in those that are large. */
  #drawVersion() {
    if (this.version < 7) return;
    const bits = withCheckBits(this.version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const isDark = ((bits >> i) & 1) === 1;
      const [near, far] = [Math.floor(i / 3), this.size - 11 + (i % 3)];
      this.#fix(near, far, isDark);
      this.#fix(far, near, isDark);
    }
  }

  /** The places of data: pairs of columns from the right, up and down in turn. */
  *places() {
    let isUp = true;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right--;
      for (let i = 0; i < this.size; i++) {
        const y = isUp ? this.size - 1 - i : i;
        for (const x of [right, right - 1]) if (!this.fixed[y * this.size + x]) yield [x, y];
      }
      isUp = !isUp;
    }
  }

  /** @param {number[]} bytes */
  fill(bytes) {
    let bit = 0;
    for (const [x, y] of this.places()) {
      // A few places at the end may be left over.
      const byte = bytes[bit >> 3] ?? 0;
      this.dark[y * this.size + x] = (byte >> (7 - (bit & 7))) & 1;
      bit++;
    }
  }

  /** Changes the colours of data by a mask; again changes them back. @param {number} mask */
  turn(mask) {
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        const i = y * this.size + x;
        if (!this.fixed[i] && masks[mask](x, y)) this.dark[i] ^= 1;
      }
    }
  }

  /** How hard it is to read: long runs, squares, what looks like a corner, and much of one colour. */
  get penalty() {
    const { size } = this;
    let sum = 0;
    for (let line = 0; line < size; line++) {
      sum += linePenalty(Array.from({ length: size }, (_, i) => this.isDark(i, line)));
      sum += linePenalty(Array.from({ length: size }, (_, i) => this.isDark(line, i)));
    }
    for (let y = 1; y < size; y++) {
      for (let x = 1; x < size; x++) {
        const colour = this.isDark(x, y);
        const isSquare = colour === this.isDark(x - 1, y) && colour === this.isDark(x, y - 1) &&
          colour === this.isDark(x - 1, y - 1);
        if (isSquare) sum += 3;
      }
    }
    const dark = this.dark.reduce((count, module) => count + module, 0);
    return sum + 10 * Math.floor(Math.abs((dark * 100) / size ** 2 - 50) / 5);
  }
}

/** @param {boolean[]} line */
function linePenalty(line) {
  let sum = 0;
  let run = 1;
  for (let i = 1; i <= line.length; i++) {
    if (i < line.length && line[i] === line[i - 1]) run++;
    else {
      if (run >= 5) sum += run - 2;
      run = 1;
    }
  }
  // 1:1:3:1:1 with four light modules on a side, as at the corners.
  const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
  for (let i = 0; i + 11 <= text.length; i++) {
    const part = text.slice(i, i + 11);
    if (part === '10111010000' || part === '00001011101') sum += 40;
  }
  return sum;
}

/** The bytes of a text with its length and filling. @param {Uint8Array} text @param {number} version @param {number} room */
function dataBytes(text, version, room) {
  const length = version < 10 ? 8 : 16;
  // Mode 4 says that bytes follow; four zeros, or what there is room for, end them.
  const bits = `0100${text.length.toString(2).padStart(length, '0')}${
    Array.from(text, (byte) => byte.toString(2).padStart(8, '0')).join('')
  }0000`.slice(0, room * 8);
  const bytes = [];
  for (let i = 0; i < bits.length; i += 8) {
    bytes.push(parseInt(bits.slice(i, i + 8).padEnd(8, '0'), 2));
  }
  for (let i = 0; bytes.length < room; i++) bytes.push(i % 2 === 0 ? 0xec : 0x11);
  return bytes;
}

/** Data and check bytes of all blocks, one of each in turn. @param {number[]} data @param {number} checks @param {number} count */
function interleaved(data, checks, count) {
  // The last blocks have a byte more where they do not come out even.
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const parts = [];
  for (let i = 0, from = 0; i < count; i++) {
    const length = short + (i >= count - longer ? 1 : 0);
    parts.push(data.slice(from, from + length));
    from += length;
  }
  const ends = parts.map((part) => checkBytes(part, checks));
  const bytes = [];
  for (let i = 0; i <= short; i++) {
    for (const part of parts) if (i < part.length) bytes.push(part[i]);
  }
  for (let i = 0; i < checks; i++) for (const end of ends) bytes.push(end[i]);
  return bytes;
}

/**
 * The code of a text; null for one that is too long.
 *
 * @param {string} text @param {number} [mask] one of the eight; else the one that is read best
 * @returns {{size: number, mask: number, isDark: (x: number, y: number) => boolean} | null}
 */
export function qrModules(text, mask) {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= blocks.length; version++) {
    const [checks, count] = blocks[version - 1];
    const modules = new Modules(version);
    const places = modules.fixed.reduce((sum, isFixed) => sum + 1 - isFixed, 0);
    const room = Math.floor(places / 8) - checks * count;
    if (bytes.length > room - (version < 10 ? 2 : 3)) continue;
    modules.fill(interleaved(dataBytes(bytes, version, room), checks, count));
    const best = mask ?? bestMask(modules);
    modules.turn(best);
    modules.drawFormat(best);
    return { size: modules.size, mask: best, isDark: (x, y) => modules.isDark(x, y) };
  }
  return null;
}

/** @param {Modules} modules */
function bestMask(modules) {
  const penalties = masks.map((_, mask) => {
    modules.turn(mask);
    modules.drawFormat(mask);
    const { penalty } = modules;
    modules.turn(mask);
    return penalty;
  });
  return penalties.indexOf(Math.min(...penalties));
}
