import assert from 'node:assert/strict';
import { climbOf, evenly, metres } from '../../../../Sources/Interfaces/WebClient/web/map/measure.js';

Deno.test('places at equal distances along a line, both ends among them', () => {
  const line = [[9.52, 47.14], [9.52, 47.141], [9.52, 47.144]];
  const places = evenly(line, 5);
  assert.deepEqual(places[0].at, [9.52, 47.14]);
  assert.ok(Math.abs(places[4].at[1] - 47.144) < 1e-9);
  assert.ok(Math.abs(places[1].at[1] - 47.141) < 1e-6);
  assert.ok(Math.abs(places[2].distance - metres(line[0], line[2]) / 2) < 0.01);
});

Deno.test('points that stand on each other do no harm', () => {
  const places = evenly([[9.52, 47.14], [9.52, 47.14], [9.52, 47.141]], 3);
  assert.ok(places.every(({ at }) => at.every(Number.isFinite)));
  assert.ok(Math.abs(places[2].at[1] - 47.141) < 1e-9);
});

Deno.test('what trembles is no climb, what rises slowly is', () => {
  assert.deepEqual(climbOf([100, 102, 100, 101, 99, 100]), { up: 0, down: 0 });
  assert.deepEqual(climbOf([100, 102, 104, 106, 108]), { up: 8, down: 0 });
  assert.deepEqual(climbOf([100, 120, 110]), { up: 20, down: 10 });
});
