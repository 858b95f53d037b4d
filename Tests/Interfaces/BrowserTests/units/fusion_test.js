import assert from 'node:assert/strict';
import { cameraAngles, wrap } from '../../../../Sources/Interfaces/WebClient/web/view/frames.js';
import { alignmentAt, anchor, deviceTurn, feelStep, fuseHeading, fusePosition, goneOn, keepAlignment } from '../../../../Sources/Interfaces/WebClient/web/view/fusion.js';

/** @param {number} a @param {number} b @param {number} within */
const near = (a, b, within) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

/** Numbers from 0 to 1 that are the same at each run. */
function seeded(/** @type {number} */ seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
}

Deno.test('an upright phone looks where alpha says', () => {
  near(cameraAngles(deviceTurn(0, 90, 0, 0)).heading, 0, 1e-6);
  near(cameraAngles(deviceTurn(90, 90, 0, 0)).heading, 270, 1e-6);
  const raised = cameraAngles(deviceTurn(0, 110, 0, 0));
  near(raised.pitch, 20, 1e-6);
  // Held sideways: the picture stays level.
  near(cameraAngles(deviceTurn(0, 0, -90, 90)).roll, 0, 1e-6);
});

Deno.test('the gyro answers at once, the compass in the long run', () => {
  const random = seeded(7);
  /** @type {import('../../../../Sources/Interfaces/WebClient/web/view/fusion.js').HeadingState | undefined} */
  let state;
  let worst = 0;
  // A minute at 20 readings a second; the gyro starts at 73 degrees off and drifts by 0.1 degree
  // a second, the compass jitters by 15 degrees.
  for (let at = 0; at <= 60_000; at += 50) {
    const truth = 40 * Math.sin(at / 3000);
    const gyro = truth - 73 + (0.1 * at) / 1000;
    state = fuseHeading(state, gyro, truth + 30 * (random() - 0.5), at);
    if (at > 15_000) worst = Math.max(worst, Math.abs(wrap(gyro + state.offset - truth)));
  }
  assert.ok(worst < 4, `wrong by ${worst} degrees`);
});

Deno.test('the offset crosses north without a turn', () => {
  let state = fuseHeading(undefined, 10, 359, 0);
  for (let at = 100; at < 5000; at += 100) state = fuseHeading(state, 10, at % 200 ? 1 : 357, at);
  near(wrap(state.offset + 11), 0, 3);
});

Deno.test('readings of a receiver are averaged by their accuracy', () => {
  const random = seeded(3);
  /** @type {import('../../../../Sources/Interfaces/WebClient/web/view/fusion.js').Fix | undefined} */
  let state;
  for (let at = 0; at < 30_000; at += 1000) {
    state = fusePosition(state, {
      lat: 47 + (random() - 0.5) * 1.8e-4, lon: 9 + (random() - 0.5) * 2.6e-4, accuracy: 10, at,
    });
  }
  near((state?.lat ?? 0) * 111_200, 47 * 111_200, 5);
  assert.ok((state?.accuracy ?? 99) < 6);
});

Deno.test('somebody who was carried away is followed at once', () => {
  const state = fusePosition({ lat: 47, lon: 9, accuracy: 8, at: 0 }, {
    lat: 47.01, lon: 9, accuracy: 8, at: 5000,
  });
  near(state.lat, 47.01, 1e-9);
});

Deno.test('an alignment holds around its spot, and one spot keeps one', () => {
  const kept = keepAlignment([], { lat: 47, lon: 9, heading: -8, at: 1 });
  near(alignmentAt(kept, { lat: 47.0003, lon: 9 }), -8, 0);
  near(alignmentAt(kept, { lat: 47.001, lon: 9 }), 0, 0);
  const again = keepAlignment(kept, { lat: 47.0001, lon: 9, heading: 3, at: 2 });
  assert.equal(again.length, 1);
  near(alignmentAt(again, { lat: 47, lon: 9 }), 3, 0);
});

/** Steps felt in readings of the acceleration, one each 20 ms. @param {(at: number) => number} force @param {number} until */
function steps(force, until) {
  /** @type {import('../../../../Sources/Interfaces/WebClient/web/view/fusion.js').Gait | undefined} */
  let gait;
  let count = 0;
  for (let at = 0; at <= until; at += 20) {
    const felt = feelStep(gait, force(at), at);
    gait = felt.gait;
    if (felt.isStep) count += 1;
  }
  return count;
}

Deno.test('steps are felt, a shake, a ride and a hand that trembles are none', () => {
  // Two steps a second for ten seconds; the first may be a shake.
  const walk = (/** @type {number} */ at) => at % 500 < 120 ? 4 : 0.3;
  assert.equal(steps(walk, 9_999), 19);
  assert.equal(steps((at) => at < 120 ? 9 : 0.2, 5000), 0);
  assert.equal(steps((at) => 0.7 + 0.5 * Math.sin(at / 40), 20_000), 0);
  // One push goes on: a lift, a bend of the road.
  assert.equal(steps(() => 3, 20_000), 0);
  // Ten shakes a second are no ten steps.
  assert.ok(steps((at) => at % 100 < 40 ? 6 : 0, 10_000) <= 36);
});

Deno.test('one has gone on the way one looks', () => {
  const from = { lat: 47.14, lon: 9.52, accuracy: 5, at: 0 };
  const east = goneOn(from, 90, 100);
  near(east.lat, 47.14, 1e-9);
  near((east.lon - 9.52) * 111_320 * Math.cos((47.14 * Math.PI) / 180), 100, 0.5);
  const south = goneOn(from, 180, 100);
  near((47.14 - south.lat) * 111_195, 100, 0.5);
  near(south.lon, 9.52, 1e-9);
});

Deno.test('a tracked space is laid on the eye and turned about it', () => {
  // The device went 3 m ahead of where tracking began, turned 90 degrees clockwise from what it took
  // for north: it looks east.
  const laid = anchor({ x: 0, z: -3 }, 90, { x: 10, z: 20 });
  near(laid.x, 7, 1e-9);
  near(laid.z, 20, 1e-9);
  const straight = anchor({ x: 2, z: 5 }, 0, { x: 1, z: 1 });
  near(straight.x, -1, 1e-9);
  near(straight.z, -4, 1e-9);
});
