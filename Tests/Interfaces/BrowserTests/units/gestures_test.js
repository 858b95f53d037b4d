import assert from 'node:assert/strict';
import {
  groundHit,
  pinch,
  reachOf,
  risen,
  settled,
  spotAlong,
  Undo,
} from '../../../../Sources/Interfaces/WebClient/web/view/gestures.js';
import { within } from '../../../../Sources/Interfaces/WebClient/web/view/placement.js';

const level = () => 0;
const eye = { x: 0, y: 1.6, z: 0 };
/** A ray that looks north, so many degrees down. @param {number} degrees */
const down = (degrees) => ({
  origin: eye,
  direction: {
    x: 0,
    y: -Math.sin((degrees * Math.PI) / 180),
    z: -Math.cos((degrees * Math.PI) / 180),
  },
});
const near = (/** @type {number} */ a, /** @type {number} */ b, slack = 0.01) =>
  assert.ok(Math.abs(a - b) < slack, `${a} is not ${b}`);

Deno.test('a ray comes to level ground, to a slope and to a hill', () => {
  near(groundHit(down(45), level)?.z ?? 0, -1.6);
  // A slope of a tenth that rises to the north is met sooner.
  const slope = groundHit(down(45), (_, z) => -z / 10);
  near(slope?.z ?? 0, -1.6 / 1.1);
  near(slope?.y ?? 0, 0.16 / 1.1);
  // Ten degrees up, a hill stands in the way.
  const hill = groundHit(down(-10), (_, z) => z < -50 ? 30 : 0);
  near(hill?.z ?? 0, -50, 0.2);
  assert.equal(groundHit(down(-10), level), undefined);
});

Deno.test('above the horizon a thing goes as far as is sensible, on the ground there', () => {
  const reach = { nearest: 1, farthest: 40 };
  const rising = (/** @type {number} */ _, /** @type {number} */ z) => -z / 20;
  const spot = spotAlong(down(-20), rising, reach);
  near(spot?.z ?? 0, -40);
  near(spot?.y ?? 0, 2);
  near(spotAlong(down(1), level, reach)?.z ?? 0, -40);
  near(spotAlong(down(80), level, reach)?.z ?? 0, -1);
  near(spotAlong(down(20), level, reach)?.z ?? 0, -1.6 / Math.tan(Math.PI / 9));
  assert.equal(spotAlong({ origin: eye, direction: { x: 0, y: 1, z: 0 } }, level, reach), undefined);
});

Deno.test('a thing stands before a wall, not in the house or behind it', () => {
  const isBlocked = (/** @type {number} */ _, /** @type {number} */ z) => z < -10 && z > -20;
  const reach = { nearest: 1, farthest: 60, isBlocked };
  for (const degrees of [-5, 3, 6]) {
    const spot = spotAlong(down(degrees), level, reach);
    assert.ok(spot && spot.z > -10 && spot.z < -8.5, `${degrees} degrees down: ${spot?.z}`);
  }
  near(spotAlong(down(20), level, reach)?.z ?? 0, -1.6 / Math.tan(Math.PI / 9));
  // Whoever stands within walls is not stuck to them.
  const within = { ...reach, isBlocked: (/** @type {number} */ _, /** @type {number} */ z) => z > -5 };
  near(spotAlong(down(20), level, within)?.z ?? 0, -1.6 / Math.tan(Math.PI / 9));
});

Deno.test('how near and far is sensible goes by the size', () => {
  const coin = reachOf({ width: 0.5, depth: 0.05, height: 0.5 });
  near(coin.farthest, 20);
  assert.ok(coin.nearest > 1 && coin.nearest < 1.2);
  assert.equal(reachOf({ width: 20, depth: 10, height: 30 }).farthest, 150);
  const plain = reachOf({ width: 400, depth: 400, height: 2 });
  assert.ok(plain.nearest <= plain.farthest);
});

Deno.test('two fingers say how many times as large and how far turned', () => {
  /** @type {[{x: number, y: number}, {x: number, y: number}]} */
  const before = [{ x: 100, y: 300 }, { x: 200, y: 300 }];
  assert.deepEqual(pinch(before, before), { ratio: 1, twist: 0 });
  const wider = pinch(before, [{ x: 50, y: 300 }, { x: 250, y: 300 }]);
  assert.deepEqual(wider, { ratio: 2, twist: 0 });
  const turned = pinch(before, [{ x: 150, y: 250 }, { x: 150, y: 350 }]);
  near(turned.ratio, 1);
  near(turned.twist, 90);
  // Over the half turn it goes the shorter way.
  const across = pinch([{ x: 200, y: 301 }, { x: 100, y: 300 }], [{ x: 200, y: 299 }, { x: 100, y: 300 }]);
  assert.ok(Math.abs(across.twist) < 2, `${across.twist}`);
  // Fingers that lie on each other turn nothing and shrink nothing to naught.
  assert.deepEqual(pinch([{ x: 1, y: 1 }, { x: 1, y: 1 }], before), { ratio: 1, twist: 0 });
  const shut = pinch(before, [{ x: 150, y: 300 }, { x: 150, y: 301 }]);
  assert.equal(shut.twist, 0);
  assert.ok(shut.ratio > 0.1);
});

Deno.test('height by a drag goes by the depth, and comes to rest on the ground', () => {
  near(risen(100, 5, 500), 1);
  near(risen(-50, 10, 500), -1);
  assert.equal(settled(0.03, 0.05), 0);
  assert.equal(settled(-0.06, 0.05), -0.06);
});

Deno.test('a placement keeps within its limits, and its direction within a turn', () => {
  const wild = within({ lat: 95, lon: -200, lift: 9999, heading: -30, scale: 0 });
  assert.deepEqual(wild, { lat: 90, lon: -180, lift: 500, heading: 330, scale: 0.01 });
  assert.equal(within({ lat: 0, lon: 0, lift: Number.NaN, heading: 725, scale: 400 }).lift, 0);
  assert.equal(within({ lat: 0, lon: 0, lift: 0, heading: 725, scale: 400 }).scale, 100);
});

Deno.test('steps are undone one by one; a gesture, a held key and a typed number are one step each', () => {
  /** @type {Undo<number>} */
  const undo = new Undo();
  assert.ok(undo.isEmpty);
  undo.step(0, 'gesture 1', 0);
  undo.step(1, 'gesture 1', 5000);
  undo.step(2, 'gesture 2', 5001);
  undo.step(3, 'key +', 6000);
  undo.step(4, 'key +', 6500);
  undo.step(5, 'key +', 9000);
  assert.deepEqual([undo.back(), undo.back(), undo.back(), undo.back()], [5, 3, 2, 0]);
  assert.ok(undo.isEmpty);
  assert.equal(undo.back(), undefined);
  // After going back, the same key begins a step of its own.
  undo.step(7, 'key +', 9100);
  undo.back();
  undo.step(7, 'key +', 9200);
  assert.equal(undo.back(), 7);
});
