import assert from 'node:assert/strict';
import { along, freeStand, Led, step } from '../../../../Sources/Interfaces/WebClient/web/view/walk.js';

const ahead = { forward: 1, side: 0, turn: 0, look: 0 };
/** A house of 10 m around the origin. @param {number} x @param {number} z */
const house = (x, z) => Math.abs(x) < 5 && Math.abs(z) < 5;

Deno.test('one walks where one looks', () => {
  const north = step({ x: 0, z: 0, heading: 0, pitch: 0 }, ahead, 1, false, () => false);
  assert.ok(Math.abs(north.x) < 1e-9 && Math.abs(north.z + 2.4) < 1e-9);
  const east = step({ x: 0, z: 0, heading: 90, pitch: 0 }, ahead, 1, false, () => false);
  assert.ok(Math.abs(east.x - 2.4) < 1e-9 && Math.abs(east.z) < 1e-9);
});

Deno.test('walls are not walked through, one slides along them', () => {
  const before = { x: 0, z: 6, heading: 0, pitch: 0 };
  const stopped = step(before, ahead, 1, false, house);
  assert.equal(stopped.z, 6);
  const sliding = step({ ...before, heading: 45 }, ahead, 1, false, house);
  assert.equal(sliding.z, 6);
  assert.ok(sliding.x > 1);
});

Deno.test('who stands in a house is put before it, and is never stuck in one', () => {
  const spot = freeStand({ x: 0, z: 3, heading: 0, pitch: 0 }, house);
  assert.ok(spot.z >= 8 && spot.z <= 9, `south of the house at ${spot.z}`);
  assert.ok(Math.abs(spot.heading - 180) <= 22.5, 'looking away from it');
  const inside = step({ x: 0, z: 0, heading: 0, pitch: 0 }, ahead, 1, false, house);
  assert.ok(inside.z < -2);
  const free = { x: 7, z: 7, heading: 33, pitch: 3 };
  assert.deepEqual(freeStand(free, house), free);
});

Deno.test('one walks through points by itself, and looks ahead', () => {
  const begin = { x: 0, z: 0, heading: 0, pitch: 3 };
  const points = [{ x: 0, z: -10 }, { x: 10, z: -10 }];
  const half = along(begin, points, 15);
  assert.ok(Math.abs(half.stand.x - 5) < 1e-9 && Math.abs(half.stand.z + 10) < 1e-9);
  assert.ok(Math.abs(half.stand.heading - 90) < 1e-9);
  assert.deepEqual(half.left, [{ x: 10, z: -10 }]);
  const end = along(half.stand, half.left, Infinity);
  assert.deepEqual(end, { stand: { x: 10, z: -10, heading: 90, pitch: 3 }, left: [] });
});

Deno.test('who is led goes on with a new walker when the world is made anew, and ends when moved by hand', () => {
  /** @param {number} x */
  const walkerAt = (x) => ({
    stand: { x, z: 0, heading: 0, pitch: 0 },
    /** @param {any} stand */
    set(stand) {
      this.stand = stand;
    },
  });
  const place = (/** @type {{lon: number}} */ { lon }) => ({ x: lon, z: 0 });
  const led = new Led([{ lat: 0, lon: 10 }, { lat: 0, lon: 30 }]);
  const first = walkerAt(0);
  led.walk(first, place, 5);
  assert.equal(first.stand.x, 5);
  assert.equal(led.isOff(first), false);
  // Made so fast that no picture was drawn meanwhile.
  const second = walkerAt(5);
  assert.equal(led.isOff(second), false);
  led.walk(second, place, 15);
  assert.equal(second.stand.x, 20);
  assert.equal(led.left.length, 1);
  second.set({ ...second.stand, heading: 90 });
  assert.ok(led.isOff(second));
});
