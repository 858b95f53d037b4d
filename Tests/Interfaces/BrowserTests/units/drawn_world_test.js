import assert from 'node:assert/strict';
import { standsIn } from '../../../../Sources/Interfaces/WebClient/web/view/footprints.js';
import { distanceToRing } from '../../../../Sources/Interfaces/WebClient/web/view/world/landscape.js';
import { worldTime } from '../../../../Sources/Interfaces/WebClient/web/view/world/daylight.js';

const vaduz = { lat: 47.139, lon: 9.5215 };
const night = new Date('2026-11-28T23:00:00Z');

Deno.test('the drawn world is by daylight, but for whoever stands there at night', () => {
  assert.equal(worldTime(night, vaduz, { lat: 47.14, lon: 9.52 }), night);
  for (const position of [null, { lat: 47.3769, lon: 8.5417 }]) {
    assert.equal(worldTime(night, vaduz, position).toISOString().slice(0, 13), '2026-06-21T09');
  }
  assert.equal(worldTime(night, { lat: -34, lon: 150 }, null).getUTCMonth(), 11);
});

/** A frame of metres: latitude north, longitude east. @type {any} */
const frame = {
  origin: { h: 0 },
  scene: (/** @type {any} */ { lat, lon, h }) => ({ x: lon, y: h, z: -lat }),
};
const half = Math.SQRT1_2;
const thing = (/** @type {any} */ position, quaternion = { x: 0, y: 0, z: 0, w: 1 }, scale = 1) =>
  /** @type {any} */ ({
    pose: { position, quaternion },
    scale,
    boundingBox: { min: [-4, -1, 0], max: [4, 1, 3] },
  });

Deno.test('a thing is in one’s way as far as it reaches, turned and sized as it is', () => {
  const isIn = standsIn([thing({ lat: 10, lon: 20, h: 0 })], frame, () => 0);
  assert.ok(isIn(23.9, -10) && isIn(20, -10.9));
  assert.ok(!isIn(20, -12) && !isIn(25, -10));
  const turned = standsIn([thing({ lat: 10, lon: 20, h: 0 }, { x: 0, y: 0, z: half, w: half })], frame, () => 0);
  assert.ok(turned(20, -13.9) && !turned(23.9, -10));
  const large = standsIn([thing({ lat: 10, lon: 20, h: 0 }, undefined, 2)], frame, () => 0);
  assert.ok(large(27.9, -10));
});

Deno.test('what hangs above one’s head, or is as low as a kerb, is in nobody’s way', () => {
  assert.ok(!standsIn([thing({ lat: 0, lon: 0, h: 5 })], frame, () => 0)(0, 0));
  assert.ok(!standsIn([thing({ lat: 0, lon: 0, h: -2.9 })], frame, () => 0)(0, 0));
  // Without a height it stands on the ground.
  assert.ok(standsIn([thing({ lat: 0, lon: 0 })], frame, () => 100)(0, 0));
});

Deno.test('how far a house is from a spot', () => {
  const ring = Float64Array.from([0, 0, 10, 0, 10, 10, 0, 10]);
  assert.equal(distanceToRing(ring, 5, -25), 25);
  assert.equal(distanceToRing(ring, 13, 14), 5);
});
