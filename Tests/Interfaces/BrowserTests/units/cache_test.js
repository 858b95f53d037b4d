import assert from 'node:assert/strict';
import { holdsPosition, mostAnswers } from '../../../../Sources/Interfaces/WebClient/web/shell/cache.js';
import { answer, problem, settled, Transport } from './transport.js';

Deno.test('an answer is asked for again by its ETag, and not sent again while it is the same', async () => {
  const way = new Transport();
  way.serve = ({ headers }) =>
    headers['If-None-Match'] === '"1"'
      ? answer(undefined, { status: 304 })
      : answer({ name: 'Old Town' }, { etag: '"1"' });
  assert.deepEqual(await way.reader.get('/v1/tours/a'), { name: 'Old Town' });
  assert.deepEqual(await way.reader.get('/v1/tours/a'), { name: 'Old Town' });
  assert.deepEqual(way.asked.map(({ headers }) => headers['If-None-Match']), [undefined, '"1"']);
});

Deno.test('after a change of ours the whole is read once, without the ETag', async () => {
  const way = new Transport();
  way.serve = () => answer({}, { etag: '"1"' });
  await way.reader.get('/v1/tours/a');
  await way.sender.send('POST', '/v1/tours/a/stars', { changes: ['/v1/tours'] });
  await way.reader.get('/v1/tours/a');
  await way.reader.get('/v1/tours/a');
  const tags = way.asked.filter(({ method }) => method === 'GET').map(({ headers }) => headers['If-None-Match']);
  assert.deepEqual(tags, [undefined, undefined, '"1"']);
});

Deno.test('addresses that say where somebody is are not kept on the device', async () => {
  for (const path of ['/v1/nearby?lat=47&lon=9', '/v1/places?q=x&near=47.1,9.5', '/v1/routes?to=47.1%2C%209.5']) {
    assert.ok(holdsPosition(path), path);
  }
  for (const path of ['/v1/tours?q=47', '/v1/tours/47.1,9.5', '/v1/appointments?kinds=event,ride']) {
    assert.ok(!holdsPosition(path), path);
  }
  const way = new Transport();
  await way.reader.get('/v1/nearby?lat=47&lon=9');
  await way.reader.get('/v1/tours');
  assert.deepEqual([...way.store.tables.answers.keys()], ['/v1/tours']);
  // In memory it is known until the page is closed.
  assert.ok(way.cache.get('/v1/nearby?lat=47&lon=9'));
});

Deno.test('positions that earlier versions kept go, and so do the oldest answers', async () => {
  const way = new Transport();
  for (let at = 0; at < mostAnswers + 2; at++) await way.store.write('answers', { path: `/v1/a/${at}`, at });
  await way.store.write('answers', { path: '/v1/nearby?lat=47&lon=9', at: 9999 });
  await way.cache.trim();
  const kept = way.store.tables.answers;
  assert.ok(!kept.has('/v1/nearby?lat=47&lon=9') && !kept.has('/v1/a/0') && !kept.has('/v1/a/1'));
  assert.ok(kept.has('/v1/a/3') && kept.size <= mostAnswers);
});

Deno.test('the oldest answer that no page shows makes room in memory', () => {
  const way = new Transport();
  way.watchers.add({ path: '/v1/shown' });
  way.cache.keep('/v1/shown', 1, '"s"');
  for (let index = 0; index < mostAnswers; index++) way.cache.keep(`/v1/a/${index}`, index, null);
  assert.ok(way.cache.get('/v1/shown'));
  assert.equal(way.cache.get('/v1/a/0'), undefined);
});

Deno.test('what is followed is told at once, at every change, and not after its end', async () => {
  const way = new Transport();
  let count = 0;
  way.serve = () => answer({ count: ++count });
  const told = [];
  const watch = way.reader.watch('/v1/tours', ({ data }) => told.push(data.count));
  await settled();
  way.reader.invalidate('/v1/to');
  way.reader.invalidate('/v1/events');
  await settled();
  assert.deepEqual(told, [1, 2]);
  watch.end();
  way.reader.invalidate('/v1/tours');
  await settled();
  assert.deepEqual(told, [1, 2]);
});

Deno.test('of two questions under way the later answer stays', async () => {
  const way = new Transport();
  const waiting = [];
  way.serve = () => new Promise((resolve) => waiting.push(resolve));
  const watch = way.reader.watch('/v1/tours', () => {});
  watch.refresh();
  await settled();
  waiting[1](answer({ at: 'later' }));
  await settled();
  waiting[0](answer({ at: 'earlier' }));
  await settled();
  assert.deepEqual(watch.resource.data, { at: 'later' });
  assert.equal(watch.resource.loading, false);
});

Deno.test('without a network what the device has kept is shown, and marked', async () => {
  const way = new Transport();
  await way.store.write('answers', { path: '/v1/tours', data: { items: [1] }, at: 1 });
  way.cut();
  const { resource } = way.reader.watch('/v1/tours', () => {});
  const other = way.reader.watch('/v1/events', () => {}).resource;
  await settled();
  assert.deepEqual([resource.data, resource.stale], [{ items: [1] }, true]);
  assert.deepEqual([other.data, other.stale], [null, false]);
});

Deno.test('what is refused is not shown any more; what fails stays', async () => {
  for (const [status, isShown] of [[403, false], [404, false], [410, false], [500, true], [429, true]]) {
    const way = new Transport();
    const { resource, refresh } = way.reader.watch('/v1/tours/a', () => {});
    await settled();
    way.serve = () => problem(status, 'so');
    await refresh();
    assert.equal(resource.data !== null, isShown, String(status));
    assert.equal(resource.error.status, status);
  }
});

Deno.test('while things are tried out their answers take the place of the server’s', async () => {
  const way = new Transport();
  way.serve = () => answer({ items: ['server'] });
  await way.reader.get('/v1/runs');
  way.diverter.set({
    read: (path) => path === '/v1/runs' ? { items: ['tried'] } : undefined,
    seen: (_path, data) => ({ items: [...data.items, 'more'] }),
    change: async () => ({ answer: { id: 'trial' } }),
  });
  assert.deepEqual(await way.reader.get('/v1/runs'), { items: ['tried'] });
  assert.deepEqual(await way.reader.get('/v1/tours'), { items: ['server', 'more'] });
  // Nothing of before is shown as if it were tried.
  assert.equal(way.reader.watch('/v1/runs', () => {}).resource.data, null);
  const before = way.asked.length;
  assert.deepEqual(await way.sender.send('POST', '/v1/runs'), { id: 'trial' });
  assert.equal(way.asked.length, before);
});
