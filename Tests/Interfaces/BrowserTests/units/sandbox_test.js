import assert from 'node:assert/strict';
import { Sandbox } from '../../../../Sources/Interfaces/WebClient/web/data/sandbox.js';
import { emptyTrial } from '../../../../Sources/Interfaces/WebClient/web/shell/trial-state.js';

const tour = {
  id: 'old-town',
  name: 'Old Town',
  stops: [{ order: 1, position: { lat: 47, lon: 9 } }, { order: 2, position: { lat: 47.001, lon: 9 } }],
};
const server = {
  '/v1/tours/old-town': tour,
  '/v1/tours/castle': { ...tour, id: 'castle' },
  '/v1/objects/bench': { id: 'bench', name: 'Bench', boundingBox: { min: [0, 0, 0], max: [1, 1, 1] } },
};

/** A sandbox of somebody, and what it has kept. */
function opened() {
  const trial = emptyTrial();
  let keeps = 0;
  const sandbox = new Sandbox(trial, {
    get: async (path) => structuredClone(server[path]),
    keep: () => keeps++,
    author: () => ({ id: 'ada', name: 'Ada' }),
  });
  const change = async (method, path, body) => (await sandbox.change(method, path, body))?.answer;
  return { trial, sandbox, change, keeps: () => keeps };
}

const pose = { position: { lat: 47, lon: 9 } };
const placing = { object: 'bench', pose, scale: 1, realms: ['public'] };

Deno.test('what only asks, and the session, go to the server; the rest is refused or done here', async () => {
  const { sandbox, keeps } = opened();
  for (const [method, path] of [
    ['POST', '/v1/heights?x=1'],
    ['POST', '/v1/accounts'],
    ['POST', '/v1/sessions'],
    ['DELETE', '/v1/sessions/current'],
  ]) assert.equal(await sandbox.change(method, path), null, path);
  for (const [method, path] of [['POST', '/v1/realms'], ['PATCH', '/v1/me'], ['DELETE', '/v1/tours/a']]) {
    await assert.rejects(sandbox.change(method, path), { status: 409, slug: 'tutorial' });
  }
  assert.equal(keeps(), 0);
});

Deno.test('a thing that is placed is seen around, near enough and in its realm, and can be changed', async () => {
  const { sandbox, change, keeps } = opened();
  const made = await change('POST', '/v1/instances', placing);
  assert.ok(made.id.startsWith('trial-') && made.author === 'ada');
  const seen = (query) => sandbox.seen(`/v1/nearby?${query}`, { items: ['other'], more: 1 });
  const [other, item] = seen('lat=47.0001&lon=9&radius=20').items;
  assert.deepEqual([other, item.id, Math.round(item.distance)], ['other', made.id, 11]);
  assert.equal(seen('lat=47.0001&lon=9&radius=5').items.length, 1);
  assert.equal(seen('lat=47.0001&lon=9&radius=20&realm=club').items.length, 1);
  await change('PATCH', `/v1/instances/${made.id}`, { message: 'Sit down' });
  assert.equal(sandbox.read(`/v1/instances/${made.id}`).message, 'Sit down');
  await change('DELETE', `/v1/instances/${made.id}`);
  assert.throws(() => sandbox.read(`/v1/instances/${made.id}`), { status: 404 });
  assert.equal(keeps(), 3);
});

Deno.test('a reaction counts once, on what the server knows of the thing', async () => {
  const { sandbox, change } = opened();
  await change('PUT', '/v1/instances/x/reaction', { kind: 'like' });
  const answer = { reactions: { like: 3, love: 1 } };
  assert.deepEqual(sandbox.seen('/v1/instances/x', answer), {
    reactions: { like: 4, love: 1 },
    ownReaction: 'like',
  });
  await change('DELETE', '/v1/instances/x/reaction');
  assert.equal(sandbox.seen('/v1/instances/x', answer), answer);
});

Deno.test('what is taken along is in the inventory, until it is put back', async () => {
  const { sandbox, change } = opened();
  await change('PUT', '/v1/inventory/bench');
  const names = () => sandbox.seen('/v1/inventory?limit=30', { items: [] }).items.map(({ name }) => name);
  assert.deepEqual(names(), ['Bench']);
  await change('DELETE', '/v1/inventory/bench');
  assert.deepEqual(names(), []);
});

Deno.test('one walk is under way: another rests, and the same tour goes on', async () => {
  const { sandbox, change } = opened();
  const first = await change('POST', '/v1/tours/old-town/runs', {});
  const second = await change('POST', '/v1/tours/castle/runs', {});
  const states = () => sandbox.read('/v1/runs?open=true').items.map(({ tour, state }) => [tour, state]);
  assert.deepEqual(states(), [['castle', 'active'], ['old-town', 'paused']]);
  const again = await change('POST', '/v1/tours/old-town/runs', {});
  assert.equal(again.id, first.id);
  assert.deepEqual(states(), [['castle', 'paused'], ['old-town', 'active']]);
  const anew = await change('POST', '/v1/tours/old-town/runs', { anew: true });
  assert.notEqual(anew.id, first.id);
  await change('DELETE', `/v1/runs/${second.id}`);
  assert.deepEqual(states(), [['old-town', 'active']]);
});

Deno.test('a walk goes on by positions and is over at its last stop', async () => {
  const { sandbox, change } = opened();
  const { id } = await change('POST', '/v1/tours/old-town/runs', {});
  const at = new Date().toISOString();
  const first = await change('POST', `/v1/runs/${id}/positions`, { points: [{ lat: 47, lon: 9, at }] });
  assert.deepEqual([first.reached, first.state, first.ignored], [1, 'active', 0]);
  await change('POST', `/v1/runs/${id}/positions`, { points: [{ lat: 47.001, lon: 9, at }] });
  const run = sandbox.read(`/v1/runs/${id}`);
  assert.deepEqual([run.reached, run.state, Math.round(run.metrics.distance)], [2, 'completed', 111]);
  assert.deepEqual(sandbox.read('/v1/runs?open=true').items, []);
  assert.equal(sandbox.read('/v1/runs').items.length, 1);
});

Deno.test('an appointment begins at its wall clock’s time in its zone, and is listed in order', async () => {
  const { sandbox, change } = opened();
  const made = await change('POST', '/v1/appointments', {
    title: 'Walk',
    start: '2026-06-20T09:00',
    zone: 'Europe/Vaduz',
    duration: 3600,
  });
  assert.deepEqual([made.startsAt, made.endsAt], ['2026-06-20T07:00:00.000Z', '2026-06-20T08:00:00.000Z']);
  const winter = await change('POST', '/v1/appointments', { ...made, start: '2026-12-20T09:00' });
  assert.equal(winter.startsAt, '2026-12-20T08:00:00.000Z');
  const list = (from, to) =>
    sandbox.seen(`/v1/appointments?from=${from}&to=${to}`, { items: [{ id: 's', startsAt: '2026-06-20T06:00:00Z' }] })
      .items.map(({ id }) => id);
  assert.deepEqual(list('2026-06-20T00:00:00Z', '2026-06-21T00:00:00Z'), ['s', made.id]);
  assert.deepEqual(list('2026-06-21T00:00:00Z', '2026-06-22T00:00:00Z'), ['s']);
  await change('DELETE', `/v1/appointments/${made.id}`);
  assert.throws(() => sandbox.read(`/v1/appointments/${made.id}`), { status: 404 });
});

Deno.test('of what was tried nothing else is known, and the server is not asked for it', () => {
  const { sandbox } = opened();
  assert.throws(() => sandbox.read('/v1/tours/trial-1'), { status: 404 });
  assert.throws(() => sandbox.read('/v1/instances/trial-1/reports'), { status: 404 });
  assert.equal(sandbox.read('/v1/tours/old-town'), undefined);
});
