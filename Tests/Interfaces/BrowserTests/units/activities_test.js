// Activities: polls, common times, and what is kept of them.

import assert from 'node:assert/strict';
import {
  begun, numbers, optionOf, startOf, errorsIn,
} from '../../../../Sources/Interfaces/WebClient/web/activities/poll-draft.js';
import {
  base, hoursOf, isSame, lengthOf, partsWith, questionOf, valuesOf,
} from '../../../../Sources/Interfaces/WebClient/web/activities/slots.js';
import activityTexts from '../../../../Sources/Interfaces/WebClient/web/activities/texts.en.js';
import { hasAllVotes, leaders, winner } from '../../../../Sources/Interfaces/WebClient/web/activities/vote.js';
import { wayWords } from '../../../../Sources/Interfaces/WebClient/web/activities/words.js';
import { activityName, isOpen } from '../../../../Sources/Interfaces/WebClient/web/parts/waiting/words.js';
import texts from '../../../../Sources/Interfaces/WebClient/web/parts/people/texts.en.js';
import shellTexts from '../../../../Sources/Interfaces/WebClient/web/shell/texts.en.js';
import waitingTexts from '../../../../Sources/Interfaces/WebClient/web/parts/waiting/texts.en.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

await loadTexts('shell', { en: async () => ({ default: shellTexts }) });
await loadTexts('waiting', { en: async () => ({ default: waitingTexts }) });
await loadTexts('people', { en: async () => ({ default: texts }) });
await loadTexts('activities', { en: async () => ({ default: activityTexts }) });

const soon = new Date(Date.now() + 3_600_000).toISOString();
const past = new Date(Date.now() - 3_600_000).toISOString();
const poll = (/** @type {object} */ parts = {}) =>
  /** @type {any} */ ({
    state: 'open', deadline: soon, options: [{ id: 'a', name: 'Zoo' }, { id: 'b', name: 'Swimming' }],
    ballot: [], leading: [], voters: 3, voted: 1, ...parts,
  });
const activity = (/** @type {object} */ parts = {}) =>
  /** @type {any} */ ({ id: 'x', name: '', invitees: [{ id: 'ben', name: 'Ben' }], ...parts });

Deno.test('votes are taken until the deadline, also before the server has closed it', () => {
  assert.equal(isOpen(poll()), true);
  assert.equal(isOpen(poll({ deadline: past })), false);
  assert.equal(isOpen(poll({ state: 'closed' })), false);
});

Deno.test('all have voted when there is anybody to vote', () => {
  assert.equal(hasAllVotes(poll()), false);
  assert.equal(hasAllVotes(poll({ voted: 3 })), true);
  assert.equal(hasAllVotes(poll({ voters: 0, voted: 0 })), false);
  assert.equal(hasAllVotes(poll({ voted: 3, deadline: past })), false);
});

Deno.test('one that leads alone is taken; of several the host chooses', () => {
  assert.equal(winner(poll()), undefined);
  assert.equal(winner(poll({ leading: ['b'] }))?.name, 'Swimming');
  assert.equal(winner(poll({ leading: ['a', 'b'] })), undefined);
  assert.deepEqual(leaders(poll({ leading: ['b', 'a'] })).map(({ id }) => id), ['a', 'b']);
});

Deno.test('an activity is called by its name, or by what its poll asks', () => {
  assert.equal(activityName(activity({ name: 'Picnic', poll: poll() })), 'Picnic');
  assert.equal(activityName(activity({ poll: poll() })), 'Zoo or Swimming?');
  assert.equal(activityName(activity()), 'New activity');
});

Deno.test('ways are told by the own one and by how all are spread', () => {
  assert.equal(wayWords({}), '');
  assert.equal(wayWords({ own: 600 }), 'your way 10 min');
  assert.equal(wayWords({ spread: { shortest: 60, median: 600, longest: 600 } }), 'nobody’s over 10 min');
  assert.equal(
    wayWords({ own: 300, spread: { shortest: 60, median: 600, longest: 1200 } }),
    'your way 5 min · nobody’s over 20 min, half up to 10 min',
  );
});

Deno.test('an option is sent with its times only where it has both', () => {
  const values = { ...begun(), name0: ' Zoo ', text0: 'With the bus', start0: '2026-05-04T10:00', name1: 'Swimming' };
  assert.deepEqual(optionOf(values, 0), { name: 'Zoo', description: 'With the bus' });
  const timed = { ...values, end0: '2026-05-04T12:00' };
  assert.deepEqual(optionOf(timed, 0, { label: 'Zoo' }), {
    name: 'Zoo', description: 'With the bus', start: new Date('2026-05-04T10:00').toISOString(),
    end: new Date('2026-05-04T12:00').toISOString(), place: { label: 'Zoo' },
  });
  assert.deepEqual(optionOf(values, 7), { name: '', description: '' });
  assert.equal(startOf(values, 0), new Date('2026-05-04T10:00').toISOString());
  assert.equal(startOf(values, 1), undefined);
});

Deno.test('a poll has two options, times in order and a deadline to come', () => {
  const named = { ...begun(), name0: 'Zoo', name1: 'Swimming' };
  assert.deepEqual(errorsIn(named, 2), {});
  assert.deepEqual(Object.keys(errorsIn({ ...named, name1: ' ' }, 2)), ['name1']);
  assert.deepEqual(Object.keys(errorsIn({ ...named, deadline: '2020-01-01T10:00' }, 2)), ['deadline']);
  assert.deepEqual(Object.keys(errorsIn({ ...named, deadline: '' }, 2)), ['deadline']);
  assert.deepEqual(Object.keys(errorsIn({ ...named, start1: '2026-05-04T10:00' }, 2)), ['end1']);
  assert.deepEqual(
    Object.keys(errorsIn({ ...named, start1: '2026-05-04T10:00', end1: '2026-05-04T09:00' }, 2)), ['end1'],
  );
  // What has no name is not sent, whatever else was entered of it.
  assert.deepEqual(errorsIn({ ...named, start2: '2026-05-04T10:00' }, 3), {});
  assert.deepEqual(numbers(3), [0, 1, 2]);
});

Deno.test('a time lies in the parts of the day that it touches', () => {
  const at = (/** @type {number} */ hour) => new Date(2026, 4, 4, hour);
  assert.deepEqual(partsWith(at(9), 2), ['morning']);
  assert.deepEqual(partsWith(at(10), 2), ['morning']);
  assert.deepEqual(partsWith(at(10), 3), ['morning', 'afternoon']);
  assert.deepEqual(partsWith(at(20), 3), ['evening', 'night']);
  // What begins before six belongs to the night of the day before.
  assert.deepEqual(partsWith(at(2), 2), ['night']);
});

Deno.test('a length is kept to the second, and shown in hours', () => {
  assert.equal(lengthOf(activity()), 7200);
  const odd = activity({ start: '2026-05-04T10:00:00Z', end: '2026-05-04T11:20:30Z' });
  assert.equal(lengthOf(odd), 4830);
  assert.equal(hoursOf(4830), 1.34);
});

Deno.test('times are the same at the same instants, however they are written', () => {
  const slot = { start: '2026-05-04T10:00:00Z', end: '2026-05-04T12:00:00Z' };
  assert.equal(isSame(slot, { start: '2026-05-04T12:00:00+02:00', end: '2026-05-04T12:00:00.000Z' }), true);
  assert.equal(isSame(slot, { ...slot, end: '2026-05-04T13:00:00Z' }), false);
  assert.equal(isSame(slot, null), false);
  assert.deepEqual(base(slot.start, undefined), [Date.parse(slot.start), undefined]);
});

Deno.test('a week from tomorrow is asked for, by day', () => {
  const values = valuesOf(activity());
  const day = (/** @type {string} */ text) => Date.parse(`${text}T12:00Z`) / 86_400_000;
  assert.equal(day(values.to) - day(values.from), 6);
  assert.deepEqual([values.morning, values.afternoon, values.evening, values.night], [true, true, false, false]);
  assert.match(values.at, /T09:00$/);
});

Deno.test('a time that is there is among those that are asked for', () => {
  const at = (/** @type {number} */ day, /** @type {number} */ hour) => new Date(2026, 4, day, hour).toISOString();
  const evening = valuesOf(activity({ start: at(4, 19), end: at(4, 20) }));
  assert.deepEqual([evening.from, evening.to, evening.evening, evening.night], ['2026-05-04', '2026-05-04', true, false]);
  const night = valuesOf(activity({ start: at(4, 23), end: at(5, 2) }));
  assert.deepEqual([night.from, night.to, night.night], ['2026-05-04', '2026-05-04', true]);
  const early = valuesOf(activity({ start: at(5, 2), end: at(5, 4) }));
  assert.deepEqual([early.from, early.to], ['2026-05-04', '2026-05-04']);
});

Deno.test('nothing is asked while something is missing', () => {
  const values = valuesOf(activity());
  const question = questionOf(values, activity({ place: { lat: 47, lon: 9 } }), 5400);
  assert.deepEqual(question?.participants, ['ben']);
  assert.deepEqual([question?.duration, question?.parts, question?.place], [90, ['morning', 'afternoon'], { lat: 47, lon: 9 }]);
  assert.equal(questionOf(values, activity({ place: { label: 'Home' } }), 5400)?.place, undefined);
  for (const missing of [
    { service: false }, { from: '' }, { to: '2020-01-01' }, { hours: 0 }, { morning: false, afternoon: false },
  ]) assert.equal(questionOf({ ...values, ...missing }, activity(), 5400), null, JSON.stringify(missing));
});
