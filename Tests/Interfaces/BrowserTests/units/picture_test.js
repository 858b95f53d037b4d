import assert from 'node:assert/strict';
import { cameraTurn } from '../../../../Sources/Interfaces/WebClient/web/view/frames.js';
import { clock, edgeArrow, horizontal, inPicture, project } from '../../../../Sources/Interfaces/WebClient/web/view/frustum.js';
import { placeLabels } from '../../../../Sources/Interfaces/WebClient/web/view/labels.js';

/** @param {number} a @param {number} b @param {number} [within] */
const near = (a, b, within = 1e-6) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const camera = (heading = 0, pitch = 0) => ({
  position: { x: 0, y: 1.6, z: 0 }, turn: cameraTurn({ heading, pitch, roll: 0 }), vertical: 60,
  width: 800, height: 600,
});
const box = (/** @type {number} */ x, /** @type {number} */ z) => ({
  position: { x, y: 0, z }, turn: { x: 0, y: 0, z: 0, w: 1 }, scale: 1,
  min: { x: -1, y: 0, z: -1 }, max: { x: 1, y: 2, z: 1 },
});

Deno.test('what is ahead is in the middle, what is left is left', () => {
  const ahead = project(camera(), { x: 0, y: 1.6, z: -10 });
  near(ahead.x, 400);
  near(ahead.y, 300);
  near(ahead.depth, 10);
  assert.ok(project(camera(90), { x: 10, y: 1.6, z: -2 }).x < 400);
  near(horizontal(camera()), 75.178, 0.001);
});

Deno.test('a box is in the picture when a part of it is', () => {
  assert.ok(inPicture(camera(), box(0, -20)));
  assert.equal(inPicture(camera(), box(0, 20)), undefined);
  assert.equal(inPicture(camera(), box(-40, -20)), undefined);
  assert.ok(inPicture(camera(), box(-15.5, -20)));
  assert.equal(inPicture(camera(0, 60), box(0, -20)), undefined);
});

Deno.test('a target outside of the picture has an arrow at the nearer side', () => {
  assert.equal(edgeArrow(camera(), { x: 0, y: 1, z: -30 }, 40), undefined);
  const right = edgeArrow(camera(), { x: 30, y: 1.6, z: -1 }, 40);
  near(right?.x ?? 0, 760);
  near(right?.angle ?? 0, 90);
  const behind = edgeArrow(camera(), { x: -1, y: 1.6, z: 30 }, 40);
  near(behind?.x ?? 0, 40);
});

Deno.test('directions are told as hours', () => {
  assert.deepEqual([0, 14, 16, 60, 180, 346].map((bearing) => clock(bearing, 0)), [12, 12, 1, 2, 6, 12]);
  assert.equal(clock(30, 90), 10);
});

Deno.test('200 labels never overlap, and the most important are shown', () => {
  const labels = Array.from({ length: 200 }, (_, number) => ({
    id: `label ${number}`, x: (number * 97) % 800, y: 40 + (number * 61) % 540, width: 90, height: 26,
    weight: number,
  }));
  const placed = placeLabels(labels, { width: 800, height: 600 }, new Set());
  assert.equal(placed[0].id, 'label 199');
  assert.ok(placed.length > 40);
  for (const a of placed) {
    assert.ok(a.left >= 0 && a.left <= 710 && a.top >= 0 && a.top <= 574);
    for (const b of placed) {
      assert.ok(a === b || Math.abs(a.left - b.left) >= 90 || Math.abs(a.top - b.top) >= 26);
    }
  }
});

Deno.test('a label that was shown stays unless another is clearly better', () => {
  const two = (/** @type {number} */ weight) => [
    { id: 'shown', x: 400, y: 300, width: 90, height: 26, weight: 10 },
    { id: 'other', x: 400, y: 296, width: 90, height: 600, weight },
  ];
  const ids = (/** @type {number} */ weight) =>
    placeLabels(two(weight), { width: 800, height: 600 }, new Set(['shown'])).map((one) => one.id);
  assert.deepEqual(ids(11), ['shown']);
  const better = [{ ...two(20)[1], height: 26 }, two(0)[0]];
  assert.equal(placeLabels(better, { width: 800, height: 600 }, new Set(['shown']))[0].id, 'other');
});
