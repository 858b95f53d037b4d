import assert from 'node:assert/strict';
import { shownFirst } from '../../../../Sources/Interfaces/WebClient/web/tours/map-extent.js';

const [senate, station] = [{ lat: 60.1703, lon: 24.9522 }, { lat: 60.1713, lon: 24.9414 }];
const [vaduz, schaan] = [{ lat: 47.141, lon: 9.5209 }, { lat: 47.165, lon: 9.5093 }];
const starts = [vaduz, senate, schaan, station];
/** @type {import('../../../../Sources/Interfaces/WebClient/web/data/geodata.js').Bounds[]} */
const maps = [[24.93, 60.16, 24.96, 60.18], [9.47, 47.05, 9.64, 47.27]];

Deno.test('the map of tours begins where the reader is, with the tours around', () => {
  const here = { lat: 47.15, lon: 9.52 };
  assert.deepEqual(shownFirst(starts, here, maps), [here, vaduz, schaan]);
});

Deno.test('who is far from all tours sees those of the nearest place', () => {
  assert.deepEqual(shownFirst(starts, { lat: 47.37, lon: 8.54 }, maps), [vaduz, schaan]);
  assert.deepEqual(shownFirst(starts, { lat: 59.4, lon: 24.7 }, maps), [senate, station]);
});

Deno.test('without a position the tours of the first map that has some are shown, else those of the first tour', () => {
  assert.deepEqual(shownFirst(starts, null, maps), [senate, station]);
  assert.deepEqual(shownFirst(starts, null, [[0, 0, 1, 1], ...maps]), [senate, station]);
  assert.deepEqual(shownFirst(starts, null, []), [vaduz, schaan]);
});

Deno.test('without tours the map shows where the reader is, or nothing', () => {
  assert.deepEqual(shownFirst([], vaduz, maps), [vaduz]);
  assert.deepEqual(shownFirst([], null, maps), []);
});
