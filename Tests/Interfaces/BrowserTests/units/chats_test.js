import assert from 'node:assert/strict';
import { answer, settled, Transport } from './transport.js';
import { clockOf } from '../../../../Sources/Interfaces/WebClient/web/talk/message-words.js';
import {
  following,
  playableOf,
} from '../../../../Sources/Interfaces/WebClient/web/talk/message-order.js';

const voice = (sequence, more = {}) => ({
  id: `m${sequence}`,
  sequence,
  kind: 'voice',
  isOwn: false,
  isHeard: false,
  ...more,
});

Deno.test('what was said after a message and not heard follows in order', () => {
  const all = [
    voice(7),
    voice(6, { isOwn: true }),
    voice(5, { isFolded: true }),
    voice(4, { kind: 'text' }),
    voice(3),
    voice(2, { isHeard: true }),
    voice(1),
  ];
  assert.deepEqual(following(voice(1), all).map(({ sequence }) => sequence), [3, 7]);
  assert.deepEqual(following(voice(7), all), []);
});

Deno.test('a message is played in the first of its types that the browser knows', () => {
  const knows = (...types) => ({ canPlayType: (type) => types.some((one) => type.startsWith(one)) ? 'maybe' : '' });
  const types = ['audio/mp4', 'audio/webm'];
  assert.equal(playableOf(types, knows('audio/mp4', 'audio/webm')), 'audio/mp4');
  assert.equal(playableOf(types, knows('audio/webm')), 'audio/webm');
  assert.equal(playableOf(types, knows()), 'audio/mp4');
});

Deno.test('lengths are told as on a clock', () => {
  assert.deepEqual([0, 5.4, 59.6, 65, 300].map(clockOf), ['0:00', '0:05', '1:00', '1:05', '5:00']);
});

Deno.test('what is kept first is on the device before it leaves, and goes once', async () => {
  const way = new Transport();
  let kept = 0;
  way.serve = () => {
    kept = way.outbox.waiting.length;
    return answer({});
  };
  const sound = new Blob(['sound'], { type: 'audio/webm' });
  const sent = await way.sender.send('POST', '/v1/conversations/a/messages', {
    body: sound,
    queue: 'Voice message',
    isKeptFirst: true,
  });
  assert.deepEqual(sent, { queued: true });
  await settled();
  await settled();
  assert.equal(kept, 1);
  assert.deepEqual(way.paths, ['POST /v1/conversations/a/messages']);
  assert.deepEqual(way.outbox.waiting, []);
});
