import assert from 'node:assert/strict';
import { fits } from '../../../../Sources/Interfaces/WebClient/web/tours/fitting.js';

const tour = /** @type {any} any: a part of what the server says */ ({
  name: 'Old Town and Castle',
  description: 'Up to the castle.',
  organizationName: 'Vaduz Walks',
  place: 'Vaduz',
  distance: 2400,
  duration: 3600,
  price: '0.00',
  languages: ['en', 'de'],
});
/** @param {string} query @param {Record<string, unknown>} [more] @param {boolean} [hasStop] */
const isFound = (query, more = {}, hasStop = false) =>
  fits({ ...tour, ...more }, new URLSearchParams(query), { name: 'Altstadt und Schloss', hasStop });

Deno.test('all words are looked for, in the name in both languages, in what it says, by whom and where', () => {
  for (const q of ['', 'castle', 'SCHLOSS old', 'vaduz walks up']) assert.ok(isFound(`q=${q}`), q);
  assert.ok(!isFound('q=castle bridge'));
  assert.ok(isFound('q=bridge', {}, true), 'by the name of a stop');
});

Deno.test('length and time are limits that count themselves', () => {
  assert.ok(isFound('length=2400&time=3600'));
  assert.ok(!isFound('length=2399'));
  assert.ok(!isFound('time=3599'));
});

Deno.test('price, language and wheelchair', () => {
  assert.ok(isFound('free=1&language=de'));
  assert.ok(!isFound('free=1', { price: '4.50' }));
  assert.ok(!isFound('language=fi'));
  assert.ok(!isFound('wheelchair=limited'), 'what nobody has told of');
  assert.ok(isFound('wheelchair=limited', { wheelchair: 'limited' }));
  assert.ok(!isFound('wheelchair=yes', { wheelchair: 'limited' }));
  assert.ok(isFound('wheelchair=limited', { wheelchair: 'yes' }));
});
