import assert from 'node:assert/strict';
import { following, ridesOf, unseen } from '../../../../Sources/Interfaces/WebClient/web/calendar/ways/comparing.js';
import {
  carSpot, isFree, meansOf, placeAt, placeOf, questionOf, spotOf,
} from '../../../../Sources/Interfaces/WebClient/web/calendar/ways/query.js';
import {
  bodyOf, limitsOf, rulesOn, valuesOf, wishesOf,
} from '../../../../Sources/Interfaces/WebClient/web/parts/journey/preferences.js';
import texts from '../../../../Sources/Interfaces/WebClient/web/parts/journey/texts.en.js';
import {
  lateBy, leaveBy, leaveWords,
} from '../../../../Sources/Interfaces/WebClient/web/parts/journey/appointment-words.js';
import {
  gapWords, isForWheelchairs, meansWords, plannedWords, rideWords,
} from '../../../../Sources/Interfaces/WebClient/web/parts/journey/words.js';
import { settings } from '../../../../Sources/Interfaces/WebClient/web/shell/settings.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

/** @typedef {import('api-types').Itinerary} Itinerary */
/** @typedef {import('api-types').Journey} Journey */
/** @typedef {import('api-types').TravelPreferences} TravelPreferences */

await loadTexts('journey', { en: async () => ({ default: texts }) });

/** A way by its legs. @param {...Partial<Itinerary['legs'][number]>} legs @returns {Itinerary} */
const way = (...legs) => /** @type {Itinerary} */ ({ departure: '', arrival: '', legs });
const walk = way({ mode: 'walk' });
/** @param {string} trip @param {string} [departure] @param {string} [plannedDeparture] */
const bus = (trip, departure = '08:00', plannedDeparture = undefined) =>
  way({ mode: 'walk' }, { mode: 'bus', trip, departure, plannedDeparture });

// Comparing

Deno.test('a ride is known by its trip and by when it should leave, however late it is', () => {
  assert.equal(ridesOf(walk), '');
  assert.equal(ridesOf(bus('11', '08:05', '08:00')), ridesOf(bus('11', '08:02', '08:00')));
  assert.notEqual(ridesOf(bus('11', '08:00')), ridesOf(bus('11', '09:00')));
});

Deno.test('what was shown is left out, what is on foot stays, and all stay where nothing else is left', () => {
  const ways = [bus('11'), walk, bus('12')];
  assert.deepEqual(unseen(ways, new Set()), ways);
  assert.deepEqual(unseen(ways, new Set([ridesOf(ways[0])])), [walk, ways[2]]);
  assert.deepEqual(unseen(ways, new Set(ways.map(ridesOf))), ways);
});

Deno.test('the chosen way stays chosen where it stands elsewhere', () => {
  const next = [bus('10'), bus('11'), bus('12', '08:09', '08:00')];
  assert.deepEqual(following(next, bus('12', '08:00', '08:00'), true), { ways: next, chosen: 2 });
  assert.deepEqual(following(next, undefined, false), { ways: next, chosen: 0 });
});

Deno.test('a chosen way that has left stays, before the others; one that nobody chose goes', () => {
  const next = [bus('13'), bus('14')];
  const before = bus('12');
  assert.deepEqual(following(next, before, true), { ways: [before, ...next], chosen: 0 });
  assert.deepEqual(following(next, before, false), { ways: next, chosen: 0 });
});

Deno.test('ways without a ride are told apart by how one goes', () => {
  const next = [way({ mode: 'bicycle' }), way({ mode: 'walk' })];
  assert.equal(following(next, walk, true).chosen, 1);
});

// What is asked

/** @param {string} text */
const query = (text) => new URLSearchParams(text);
const from = { lat: 47.1, lon: 9.5 };
const to = { lat: 47.2, lon: 9.6 };
const places = { from, to, via: [], stay: [] };

Deno.test('places of an address, with their names; what is none is no place', () => {
  assert.deepEqual(spotOf('47.1,9.5'), from);
  assert.equal(spotOf('47.1'), undefined);
  assert.equal(spotOf('north,east'), undefined);
  assert.equal(spotOf(null), undefined);
  assert.deepEqual(placeOf(query('to=47.2,9.6&toName=Schaan'), 'to'), { ...to, label: 'Schaan' });
  assert.deepEqual(placeAt(query('at=47.1,9.5')), from);
});

Deno.test('nothing is asked while a place is missing', () => {
  assert.equal(questionOf(query(''), { ...places, from: undefined }), undefined);
  assert.equal(questionOf(query(''), { ...places, to: undefined }), undefined);
  assert.equal(questionOf(query('round=yes'), places), undefined);
  assert.ok(questionOf(query('round=yes'), { from, via: [to], stay: [0] }));
});

Deno.test('a round has no end of its own', () => {
  const asked = questionOf(query('round=yes'), { from, to, via: [to], stay: [30] });
  assert.deepEqual([asked?.to, asked?.via, asked?.stay], [undefined, [to], [30]]);
});

Deno.test('means are asked for as the server calls them; over places on the way no car is left', () => {
  assert.equal(questionOf(query(''), places)?.mode, 'transit');
  assert.equal(questionOf(query('mode=withCar'), places)?.mode, 'transit,car,parkAndRide');
  assert.equal(questionOf(query('mode=withCar'), { from, to, via: [to], stay: [0] })?.mode, 'transit,car');
  assert.equal(questionOf(query('mode=balloon'), places)?.mode, 'transit');
  assert.equal(meansOf(query('mode=withBicycle')), 'withBicycle');
});

Deno.test('another order of places is asked for only without a timetable, and of several', () => {
  const several = { from, to, via: [from, to], stay: [0, 0] };
  assert.equal(questionOf(query('mode=walk&optimize=yes'), several)?.optimize, true);
  assert.equal(questionOf(query('mode=transit&optimize=yes'), several)?.optimize, false);
  assert.equal(questionOf(query('mode=walk&optimize=yes'), { ...several, via: [to], stay: [0] })?.optimize, false);
  assert.ok(isFree(query('mode=car')) && !isFree(query('mode=withCar')));
});

Deno.test('the car is where it was left only on a way back to it', () => {
  assert.deepEqual(carSpot(query('mode=withCar&carAt=47.1,9.5'), 0), from);
  assert.equal(carSpot(query('mode=withCar&carAt=47.1,9.5'), 1), undefined);
  assert.equal(carSpot(query('mode=car&carAt=47.1,9.5'), 0), undefined);
});

Deno.test('what is wished is asked, and what is not is left to the server', () => {
  const asked = questionOf(query('order=cheapest&steps=no&arriveBy=2026-05-04T08:00:00Z'), places);
  assert.deepEqual(
    [asked?.order, asked?.avoid, asked?.arriveBy, asked?.departAt],
    ['cheapest', 'steps', '2026-05-04T08:00:00Z', undefined],
  );
  const plain = questionOf(query(''), places);
  assert.deepEqual([plain?.order, plain?.avoid, plain?.arriveBy], [undefined, undefined, undefined]);
});

// How one travels

/** @type {TravelPreferences} */
const habits = {
  configured: true, modes: ['walk', 'bus'], buffer: 10, changeTime: 150, boardingTime: 90, version: 1, order: 'fastest',
  days: {
    monday: { modes: ['walk'], maximumWalk: 900, avoid: ['steps'] },
    '2026-05-11': { modes: ['car'] },
  },
};

Deno.test('the most exact rules of a day hold, by the clocks of its place', () => {
  assert.deepEqual(rulesOn(habits, new Date('2026-05-04T10:00:00Z'), 'Europe/Vaduz').modes, ['walk']);
  assert.deepEqual(rulesOn(habits, new Date('2026-05-11T10:00:00Z'), 'Europe/Vaduz').modes, ['car']);
  assert.equal(rulesOn(habits, new Date('2026-05-05T10:00:00Z'), 'Europe/Vaduz'), habits);
  // Sunday there is Monday here.
  assert.equal(rulesOn(habits, new Date('2026-05-04T02:00:00Z'), 'America/Toronto'), habits);
});

Deno.test('limits are asked for where there are some', () => {
  assert.deepEqual(limitsOf(habits.days.monday), { maxWalk: 900, avoid: ['steps'] });
  assert.deepEqual(limitsOf(habits), { maxWalk: undefined, avoid: undefined });
});

Deno.test('the form shows minutes and marks, and gives back what no field shows', () => {
  const values = valuesOf(habits);
  assert.deepEqual(
    [values['mode-walk'], values['mode-car'], values['avoid-steps'], values.changeTime, values.boardingTime, values.buffer],
    [true, false, false, '2.5', '1.5', '10'],
  );
  assert.deepEqual(bodyOf(values, { days: habits.days }), {
    modes: ['walk', 'bus'], avoid: [], order: 'fastest', buffer: 10, changeTime: 150, boardingTime: 90,
    days: habits.days,
  });
  assert.equal(bodyOf({ ...values, changeTime: ' ' }, {}).changeTime, undefined);
  assert.equal(bodyOf({ ...values, boardingTime: '' }, {}).boardingTime, undefined);
  assert.equal(bodyOf({ ...values, maximumWalk: '800' }, {}).maximumWalk, 800);
  assert.equal('home' in bodyOf(values, { home: { label: 'somewhere' } }), false);
  assert.deepEqual(bodyOf(values, { home: { lat: 47, lon: 9, label: 'Home' } }).home, { lat: 47, lon: 9, label: 'Home' });
});

/** @param {Partial<Journey>} members @returns {Journey} */
const journey = (members) => /** @type {Journey} */ ({
  departure: '2026-05-04T09:20:00Z', arrival: '2026-05-04T09:45:00Z', legs: [{ mode: 'walk' }, { mode: 'bus' }], ...members,
});
const meeting = { startsAt: '2026-05-04T10:00:00Z', zone: 'Europe/Vaduz' };

Deno.test('a planned journey is found again by when one is there, or by when one leaves where one is late', () => {
  const inTime = wishesOf(journey({}), habits, meeting, false);
  assert.deepEqual(inTime, {
    mode: ['walk', 'bus'], arriveBy: '2026-05-04T09:45:00Z', maxWalk: 900, avoid: ['steps'], order: undefined,
    changeTime: 150, boardingTime: 90, carAt: undefined,
  });
  // Ten minutes are wanted in hand.
  const late = wishesOf(journey({ arrival: '2026-05-04T09:51:00Z' }), habits, meeting, false);
  assert.ok('departAt' in late && late.departAt === '2026-05-04T09:20:00Z' && !('arriveBy' in late));
});

Deno.test('without limits none are asked for', () => {
  assert.equal('maxWalk' in wishesOf(journey({}), habits, meeting, true), false);
});

Deno.test('a car that is left, or fetched, is asked for as park and ride', () => {
  const spot = { lat: 47.1, lon: 9.5 };
  const legs = /** @type {Journey['legs']} */ ([{ mode: 'car' }, { mode: 'rail' }]);
  assert.deepEqual(wishesOf(journey({ legs, carStands: spot }), habits, meeting, false).mode, ['parkAndRide', 'rail']);
  assert.deepEqual(wishesOf(journey({ legs }), habits, meeting, false).mode, ['car', 'rail']);
  const back = wishesOf(journey({ legs, carFetched: spot }), habits, meeting, false);
  assert.deepEqual([back.mode, back.carAt], [['parkAndRide', 'rail'], spot]);
});

// Words

Deno.test('a line says its kind once', () => {
  assert.equal(rideWords({ mode: 'bus', line: '11' }), 'Bus 11');
  assert.equal(rideWords({ mode: 'bus', line: 'bus 11' }), 'bus 11');
  assert.equal(rideWords({ mode: 'walk' }), 'On foot');
});

Deno.test('what is ridden says how one goes, each line once; else the walk', () => {
  const legs = [{ mode: 'walk' }, { mode: 'bus', line: '11' }, { mode: 'bus', line: '11' }, { mode: 'rail', line: 'S1' }];
  assert.equal(meansWords(legs), 'Bus 11 and Train S1');
  assert.equal(meansWords([{ mode: 'walk' }]), 'On foot');
});

Deno.test('a way is for wheelchairs where all its rides are, and unknown where one does not say', () => {
  assert.equal(isForWheelchairs(way({ mode: 'walk' }, { mode: 'bus', wheelchair: true })), true);
  assert.equal(isForWheelchairs(way({ mode: 'bus', wheelchair: true }, { mode: 'rail', wheelchair: false })), false);
  assert.equal(isForWheelchairs(way({ mode: 'bus', wheelchair: true }, { mode: 'rail' })), undefined);
  assert.equal(isForWheelchairs(walk), undefined);
});

Deno.test('the times of the timetable are said where a ride is late or early', () => {
  const leg = {
    departure: '2026-05-04T08:03:00Z', arrival: '2026-05-04T08:23:00Z',
    plannedDeparture: '2026-05-04T08:00:00Z', plannedArrival: '2026-05-04T08:20:00Z',
  };
  assert.match(plannedWords(leg), /^by the timetable .*:00.* – .*:20/);
  assert.equal(plannedWords({ ...leg, departure: leg.plannedDeparture, arrival: leg.plannedArrival }), '');
  assert.equal(plannedWords({ departure: leg.departure, arrival: leg.arrival }), '');
});

Deno.test('what lies between a place and the street is said, with water if some lies between', () => {
  settings.units = 'metric';
  /** @param {Parameters<typeof gapWords>[0]} legs */
  const told = (...legs) => {
    const said = new Set();
    return legs.map((_, index) => Object.values(gapWords(legs, index, said)));
  };
  // A walk to a vehicle is told already; what is next to nothing is not told.
  assert.deepEqual(
    told({ mode: 'walk' }, { mode: 'car', snapped: { start: 90, end: 120 } }),
    [['', ''], ['', 'Go about 120 m from the street; the way is not known.']],
  );
  assert.deepEqual(
    told(
      { mode: 'walk', snapped: { start: 120, end: 3 } },
      { mode: 'rail' },
      { mode: 'walk', snapped: { start: 3, end: 60, overWater: true } },
    ),
    [
      ['Go about 120 m to the street; the way is not known.', ''],
      ['', ''],
      ['', 'Go about 60 m from the street; water lies between.'],
    ],
  );
  assert.deepEqual(told({ mode: 'walk', snapped: { start: 120, end: 40, overWater: true } }), [[
    'Go about 120 m to the street; the way is not known, and water may lie between.',
    'Go about 40 m from the street.',
  ]]);
  // That the way is not known is said once.
  assert.deepEqual(
    told({ mode: 'walk', snapped: { start: 120, end: 80 } }, { mode: 'bus' }, { mode: 'walk', snapped: { start: 50, end: 3 } }),
    [
      ['Go about 120 m to the street; the way is not known.', 'Go about 80 m from the street.'],
      ['', ''],
      ['Go about 50 m to the street.', ''],
    ],
  );
  assert.deepEqual(told({ mode: 'walk', snapped: { start: 8, end: 3 } }), [['', '']]);
});

Deno.test('who comes too late is told by how much', () => {
  const start = '2026-05-04T10:05:00Z';
  const line = /** @type {import('api-types').CalendarLine} */ (/** @type {unknown} */ ({
    startsAt: start,
    status: 'confirmed',
    verdict: 'unreachable',
    leaveAt: '2026-05-04T10:08:00Z',
    minutes: 22,
  }));
  const words = leaveBy(line);
  assert.match(words, /^At .*08.* at the earliest: 25 minutes too late$/);
  assert.equal(lateBy(line), 25 * 60);
  assert.equal(lateBy({ ...line, verdict: 'tight' }), 0);
  assert.match(leaveBy({ ...line, verdict: 'reachable' }), /^Leave by .*08/);
  assert.equal(leaveBy({ ...line, status: 'cancelled' }), '');
  assert.match(leaveWords(start, 30), /: 1 minute too late$/);
  assert.match(leaveWords(start, 145 * 60), / too late$/);
  assert.doesNotMatch(leaveWords(start, 145 * 60), /145 minutes/);
});
