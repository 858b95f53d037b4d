import assert from 'node:assert/strict';
import { answer, problem, settled, Transport } from './transport.js';

/** Queues changes without a network. @param {Transport} way @param {...[string, string, object?]} changes */
async function queue(way, ...changes) {
  way.cut();
  for (const [method, path, more] of changes) {
    assert.deepEqual(await way.sender.send(method, path, { queue: path, ...more }), { queued: true });
  }
  way.asked.length = 0;
}

/** The network is back. @param {Transport} way */
async function comeBack(way, serve = () => answer({})) {
  way.serve = serve;
  way.connection.set(true);
  await settled();
  await settled();
}

Deno.test('what waits is sent in order once there is a network, by the keys it was made with', async () => {
  const way = new Transport();
  way.cut();
  await way.sender.send('POST', '/v1/a', { queue: 'A', body: { n: 1 } });
  const [{ headers }] = way.asked;
  await queue(way, ['POST', '/v1/b'], ['DELETE', '/v1/c']);
  assert.deepEqual(way.outbox.waiting.map(({ label }) => label), ['A', '/v1/b', '/v1/c']);
  await comeBack(way);
  assert.deepEqual(way.paths, ['POST /v1/a', 'POST /v1/b', 'DELETE /v1/c']);
  assert.equal(way.asked[0].headers['Idempotency-Key'], headers['Idempotency-Key']);
  assert.equal(way.asked[0].body, '{"n":1}');
  assert.deepEqual(way.outbox.waiting, []);
});

Deno.test('what is about the same thing keeps its order, also with a network', async () => {
  const way = new Transport();
  await queue(way, ['PATCH', '/v1/tours/a']);
  way.outbox.account = null;
  way.connection.set(true);
  way.outbox.account = 'ada';
  way.serve = () => answer({});
  assert.deepEqual(await way.sender.send('DELETE', '/v1/tours/a', { queue: 'gone' }), { queued: true });
  // Something else need not wait.
  await way.sender.send('DELETE', '/v1/tours/b', { queue: 'other' });
  await settled();
  assert.deepEqual(way.paths.filter((path) => path.endsWith('/a')), ['PATCH /v1/tours/a', 'DELETE /v1/tours/a']);
});

Deno.test('what was changed is read again, whole, when it was sent', async () => {
  const way = new Transport();
  way.serve = () => answer({}, { etag: '"1"' });
  way.reader.watch('/v1/tours/a', () => {});
  await settled();
  await queue(way, ['PATCH', '/v1/tours/a', { changes: ['/v1/tours'] }]);
  await comeBack(way);
  assert.deepEqual(way.paths, ['PATCH /v1/tours/a', 'GET /v1/tours/a']);
  assert.equal(way.asked[0].headers['If-Match'], '"1"');
  assert.equal(way.asked[1].headers['If-None-Match'], undefined);
});

Deno.test('a conflict drops the change, says so, and the others go on', async () => {
  const way = new Transport();
  const refused = [];
  way.outbox.onRefused = (label, error) => refused.push([label, error.status]);
  await queue(way, ['PATCH', '/v1/tours/a'], ['POST', '/v1/b']);
  await comeBack(way, ({ method }) => method === 'PATCH' ? problem(412, 'version-changed') : answer({}));
  assert.deepEqual(refused, [['/v1/tours/a', 412]]);
  assert.deepEqual(way.paths, ['PATCH /v1/tours/a', 'POST /v1/b']);
  assert.deepEqual(way.outbox.waiting, []);
});

Deno.test('what the server may accept later is tried again, less and less often, with the same key', async () => {
  const way = new Transport();
  await queue(way, ['POST', '/v1/a']);
  way.clock.waiting.length = 0;
  await comeBack(way, () => problem(503, 'busy'));
  const pauses = [];
  for (let turn = 0; turn < 3; turn++) pauses.push(...await way.clock.run());
  assert.deepEqual(pauses, [2000, 4000, 8000]);
  way.serve = () => problem(429, 'rate-limited', { 'Retry-After': '60' });
  await way.clock.run();
  assert.deepEqual(way.clock.waiting.map(({ ms }) => ms), [60_000]);
  way.serve = () => answer({});
  await way.clock.run();
  assert.deepEqual(way.outbox.waiting, []);
  assert.equal(new Set(way.asked.map(({ headers }) => headers['Idempotency-Key'])).size, 1);
});

Deno.test('what is to be made is named: those behind it get its id', async () => {
  const way = new Transport();
  await queue(
    way,
    ['POST', '/v1/runs', { names: 'run' }],
    ['POST', '/v1/runs/{run}/positions'],
  );
  await comeBack(way, ({ path }) => answer(path === '/v1/runs' ? { id: '7' } : {}));
  assert.deepEqual(way.paths, ['POST /v1/runs', 'POST /v1/runs/7/positions']);
});

Deno.test('what should have been made is refused: those behind it are dropped unsaid', async () => {
  const way = new Transport();
  const refused = [];
  way.outbox.onRefused = (label) => refused.push(label);
  await queue(way, ['POST', '/v1/runs', { names: 'run' }], ['POST', '/v1/runs/{run}/positions']);
  await comeBack(way, () => problem(404, 'not-found'));
  assert.deepEqual(way.paths, ['POST /v1/runs']);
  assert.deepEqual(refused, ['/v1/runs']);
  assert.deepEqual(way.outbox.waiting, []);
});

Deno.test('without a session it waits, and only for whoever has made it', async () => {
  const way = new Transport();
  await queue(way, ['POST', '/v1/a']);
  way.outbox.account = null;
  await comeBack(way);
  assert.deepEqual(way.paths, []);
  way.outbox.account = 'bob';
  await way.outbox.send();
  assert.deepEqual(way.paths, []);
  way.outbox.account = 'ada';
  await way.outbox.send();
  assert.deepEqual(way.paths, ['POST /v1/a']);
});

Deno.test('a session that has ended while it was sent leaves it waiting', async () => {
  const way = new Transport();
  await queue(way, ['POST', '/v1/a']);
  await comeBack(way, () => problem(401, 'session-ended'));
  assert.equal(way.outbox.waiting.length, 1);
  await comeBack(way);
  await way.outbox.send();
  assert.deepEqual(way.outbox.waiting, []);
});

Deno.test('whoever logs out while a change is under way leaves nothing to the next one', async () => {
  const way = new Transport();
  let lose = () => {};
  way.serve = () => new Promise((_resolve, reject) => lose = () => reject(new TypeError('Failed to fetch')));
  const sent = way.sender.send('POST', '/v1/a', { queue: 'A' });
  await settled();
  way.outbox.account = null;
  lose();
  await assert.rejects(sent, { message: 'offline' });
  assert.equal(way.store.tables.changes.size, 0);
  way.outbox.account = 'bob';
  await comeBack(way);
  assert.deepEqual(way.paths, ['POST /v1/a']);
});

Deno.test('logging out while the queue is sent ends it', async () => {
  const way = new Transport();
  await queue(way, ['POST', '/v1/a'], ['POST', '/v1/b']);
  await comeBack(way, async () => {
    way.outbox.account = null;
    await way.store.clear('changes');
    return answer({});
  });
  assert.deepEqual(way.paths, ['POST /v1/a']);
});

Deno.test('a change that waits can be taken back', async () => {
  const way = new Transport();
  await queue(way, ['POST', '/v1/a'], ['POST', '/v1/b']);
  await way.outbox.drop(way.outbox.waiting[0].id);
  await comeBack(way);
  assert.deepEqual(way.paths, ['POST /v1/b']);
});
