import assert from 'node:assert/strict';
import { Reporter } from '../../../../Sources/Interfaces/WebClient/web/tours/guide.js';

Deno.test('after a long way without a network, “I am here” and the latest points fit into one request', () => {
  const reporter = new Reporter();
  const fix = (/** @type {number} */ second) => ({
    lat: 47.14 + second / 1e6,
    lon: 9.52,
    accuracy: 5,
    at: new Date(Date.UTC(2026, 5, 20, 10, 0, second)).toISOString(),
  });
  for (let second = 0; second < 1020; second++) reporter.take(fix(second));
  const here = { ...fix(1020), accuracy: 1 };
  const points = reporter.batch(here);
  assert.equal(points.length, 1000);
  assert.deepEqual(points.at(-1), here);
  assert.deepEqual(reporter.batch(), []);
});
