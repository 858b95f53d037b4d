import assert from 'node:assert/strict';
import { address } from '../../../../Sources/Interfaces/WebClient/web/data/address.js';

Deno.test('an address without a query is the path', () => {
  assert.equal(address('/v1/tours'), '/v1/tours');
  assert.equal(address('/v1/tours', { q: undefined, realm: null }), '/v1/tours');
});

Deno.test('values are encoded, and keep their order', () => {
  assert.equal(
    address('/v1/places', { q: 'Café & more', limit: 8, 'near to': '47.5,9' }),
    '/v1/places?q=Caf%C3%A9%20%26%20more&limit=8&near%20to=47.5,9',
  );
});

Deno.test('no, zero and nothing typed are values; what is undefined is none', () => {
  assert.equal(
    address('/v1/runs', { open: false, offset: 0, q: '', cursor: undefined }),
    '/v1/runs?open=false&offset=0&q=',
  );
});

Deno.test('a list is joined', () => {
  assert.equal(address('/v1/appointments', { kinds: ['event', 'ride'] }), '/v1/appointments?kinds=event,ride');
});

Deno.test('a time can be read in an address', () => {
  assert.equal(
    address('/v1/bookings', { from: '2026-05-04T08:00:00.000Z' }),
    '/v1/bookings?from=2026-05-04T08:00:00.000Z',
  );
});
