// What groups, roles and times are called, and who may do what.

import assert from 'node:assert/strict';
import groupTexts from '../../../../Sources/Interfaces/WebClient/web/groups/texts.en.js';
import { newDescription, newSport, settingsOf } from '../../../../Sources/Interfaces/WebClient/web/groups/settings-draft.js';
import { about, hasSettings, policiesOf } from '../../../../Sources/Interfaces/WebClient/web/groups/words.js';
import { plansEvents, runs, teaches } from '../../../../Sources/Interfaces/WebClient/web/parts/people/roles.js';
import texts from '../../../../Sources/Interfaces/WebClient/web/parts/people/texts.en.js';
import { timeText, when } from '../../../../Sources/Interfaces/WebClient/web/parts/people/times.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

await loadTexts('people', { en: async () => ({ default: texts }) });
await loadTexts('groups', { en: async () => ({ default: groupTexts }) });

const realm = (/** @type {object} */ parts) =>
  /** @type {any} */ ({
    id: 'g', kind: 'group', name: 'Walkers', description: '', joinPolicy: 'open', members: 3, version: 1, ...parts,
  });

Deno.test('who runs a group, plans its events and teaches', () => {
  for (const role of ['admin', 'owner']) assert.equal(runs(realm({ role })), true, role);
  for (const role of [undefined, 'guest', 'member', 'editor', 'moderator']) {
    assert.equal(runs(realm({ role })), false, role);
  }
  assert.equal(plansEvents(realm({ role: 'admin' })), true);
  assert.equal(plansEvents(realm({ role: 'moderator' })), false);
  assert.equal(plansEvents(realm({ role: 'moderator' }), 'admins'), false);
  assert.equal(plansEvents(realm({ role: 'moderator' }), 'moderators'), true);
  assert.equal(plansEvents(realm({ role: 'member' }), 'moderators'), false);
  assert.equal(teaches(realm({ kind: 'community', role: 'moderator' })), true);
  assert.equal(teaches(realm({ kind: 'team', role: 'owner' })), false);
  assert.equal(teaches(realm({ kind: 'community', role: 'editor' })), false);
});

Deno.test('nobody comes into a team without an admin', () => {
  assert.deepEqual(policiesOf('team'), ['invite', 'request', 'closed']);
  assert.deepEqual(policiesOf('family'), ['invite', 'request', 'open', 'closed']);
});

Deno.test('a group is told by its kind and its members', () => {
  assert.equal(about(realm({})), 'Group · 3 members');
  assert.equal(about(realm({ kind: 'family', members: 1 })), 'Family · 1 member');
  assert.equal(about(realm({ kind: 'public' })), 'Everybody on this server is in it.');
});

Deno.test('settings have those who are in a group that is one', () => {
  assert.equal(hasSettings(realm({ role: 'guest' })), true);
  assert.equal(hasSettings(realm({})), false);
  for (const kind of ['public', 'personal', 'direct']) {
    assert.equal(hasSettings(realm({ kind, role: 'owner' })), false, kind);
  }
});

Deno.test('of the settings that is sent what was changed', () => {
  const community = /** @type {any} */ ({ category: 'Chess', publishers: 'admins' });
  const first = settingsOf(realm({ timeZone: 'Europe/Vaduz' }), { sport: 'Hiking' }, community);
  assert.deepEqual(first, {
    name: 'Walkers', description: '', joinPolicy: 'open', timeZone: 'Europe/Vaduz',
    sport: 'Hiking', category: 'Chess', publishers: 'admins',
  });
  assert.equal(newSport({ ...first, sport: ' Hiking ' }, first), undefined);
  assert.equal(newSport({ ...first, sport: '' }, first), '');
  assert.equal(newDescription(first, first, community), undefined);
  // Somebody else has made it "Go" meanwhile; only who publishes was changed here.
  const now = /** @type {any} */ ({ category: 'Go', publishers: 'admins' });
  assert.deepEqual(newDescription({ ...first, publishers: 'moderators' }, first, now), {
    category: 'Go', publishers: 'moderators',
  });
  assert.deepEqual(newDescription({ ...first, category: ' Cards ' }, first, now), {
    category: 'Cards', publishers: 'admins',
  });
});

Deno.test('days and times stand in fields as they are here', () => {
  const date = new Date(2026, 0, 5, 7, 3);
  assert.equal(timeText(date), '2026-01-05T07:03');
});

Deno.test('a span names the day of its end where that is another', () => {
  const at = (/** @type {number} */ day, /** @type {number} */ hour) => new Date(2026, 4, day, hour).toISOString();
  const same = when({ start: at(4, 8), end: at(4, 10) });
  assert.match(same, /May 4.* to /);
  assert.equal(same.match(/May/g)?.length, 1, same);
  assert.equal(when({ start: at(4, 22), end: at(5, 1) }).match(/May/g)?.length, 2);
});
