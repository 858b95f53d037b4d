import assert from 'node:assert/strict';
import { advanced, keptRun } from '../../../../Sources/Interfaces/WebClient/web/tours/progress.js';

/** @param {Record<string, unknown>} more */
const run = (more = {}) => /** @type {any} any: a part of what the server says */ ({
  id: 'run',
  tour: 'tour',
  name: 'Short',
  state: 'active',
  arrived: [],
  ...more,
});
/** @param {number[]} orders */
const reached = (...orders) => orders.map((order) => ({ order, stop: `stop ${order}` }));

Deno.test('what positions have reached is added to what was reached before', () => {
  const before = run({ arrived: reached(1, 2), reached: 2 });
  const after = advanced(before, run({ arrived: reached(3), reached: 3, name: undefined }));
  assert.deepEqual(after.arrived.map(({ order }) => order), [1, 2, 3]);
  assert.equal(after.reached, 3);
  assert.deepEqual(before.arrived.length, 2, 'stays as it is');
});

Deno.test('an answer keeps the tour and the name of a walk, which it does not tell', () => {
  const answer = { id: 'run', state: 'completed', trial: true, arrived: reached(2) };
  const after = advanced(run({ arrived: reached(1) }), /** @type {any} any: as above */ (answer));
  assert.deepEqual([after.tour, after.name, after.state, after.trial], ['tour', 'Short', 'completed', true]);
});

Deno.test('a whole answer tells no stop twice, and another walk takes nothing over', () => {
  const before = run({ arrived: reached(1, 2) });
  assert.equal(advanced(before, run({ arrived: reached(1, 2, 3) })).arrived.length, 3);
  assert.equal(advanced(before, run({ id: 'other' })).arrived.length, 0);
  assert.equal(advanced(null, run({ arrived: reached(1) })).arrived.length, 1);
});

Deno.test('a walk that began without a network gets its id by what its positions have reached', () => {
  const answer = { id: 'run', state: 'active', reached: 1, arrived: reached(1) };
  const after = advanced(run({ id: '{walk}' }), /** @type {any} any: as above */ (answer));
  assert.deepEqual([after.id, after.tour, after.reached], ['run', 'tour', 1]);
});

Deno.test('of the walks of a tour the one under way is gone on with, else one at its end', () => {
  const paused = run({ id: 'paused', state: 'paused' });
  const completed = run({ id: 'completed', state: 'completed' });
  const left = run({ id: 'left', state: 'completed', endedAt: '2026-01-01T00:00:00Z' });
  const other = run({ id: 'other', tour: 'another' });
  assert.equal(keptRun([left, paused, completed, run()], 'tour')?.id, 'run');
  assert.equal(keptRun([left, paused, completed], 'tour')?.id, 'completed');
  assert.equal(keptRun([left, paused, other], 'tour'), undefined);
});
