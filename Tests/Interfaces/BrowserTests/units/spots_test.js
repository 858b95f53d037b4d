import assert from 'node:assert/strict';
import {
  isMapped,
  reasonFor,
  settlementOf,
} from '../../../../Sources/Interfaces/WebClient/web/around/spots.js';
import { directionOf } from '../../../../Sources/Interfaces/WebClient/web/map/measure.js';
import { inOrder, orderOf } from '../../../../Sources/Interfaces/WebClient/web/tours/order.js';

const vaduz = { lat: 47.139, lon: 9.5215 };
const zurich = { lat: 47.3769, lon: 8.5417 };

Deno.test('only a position that is known makes a place the one where one is', () => {
  assert.equal(reasonFor(vaduz, null, vaduz), 'sample');
  assert.equal(reasonFor(vaduz, zurich, vaduz), 'sample');
  assert.equal(reasonFor(vaduz, { lat: 47.13905, lon: 9.5215 }, vaduz), 'here');
  assert.equal(reasonFor(zurich, null, vaduz), 'chosen');
});

Deno.test('between two maps there is no map', () => {
  /** @type {[number, number, number, number][]} */
  const maps = [[24.9, 60.1, 25, 60.2], [9.47, 47.02, 9.65, 47.28]];
  assert.ok(isMapped(vaduz, maps));
  assert.ok(!isMapped({ lat: 52, lon: 15 }, maps));
  assert.ok(!isMapped(vaduz, []));
});

Deno.test('a place is called by its town, not by a quarter or a district of it', () => {
  const quarter = { category: 'suburb', title: 'Kluuvi' };
  assert.equal(settlementOf([quarter, { category: 'city', title: 'Helsinki' }]), 'Helsinki');
  assert.equal(settlementOf([quarter]), 'Kluuvi');
  assert.equal(settlementOf([]), '');
});

Deno.test('which way one sets out', () => {
  assert.equal(directionOf(zurich, vaduz), 2);
  assert.equal(directionOf(vaduz, { lat: 60.17, lon: 9.5215 }), 0);
  assert.equal(directionOf(vaduz, { lat: 46.5, lon: 8.6 }), 5);
});

Deno.test('tours are ordered by what is known: without a place nothing is near', () => {
  assert.equal(orderOf('near', false), 'name');
  assert.equal(orderOf('', true), 'near');
  assert.equal(orderOf('length', true), 'length');
  const tour = (/** @type {string} */ name, /** @type {number} */ lat, distance = 1) =>
    /** @type {any} */ ({ name, start: { lat, lon: 9.5 }, distance, duration: distance });
  const tours = [tour('A', 48, 3), tour('B', 47.2, 2), tour('C', 47.1, 9)];
  const names = (/** @type {any[]} */ some) => some.map(({ name }) => name).join('');
  assert.equal(names(inOrder(tours, 'near', vaduz)), 'CBA');
  assert.equal(names(inOrder(tours, 'length', null)), 'BAC');
});
