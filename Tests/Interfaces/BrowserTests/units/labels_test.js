import assert from 'node:assert/strict';
import { placeLabels } from '../../../../Sources/Interfaces/WebClient/web/view/labels.js';

const picture = { width: 390, height: 844 };
const label = (/** @type {string} */ id, /** @type {number} */ x, /** @type {number} */ weight) => ({
  id,
  x,
  y: 400,
  width: 200,
  height: 120,
  short: { width: 60, height: 24 },
  weight,
});

Deno.test('a label that does not fit whole is short, and none lies on another', () => {
  const placed = placeLabels(
    [label('a', 195, 3), label('b', 200, 2), label('c', 60, 1), label('d', 330, 0.5)],
    picture,
    new Set(),
  );
  assert.deepEqual(placed.map(({ id, isShort }) => [id, isShort]), [
    ['a', false],
    ['b', false],
    ['c', true],
    ['d', true],
  ]);
  const boxes = placed.map(({ left, top, isShort }) => ({
    left,
    top,
    right: left + (isShort ? 60 : 200),
    bottom: top + (isShort ? 24 : 120),
  }));
  for (const one of boxes) {
    for (const other of boxes) {
      const isApart = one === other || one.right <= other.left || other.right <= one.left ||
        one.bottom <= other.top || other.bottom <= one.top;
      assert.ok(isApart, JSON.stringify([one, other]));
    }
  }
});

Deno.test('a label that is wider than the picture is shown short', () => {
  const wide = { ...label('a', 195, 1), width: 500 };
  assert.deepEqual(placeLabels([wide], picture, new Set()).map(({ isShort }) => isShort), [true]);
  const { short: _, ...plain } = wide;
  assert.deepEqual(placeLabels([plain], picture, new Set()), []);
});
