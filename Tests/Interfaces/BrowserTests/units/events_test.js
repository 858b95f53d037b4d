// Events: how they are said, what a form on one holds and sends, and the days of a calendar.

import assert from 'node:assert/strict';
import {
  bodyOf, firstValues, follows, isSeries, keepsDay, errorsIn, startOf, valuesOf, zoneOf,
} from '../../../../Sources/Interfaces/WebClient/web/events/draft.js';
import { dayIn, lastOf, spanOf, step } from '../../../../Sources/Interfaces/WebClient/web/events/spans.js';
import eventTexts from '../../../../Sources/Interfaces/WebClient/web/events/texts.en.js';
import {
  countsOf, hasEnded, hostOf, occurrence, pageOf, whereOf,
} from '../../../../Sources/Interfaces/WebClient/web/parts/people/event-words.js';
import texts from '../../../../Sources/Interfaces/WebClient/web/parts/people/texts.en.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

await loadTexts('people', { en: async () => ({ default: texts }) });
await loadTexts('events', { en: async () => ({ default: eventTexts }) });

const event = (/** @type {object} */ parts = {}) =>
  /** @type {any} */ ({
    id: 'e', kind: 'event', title: 'Race', start: '2026-05-04T18:00', zone: 'Europe/Vaduz', duration: 5400,
    startsAt: '2026-05-04T16:00:00Z', endsAt: '2026-05-04T17:30:00Z', repeats: false, allDay: false, begun: false,
    realm: { id: 'g', name: 'Team' }, counts: { accepted: 1, tentative: 0, declined: 0, waiting: 0, unanswered: 0 },
    ...parts,
  });
const alone = { isOneOfSeries: false };
const filled = (/** @type {object} */ values) => ({ ...firstValues(), title: 'Race', day: '2026-05-04', ...values });

Deno.test('who comes is told as far as there is anybody', () => {
  assert.equal(countsOf(event()), '1 comes');
  const counts = { accepted: 2, tentative: 1, declined: 1, waiting: 2, unanswered: 3, late: 1 };
  assert.equal(
    countsOf(event({ counts, capacity: 2 })),
    '2 of 2 come · 1 perhaps · 1 does not · 2 wait for a place · 1 comes late · 3 have not answered',
  );
});

Deno.test('an occurrence of a series has an address of its own', () => {
  assert.equal(pageOf(event()), '/people/events/e');
  assert.equal(occurrence(event()), '');
  assert.equal(pageOf(event({ repeats: true })), '/people/events/e?occurrence=2026-05-04T16%3A00%3A00Z');
});

Deno.test('where it is, and whether it is over', () => {
  assert.equal(whereOf(event()), '');
  assert.equal(whereOf(event({ place: { address: 'Main street 1' } })), 'Main street 1');
  assert.equal(whereOf(event({ place: { label: 'Gym', address: 'Main street 1' } })), 'Gym');
  assert.equal(hasEnded(event({ begun: true, endsAt: '2020-01-01T00:00:00Z' })), true);
  assert.equal(hasEnded(event({ begun: true, endsAt: '2999-01-01T00:00:00Z' })), false);
});

Deno.test('of addresses only those of the web have a host', () => {
  assert.equal(hostOf('https://example.org/register?a=1'), 'example.org');
  assert.equal(hostOf('http://example.org:8080'), 'example.org:8080');
  assert.equal(hostOf('javascript:alert(1)'), '');
  assert.equal(hostOf('example.org'), '');
});

Deno.test('the form has what an event is, by the clocks of its zone', () => {
  assert.deepEqual(
    valuesOf(event({
      capacity: 12, minimumAge: 0, link: 'https://example.org', responseDeadline: '2026-05-02T22:00:00Z',
    })),
    {
      title: 'Race', description: '', day: '2026-05-04', start: '18:00', duration: '90',
      responseDeadline: '2026-05-02', capacity: '12', minimumAge: '0', link: 'https://example.org',
    },
  );
  assert.equal(valuesOf().start, '18:00');
  assert.equal(zoneOf({ ...alone, zone: 'America/Toronto' }), 'America/Toronto');
  assert.equal(zoneOf({ ...alone, event: event(), zone: 'America/Toronto' }), 'Europe/Vaduz');
});

Deno.test('what is planned is sent with its zone, and no more than was entered', () => {
  const body = bodyOf(filled({ title: ' Race ' }), { ...alone, zone: 'Europe/Vaduz' });
  assert.deepEqual(JSON.parse(JSON.stringify(body)), {
    title: 'Race', description: '', start: '2026-05-04T18:00', duration: 5400, zone: 'Europe/Vaduz',
  });
  const place = { lat: 47.2, lon: 9.5, label: 'Gym' };
  const more = bodyOf(
    filled({ placeIsSafe: true, capacity: '12', link: ' https://example.org ', responseDeadline: '2026-05-02' }),
    { ...alone, zone: 'UTC', place },
  );
  assert.deepEqual([more.place, more.placeIsSafe, more.capacity, more.link, more.responseDeadline], [
    place, true, 12, 'https://example.org', '2026-05-02',
  ]);
});

Deno.test('every week on some days, to the end of the last one', () => {
  const rule = (/** @type {object} */ values) =>
    bodyOf(filled({ repeats: true, ...values }), { ...alone, zone: 'Europe/Vaduz' }).recurrence;
  assert.equal(rule({}), 'FREQ=WEEKLY');
  assert.equal(rule({ MO: true, FR: true }), 'FREQ=WEEKLY;BYDAY=MO,FR');
  assert.match(rule({ until: '2026-06-30' }) ?? '', /^FREQ=WEEKLY;UNTIL=20260630T2159/);
});

Deno.test('of a change is sent what is another; what was emptied is taken away', () => {
  const before = event({ capacity: 12, link: 'https://example.org', place: { label: 'Gym' } });
  const subject = { ...alone, event: before, place: before.place };
  const same = bodyOf({ ...firstValues(before) }, subject);
  assert.deepEqual(Object.keys(same).filter((name) => name in same && same[/** @type {keyof typeof same} */ (name)] !== undefined).sort(), [
    'capacity', 'description', 'duration', 'minimumAge', 'start', 'title',
  ]);
  assert.equal(same.minimumAge, null);
  const emptied = bodyOf({ ...firstValues(before), capacity: '', link: '' }, { ...subject, place: undefined });
  assert.deepEqual([emptied.capacity, emptied.link, emptied.place], [null, null, null]);
});

Deno.test('the days of a series stay where all of it is changed', () => {
  const series = event({ repeats: true, firstStart: '2026-01-05T18:00', nextStart: '2026-04-27T18:00', recurrence: 'FREQ=WEEKLY;BYDAY=MO' });
  const one = { event: series, isOneOfSeries: true };
  const values = (/** @type {'one' | 'following' | 'series'} */ scope) =>
    ({ ...firstValues(series), scope, day: '2026-05-05', start: '19:00' });
  assert.equal(startOf(values('one'), one), '2026-05-05T19:00');
  assert.equal(startOf(values('following'), one), '2026-05-04T19:00');
  assert.equal(startOf(values('series'), one), '2026-04-27T19:00');
  assert.deepEqual([isSeries(values('one'), one), isSeries(values('series'), one)], [false, true]);
  assert.deepEqual([follows(values('following'), one), follows(values('following'), alone)], [true, false]);
  // Without days in its rule, all that follow may move to another day.
  assert.equal(keepsDay(values('following'), { ...one, event: { ...series, recurrence: 'FREQ=WEEKLY' } }), false);
  assert.equal(keepsDay(values('one'), { event: series, isOneOfSeries: false }), true);
});

Deno.test('what is wrong with an event is told at its field', () => {
  const problems = (/** @type {object} */ values, /** @type {object} */ subject = {}) =>
    Object.keys(errorsIn(filled(values), { ...alone, ...subject })).sort();
  assert.deepEqual(problems({}), []);
  assert.deepEqual(problems({ title: ' ', day: '' }), ['day', 'title']);
  assert.deepEqual(problems({ link: 'example.org' }), ['link']);
  assert.deepEqual(problems({ kind: 'practice' }), ['placeIsSafe']);
  const place = { lat: 47.2, lon: 9.5 };
  assert.deepEqual(problems({}, { place }), ['placeIsSafe']);
  assert.deepEqual(problems({ placeIsSafe: true }, { place }), []);
  assert.deepEqual(problems({}, { event: event({ place }), place }), []);
});

Deno.test('a calendar shows a day, a week from Monday on, or a month', () => {
  const wednesday = new Date(2026, 4, 6);
  assert.deepEqual(spanOf('day', wednesday), { from: wednesday, to: new Date(2026, 4, 7) });
  assert.deepEqual(spanOf('week', wednesday), { from: new Date(2026, 4, 4), to: new Date(2026, 4, 11) });
  assert.deepEqual(spanOf('week', new Date(2026, 4, 10)).from, new Date(2026, 4, 4));
  assert.deepEqual(spanOf('month', wednesday), { from: new Date(2026, 4, 1), to: new Date(2026, 5, 1) });
  assert.deepEqual(lastOf(spanOf('month', wednesday)), new Date(2026, 4, 31));
});

Deno.test('a step goes by what is shown, and no month is left out', () => {
  assert.deepEqual(step('day', new Date(2026, 11, 31), 1), new Date(2027, 0, 1));
  assert.deepEqual(step('week', new Date(2026, 4, 6), -1), new Date(2026, 3, 29));
  assert.deepEqual(step('month', new Date(2026, 0, 31), 1), new Date(2026, 1, 1));
  assert.deepEqual(dayIn('2026-05-06'), new Date(2026, 4, 6));
  assert.equal(dayIn(null).getHours(), 0);
  assert.equal(dayIn('soon').toDateString(), new Date().toDateString());
});
