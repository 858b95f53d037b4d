import assert from 'node:assert/strict';
import {
  boundsOf,
  place,
  tableOf,
} from '../../../../Sources/Interfaces/WebClient/web/parts/chart-scale.js';

const curve = (name, ...points) => ({ name, points: points.map(([at, value]) => ({ at, value })) });
const size = { width: 100, height: 108 };

Deno.test('bounds hold all curves', () => {
  const curves = [curve('a', [3, 5], [9, 1]), curve('b', [1, 2])];
  assert.deepEqual(boundsOf(curves), { first: 1, last: 9, low: 1, high: 5 });
});

Deno.test('what is level is not drawn as a mountain', () => {
  const bounds = boundsOf([curve('a', [0, 400], [9, 405])], 25);
  assert.deepEqual([bounds.low, bounds.high], [400, 425]);
  assert.equal(place({ at: 9, value: 405 }, bounds, size).y, 84);
});

Deno.test('the lowest lies below, the highest above, the first left, the last right', () => {
  const bounds = { first: 10, last: 20, low: -5, high: 5 };
  assert.deepEqual(place({ at: 10, value: -5 }, bounds, size), { x: 0, y: 104 });
  assert.deepEqual(place({ at: 20, value: 5 }, bounds, size), { x: 100, y: 4 });
  assert.deepEqual(place({ at: 15, value: 0 }, bounds, size), { x: 50, y: 54 });
});

Deno.test('a single point lies in the middle', () => {
  const only = curve('a', [7, 3]);
  assert.deepEqual(place(only.points[0], boundsOf([only]), size), { x: 50, y: 54 });
});

Deno.test('the table has a row for each place on the axis, in order, with all values there', () => {
  const curves = [curve('a', [1, 5], [3, 6], [3, 7]), curve('b', [2, 8])];
  assert.deepEqual(tableOf(curves), [
    { at: 1, values: [[5], []] },
    { at: 2, values: [[], [8]] },
    { at: 3, values: [[6, 7], []] },
  ]);
});

Deno.test('a long curve has few rows, evenly from its start', () => {
  const long = curve('a', ...Array.from({ length: 241 }, (_, index) => [index, index]));
  const places = tableOf([long], 9).map(({ at }) => at);
  assert.deepEqual(places, [0, 30, 60, 90, 120, 150, 180, 210, 240]);
  assert.equal(tableOf([curve('a', [1, 1])], 9).length, 1);
});
