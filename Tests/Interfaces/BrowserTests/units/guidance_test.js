import assert from 'node:assert/strict';
import { Course, wayOf } from '../../../../Sources/Interfaces/WebClient/web/tours/course.js';
import { Guidance, placesAlong } from '../../../../Sources/Interfaces/WebClient/web/tours/guidance.js';

/** @typedef {[number, number]} LonLat */
const perMetre = 1 / 111_195;
/** A place by metres to the east and north. @param {number} east @param {number} north @returns {LonLat} */
const place = (east, north) => [9.52 + east * perMetre / Math.cos(47.14 * Math.PI / 180), 47.14 + north * perMetre];

/** 200 m to the north, 100 m to the east, 100 m to the north again. */
const course = new Course([place(0, 0), place(0, 100), place(0, 200), place(100, 200), place(100, 300)]);

/** Walks through places at 1.3 m/s. @param {Guidance} guidance @param {number[][]} places */
function walk(guidance, places, { accuracy = 5, until = course.length, heading = /** @type {number | null} */ (null) } = {}) {
  return places.map(([east, north], index) =>
    guidance.take({ at: place(east, north), accuracy, heading, time: index * 1000 }, until)
  );
}

Deno.test('a route turns where it bends, by how much it bends', () => {
  assert.deepEqual(course.turns.map(({ way, along }) => [way, Math.round(along)]), [['right', 200], ['left', 300]]);
  assert.deepEqual([10, -45, 90, -150].map(wayOf), ['straight', 'slight-left', 'right', 'sharp-left']);
  const bend = new Course([place(0, 0), place(0, 90), place(4, 98), place(12, 102), place(100, 102)]);
  assert.equal(bend.turns.length, 1, 'a rounded corner is one turn');
});

Deno.test('a turn is said about 40 m before and at it, with the street, once each', () => {
  const guidance = new Guidance(course);
  guidance.streets.set(course.turns[0].along, 'Städtle');
  const told = walk(guidance, [[0, 100], [0, 140], [0, 165], [0, 175], [0, 195], [0, 198]]);
  assert.deepEqual(told.map(({ say }) => say?.kind ?? null), [null, null, 'turn', null, 'turn', null]);
  assert.equal(told[1].now.way, 'right');
  assert.equal(Math.round(told[1].now.metres), 60);
  assert.equal(told[2].say?.street, 'Städtle');
  assert.equal(told[2].say?.isNow, false);
  assert.equal(told[4].say?.isNow, true);
});

Deno.test('who walks fast hears it earlier', () => {
  const guidance = new Guidance(course);
  /** @type {(number | null)[]} */
  const heard = [];
  for (let second = 0; second < 60; second++) {
    const { say } = guidance.take({ at: place(0, second * 3), accuracy: 5, heading: null, time: second }, course.length);
    if (say) heard.push(Math.round(say.metres));
  }
  assert.ok(heard[0] && heard[0] > 50, `${heard}`);
});

Deno.test('what could not be said is said as soon as it can', () => {
  const guidance = new Guidance(course);
  const [{ say }] = walk(guidance, [[0, 165]]);
  assert.ok(say);
  guidance.unsaid(say);
  assert.equal(walk(guidance, [[0, 170]])[0].say?.kind, 'turn');
});

Deno.test('a missed turn is said again, and on coming back to it', () => {
  const guidance = new Guidance(course);
  const told = walk(guidance, [[0, 170], [0, 198], [0, 230], [0, 235]]);
  assert.deepEqual(told.map(({ say }) => say?.kind ?? null), ['turn', 'turn', 'missed', null]);
  assert.equal(Math.round(told[2].say?.metres ?? 0), 30);
  assert.equal(Math.round(told[2].say?.bearing ?? 0), 180);
  assert.equal(walk(guidance, [[0, 202]])[0].say?.isNow, true);
});

Deno.test('past 40 m and the accuracy one has left the route, and is back once', () => {
  const guidance = new Guidance(course);
  const told = walk(guidance, [[0, 50], [43, 50], [60, 50], [62, 50], [105, 50], [20, 50], [10, 50]]);
  assert.deepEqual(told.map(({ say }) => say?.kind ?? null), [null, null, 'left', null, 'left', 'back', null]);
  assert.equal(Math.round(told[2].say?.metres ?? 0), 60);
  assert.equal(Math.round(told[2].say?.bearing ?? 0), 270);
  const vague = new Guidance(course);
  assert.deepEqual(walk(vague, [[0, 50], [60, 50]], { accuracy: 30 }).map(({ say }) => say?.kind ?? null), [null, null]);
});

Deno.test('who has not been on the route is led to it', () => {
  const guidance = new Guidance(course);
  const [{ say }] = walk(guidance, [[0, -120]]);
  assert.equal(say?.kind, 'to-route');
  assert.equal(Math.round(say?.metres ?? 0), 120);
  assert.equal(walk(guidance, [[0, 165]])[0].say?.kind, 'turn', 'not “again”');
});

Deno.test('the other way is said after some steps, not to whoever stands', () => {
  const guidance = new Guidance(course);
  const told = walk(guidance, [[0, 100], [0, 90], [0, 70], [0, 60]], { heading: 180 });
  assert.deepEqual(told.map(({ say }) => say?.kind ?? null), [null, null, 'round', null]);
});

Deno.test('where the route comes by twice, one is where one has walked to', () => {
  const round = new Course([place(0, 0), place(0, 200), place(100, 200), place(100, 100), place(-100, 100)]);
  const first = round.nearest(place(1, 101), { near: 90 });
  assert.ok(first.along < 150, `${first.along}`);
  const second = round.nearest(place(1, 101), { near: 490 });
  assert.ok(second.along > 450, `${second.along}`);
  const stops = placesAlong(round, [place(0, 100), place(100, 200), place(0, 100)]);
  assert.deepEqual(stops.map(Math.round), [100, 300, 500]);
});

Deno.test('up to the next stop turns count, none behind it', () => {
  const guidance = new Guidance(course);
  const [{ now }] = walk(guidance, [[0, 100]], { until: 180 });
  assert.equal(now.kind, 'on');
  assert.equal(Math.round(now.metres), 80);
});
