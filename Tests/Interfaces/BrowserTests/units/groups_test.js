import assert from 'node:assert/strict';
import {
  inUse,
  nextOf,
  openPolls,
} from '../../../../Sources/Interfaces/WebClient/web/groups/family-things.js';
import {
  inOrder,
  named,
} from '../../../../Sources/Interfaces/WebClient/web/groups/order.js';

const groups = ['Team 10', 'team 2', 'Äpfel', 'Team 1', 'Zebra'].map((name) => ({ name }));
const namesOf = (some) => some.map(({ name }) => name);

Deno.test('numbers in names are counted, case and accents are none', () => {
  assert.deepEqual(namesOf(inOrder(groups, 'de')), ['Äpfel', 'Team 1', 'team 2', 'Team 10', 'Zebra']);
});

Deno.test('groups with something new come first, in the same order', () => {
  const some = groups.map((group) => ({ ...group, unread: ['Zebra', 'Team 10'].includes(group.name) }));
  assert.deepEqual(namesOf(inOrder(some, 'en')).slice(0, 3), ['Team 10', 'Zebra', 'Äpfel']);
});

Deno.test('a group is found by any words of its name, whatever the case and accents', () => {
  assert.deepEqual(namesOf(named(groups, 'apf')), ['Äpfel']);
  assert.deepEqual(namesOf(named(groups, '10 TEAM')), ['Team 10']);
  assert.deepEqual(named(groups, ' '), groups);
  assert.deepEqual(named(groups, 'team x'), []);
});

const now = new Date('2026-05-04T10:00:00Z');

Deno.test('what is booked for now is in use, what begins later or has ended is not', () => {
  const thing = (id, start, end) => ({ id, next: { start, end } });
  const things = [
    thing('now', '2026-05-04T10:00:00Z', '2026-05-04T11:00:00Z'),
    thing('later', '2026-05-04T10:00:01Z', '2026-05-04T11:00:00Z'),
    thing('ended', '2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z'),
    { id: 'free' },
  ];
  assert.deepEqual(inUse(things, now).map(({ id }) => id), ['now']);
});

Deno.test('open polls: those that wait for my vote first, then those that end first', () => {
  const poll = (id, deadline, ballot = [], more = {}) => ({
    id,
    hosted: false,
    poll: { state: 'open', deadline, ballot },
    ...more,
  });
  const activities = [
    poll('voted', '2026-05-05T10:00:00Z', ['a']),
    poll('waits', '2026-05-06T10:00:00Z'),
    poll('soon', '2026-05-05T09:00:00Z'),
    poll('own', '2026-05-04T12:00:00Z', [], { hosted: true }),
    poll('over', '2026-05-04T09:00:00Z'),
    { id: 'none', hosted: false },
  ];
  assert.deepEqual(
    openPolls(activities, now).map(({ id }) => id),
    ['soon', 'waits', 'own', 'voted'],
  );
});

Deno.test('the next activity is the first that is confirmed and not over', () => {
  const activity = (id, start, end, step = 'confirmed') => ({ id, start, end, step });
  const activities = [
    activity('later', '2026-05-06T10:00:00Z', '2026-05-06T11:00:00Z'),
    activity('under way', '2026-05-04T09:00:00Z', '2026-05-04T11:00:00Z'),
    activity('over', '2026-05-04T08:00:00Z', '2026-05-04T10:00:00Z'),
    activity('off', '2026-05-04T10:30:00Z', '2026-05-04T11:00:00Z', 'cancelled'),
    { id: 'planned', step: 'details' },
  ];
  assert.equal(nextOf(activities, now)?.id, 'under way');
  assert.equal(nextOf([], now), undefined);
});
