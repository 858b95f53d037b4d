import assert from 'node:assert/strict';
import {
  movedFit,
  moveOf,
  trueEye,
  turnedFit,
  turnedSpot,
  unfitted,
} from '../../../../Sources/Interfaces/WebClient/web/view/fit.js';
import { unbiased } from '../../../../Sources/Interfaces/WebClient/web/view/fusion.js';

const near = (/** @type {number} */ a, /** @type {number} */ b, within = 1e-9) =>
  assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

/**
 * The direction and distance in which a house is seen.
 *
 * @param {{x: number, z: number}} eye @param {{x: number, z: number}} spot @param {number} heading
 */
function seen(eye, spot, heading) {
  const { x, z } = turnedSpot({ x: spot.x - eye.x, z: spot.z - eye.z }, -heading);
  return { right: x, ahead: -z };
}

Deno.test('a spot is turned clockwise', () => {
  const east = turnedSpot({ x: 0, z: -1 }, 90);
  near(east.x, 1);
  near(east.z, 0);
});

Deno.test('outlines that lie on the houses tell where the eye is and where it looks', () => {
  const truth = { x: 3, z: -4 };
  const said = { x: 9, z: -6 };
  const houses = [{ x: 20, z: -40 }, { x: -15, z: -30 }, { x: 2, z: 25 }];
  const [heading, error] = [70, 12];
  // Moved by what the receiver errs, turned by what the compass errs, in pieces and in any order.
  let fit = turnedFit(unfitted, 5);
  fit = movedFit(fit, { right: 2, ahead: 1 }, heading + error);
  fit = turnedFit(fit, 7);
  const wanted = seen(truth, said, heading);
  const { right, ahead } = moveOf(fit, heading + error);
  fit = movedFit(fit, {
    right: wanted.right - right,
    ahead: wanted.ahead - ahead,
  }, heading + error);
  near(fit.degrees, error);
  for (const house of houses) {
    // What is drawn from where one is said to be lies on what is seen from where one is.
    const drawn = turnedSpot({ x: house.x - said.x + fit.x, z: house.z - said.z + fit.z }, error);
    const here = seen({ x: 0, z: 0 }, drawn, heading + error);
    const there = seen(truth, house, heading);
    near(here.right, there.right, 1e-6);
    near(here.ahead, there.ahead, 1e-6);
  }
  const eye = trueEye(fit, said, said);
  near(eye.x, truth.x, 1e-6);
  near(eye.z, truth.z, 1e-6);
  // Somebody who has gone two metres meanwhile, ahead by the compass that errs, is found there.
  const gone = turnedSpot({ x: 0, z: -2 }, heading + error);
  const went = turnedSpot({ x: 0, z: -2 }, heading);
  const later = trueEye(fit, said, { x: said.x + gone.x, z: said.z + gone.z });
  near(later.x, truth.x + went.x, 1e-6);
  near(later.z, truth.z + went.z, 1e-6);
});

Deno.test('what a receiver errs is taken from its readings near there, for some minutes', () => {
  const bias = { lat: 47, lon: 9, east: 6, north: -2, at: 0 };
  const reading = { lat: 47 - 2 / 111_200, lon: 9 + 6 / 76_000, accuracy: 5 };
  const corrected = unbiased(reading, bias, 60_000);
  near(corrected.lat, 47, 1e-6);
  near(corrected.lon, 9, 1e-5);
  assert.equal(corrected.accuracy, 5);
  assert.equal(unbiased(reading, bias, 3_600_000), reading);
  const far = { ...reading, lat: 47.01 };
  assert.equal(unbiased(far, bias, 60_000), far);
  assert.equal(unbiased(reading, undefined, 0), reading);
});
