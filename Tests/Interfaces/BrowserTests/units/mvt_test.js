import assert from 'node:assert/strict';
import { readTile, ringArea } from '../../../../Sources/Interfaces/WebClient/web/view/mvt.js';

/** @param {number} field @param {number[]} bytes @returns {number[]} */
const message = (field, bytes) => [field * 8 + 2, bytes.length, ...bytes];
const text = (/** @type {string} */ word) => [...new TextEncoder().encode(word)];
const zigzag = (/** @type {number} */ value) => value < 0 ? -2 * value - 1 : 2 * value;

/** A tile with a square house of 8 steps with a height, in an extent of 64. */
function house() {
  const double = new Uint8Array(new Float64Array([12.5]).buffer);
  const geometry = [9, ...[8, 8].map(zigzag), 26, ...[8, 0, 0, 8, -8, 0].map(zigzag), 15];
  const feature = [...message(2, [0, 0, 1, 1]), 24, 3, ...message(4, geometry)];
  return Uint8Array.from(message(3, [
    ...message(1, text('buildings')), ...message(2, feature), ...message(3, text('kind')),
    ...message(3, text('height')), ...message(4, message(1, text('building'))),
    ...message(4, [25, ...double]), 40, 64, 120, 2,
  ]));
}

Deno.test('a tile is read by layers, with tags and geometry', () => {
  const [feature] = readTile(house()).buildings;
  assert.equal(feature.kind, 'polygon');
  assert.deepEqual(feature.tags, { kind: 'building', height: 12.5 });
  assert.deepEqual([...feature.parts[0]], [0.125, 0.125, 0.25, 0.125, 0.25, 0.25, 0.125, 0.25]);
  assert.ok(ringArea(feature.parts[0]) > 0);
  assert.deepEqual(readTile(new Uint8Array(0)), {});
});

Deno.test('a tile that ends early is refused, wherever it ends', () => {
  const whole = house();
  let refused = 0;
  for (let end = 1; end < whole.length; end++) {
    try {
      readTile(whole.subarray(0, end));
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
      refused++;
    }
  }
  assert.equal(refused, whole.length - 1);
});

Deno.test('a damaged tile ends the reading, not the page', () => {
  const whole = house();
  for (let at = 0; at < whole.length; at++) {
    for (const value of [0, 0x7f, 0x80, 0xff]) {
      const damaged = whole.slice();
      damaged[at] = value;
      try {
        readTile(damaged);
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error));
      }
    }
  }
});
