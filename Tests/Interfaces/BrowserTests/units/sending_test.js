import assert from 'node:assert/strict';
import { TimeoutError } from '../../../../Sources/Interfaces/WebClient/web/shell/problem.js';
import { answer, problem, settled, Transport } from './transport.js';

const keyOf = ({ headers }) => headers['Idempotency-Key'];

Deno.test('a change is for the version that was read; a conflict is refused', async () => {
  const way = new Transport();
  way.serve = () => answer({ name: 'Old' }, { etag: '"1"' });
  await way.reader.get('/v1/tours/a');
  way.serve = () => problem(412, 'version-changed');
  await assert.rejects(way.sender.send('PATCH', '/v1/tours/a', { body: {} }), { status: 412 });
  assert.equal(way.asked[1].headers['If-Match'], '"1"');
  // What somebody else has made of it is overwritten only where that is said.
  way.serve = () => answer({ name: 'New' }, { etag: '"3"' });
  await way.sender.send('PATCH', '/v1/tours/a', { body: {}, match: '"2"' });
  assert.equal(way.asked[2].headers['If-Match'], '"2"');
  await way.sender.send('PATCH', '/v1/tours/a', { body: {} });
  assert.equal(way.asked[3].headers['If-Match'], '"3"');
  await way.sender.send('PATCH', '/v1/tours/a', { body: {}, match: null });
  assert.equal(way.asked[4].headers['If-Match'], undefined);
});

Deno.test('what was made without an answer is the same request when it is sent again', async () => {
  for (const failure of [new TypeError('Failed to fetch'), problem(503, 'busy'), problem(429, 'rate-limited')]) {
    const way = new Transport();
    way.serve = () => failure;
    await assert.rejects(way.sender.send('POST', '/v1/tours', { body: { name: 'A' } }));
    way.serve = () => answer({ id: 'a' });
    await way.sender.send('POST', '/v1/tours', { body: { name: 'B' } });
    await way.sender.send('POST', '/v1/tours', { body: { name: 'A' } });
    await way.sender.send('POST', '/v1/tours', { body: { name: 'A' } });
    const [lost, other, again, anew] = way.asked.map(keyOf);
    assert.equal(again, lost);
    assert.equal(new Set([lost, other, anew]).size, 3);
  }
});

Deno.test('what was refused for good is another request the next time', async () => {
  const way = new Transport();
  way.serve = () => problem(422, 'invalid-content');
  for (let turn = 0; turn < 2; turn++) {
    await assert.rejects(way.sender.send('POST', '/v1/tours', { body: {} }), { slug: 'invalid-content' });
  }
  assert.notEqual(keyOf(way.asked[0]), keyOf(way.asked[1]));
});

Deno.test('only what makes something has a key', async () => {
  const way = new Transport();
  for (const method of ['PUT', 'PATCH', 'DELETE']) await way.sender.send(method, '/v1/tours/a');
  assert.deepEqual(way.asked.map(keyOf), [undefined, undefined, undefined]);
});

Deno.test('what begins like the changes is read again, and nothing else', async () => {
  const way = new Transport();
  for (const path of ['/v1/tours', '/v1/events']) way.reader.watch(path, () => {});
  await settled();
  way.asked.length = 0;
  await way.sender.send('DELETE', '/v1/tours/a', { changes: ['/v1/tours'] });
  await settled();
  assert.deepEqual(way.paths, ['DELETE /v1/tours/a', 'GET /v1/tours']);
});

Deno.test('without a label nothing waits: the page is told', async () => {
  const way = new Transport();
  way.cut();
  await assert.rejects(way.sender.send('POST', '/v1/tours'), { message: 'offline' });
  assert.equal(way.store.tables.changes.size, 0);
  assert.equal(way.connection.online, false);
});

Deno.test('an answer that hangs is no lost network where the server is there', async () => {
  const way = new Transport();
  way.serve = ({ path }) => path === '/livez' ? answer({}) : new TimeoutError(path);
  const missed = [];
  way.connection.onMissed = (path) => missed.push(path);
  await assert.rejects(way.reader.get('/v1/tours'), TimeoutError);
  await settled();
  assert.equal(way.connection.online, true);
  await way.clock.run();
  assert.deepEqual(missed, ['/v1/tours']);
  way.cut();
  way.serve = ({ path }) => path === '/livez' ? problem(502, 'gateway') : new TimeoutError(path);
  await assert.rejects(way.reader.get('/v1/tours'), TimeoutError);
  await settled();
  assert.equal(way.connection.online, false);
});

Deno.test('a lost server is asked for less and less often until it is there', async () => {
  const way = new Transport();
  way.cut();
  await assert.rejects(way.reader.get('/v1/tours'));
  const pauses = [];
  for (let turn = 0; turn < 7; turn++) pauses.push(...await way.clock.run());
  assert.deepEqual(pauses, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  let isBack = false;
  way.connection.onBack = () => isBack = true;
  way.serve = () => answer({});
  await way.clock.run();
  assert.ok(isBack && way.connection.online);
  assert.deepEqual(way.clock.waiting, []);
});

Deno.test('a session that has ended is told of once it is refused', async () => {
  const way = new Transport();
  let ended = 0;
  way.connection.onSessionEnd = () => ended++;
  way.serve = () => problem(401, 'session-ended');
  await assert.rejects(way.reader.get('/v1/me'));
  way.serve = () => problem(401, 'wrong-password');
  await assert.rejects(way.sender.send('POST', '/v1/sessions'));
  assert.equal(ended, 1);
});

Deno.test('a proxy’s page is an error with its status', async () => {
  const way = new Transport();
  way.serve = () => ({ ...answer({}, { status: 502 }), text: '<html>Bad gateway</html>' });
  await assert.rejects(way.reader.get('/v1/me'), { status: 502, message: '502' });
});
