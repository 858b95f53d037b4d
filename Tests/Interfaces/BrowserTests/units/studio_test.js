import assert from 'node:assert/strict';
import {
  emptyDoc, isSame, lacks, languagesOf, moved, nameOf, reversed, toBody, withLanguages, withRecording,
  withStopMoved, withStopPicture,
} from '../../../../Sources/Interfaces/WebClient/web/studio/document.js';
import { byLanguage } from '../../../../Sources/Interfaces/WebClient/web/studio/kept.js';
import {
  differences, merge, sameStops, settled,
} from '../../../../Sources/Interfaces/WebClient/web/studio/merging.js';
import { byPlace } from '../../../../Sources/Interfaces/WebClient/web/studio/findings.js';
import { publication } from '../../../../Sources/Interfaces/WebClient/web/studio/state.js';
import { History } from '../../../../Sources/Interfaces/WebClient/web/studio/history.js';
import {
  along, circle, lengthOf, metres, neighbour, NoLineError, readFile, spliced,
} from '../../../../Sources/Interfaces/WebClient/web/studio/lines.js';

/** @param {string} key @param {string} title */
const stop = (key, title) => ({
  key,
  title: { en: title },
  text: { en: `About ${title}` },
  position: { lat: 47.14, lon: 9.52 },
  kind: /** @type {const} */ ('popup'),
  objects: [],
  trigger: null,
  recordings: {},
});

/** @returns {import('../../../../Sources/Interfaces/WebClient/web/studio/document.js').Doc} */
const tour = () => ({
  ...emptyDoc('en'),
  names: { en: 'Old Town' },
  descriptions: { en: 'A walk' },
  route: [[9.52, 47.14], [9.521, 47.141]],
  stops: [stop('a', 'Gate'), stop('b', 'Tower'), stop('c', 'Well')],
});

Deno.test('stops that all got other ids are known by what they tell, not by where they stand in the list', () => {
  const at = (/** @type {any} */ one, /** @type {number} */ lat) => ({ ...one, position: { lat, lon: 9.5 } });
  const base = {
    ...tour(),
    stops: [
      at(stop('a', 'Gate'), 47.1), at(stop('b', 'Tower'), 47.2), at(stop('c', 'Well'), 47.3),
      at(stop('d', 'Mill'), 47.4),
    ],
  };
  const theirs = {
    ...tour(),
    stops: [
      // Moved to the front as it was; told anew; renamed; and one that is another altogether.
      at(stop('w', 'Mill'), 47.4),
      { ...at(stop('x', 'Tower'), 47.25), text: { en: 'Higher than it looks.' } },
      at(stop('y', 'City gate'), 47.1),
      at(stop('z', 'Bridge'), 47.5),
    ],
  };
  const pairs = [...sameStops(base, theirs)].map(([one, old]) => [one.key, old.key]).sort();
  assert.deepEqual(pairs, [['w', 'd'], ['x', 'b'], ['y', 'a'], ['z', 'c']]);
});

Deno.test('lengths and places along a line', () => {
  /** @type {[number, number][]} */
  const line = [[9.52, 47.14], [9.52, 47.141], [9.52, 47.143]];
  // One degree of latitude is 111.195 km on the mean sphere.
  assert.ok(Math.abs(lengthOf(line) - 333.585) < 0.01, String(lengthOf(line)));
  const { at, index } = along(line, 222.39);
  assert.equal(index, 1);
  assert.ok(Math.abs(at[1] - 47.142) < 1e-6);
  assert.deepEqual(along(line, 1e6).at, [9.52, 47.143]);
  for (const corner of circle([9.52, 47.14], 25)) {
    assert.ok(Math.abs(metres([9.52, 47.14], corner) - 25) < 0.05);
  }
});

Deno.test('points that follow a path are no neighbours', () => {
  /** @type {import('../../../../Sources/Interfaces/WebClient/web/studio/lines.js').Point[]} */
  const line = [[0, 0], [1, 0, 1], [2, 0, 1], [3, 0]];
  assert.equal(neighbour(line, 0, 1), 3);
  assert.equal(neighbour(line, 3, -1), 0);
  assert.equal(neighbour(line, 3, 1), -1);
  assert.deepEqual(spliced(line, 0, 3, [[1, 1]]), [[0, 0], [1, 1], [3, 0]]);
});

Deno.test('a GeoJSON file gives its longest line and its named points', () => {
  const file = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: { type: 'LineString', coordinates: [[9, 47], [9, 47.001]] } },
      { type: 'Feature', geometry: { type: 'LineString', coordinates: [[9, 47], [9, 47], [9, 48]] } },
      { type: 'Feature', properties: { name: 'Gate' }, geometry: { type: 'Point', coordinates: [9.5, 47.1] } },
      { type: 'Feature', geometry: { type: 'Point', coordinates: [900, 47.1] } },
    ],
  });
  const { line, places } = readFile(file);
  assert.deepEqual(line, [[9, 47], [9, 48]]);
  assert.deepEqual(places, [{ name: 'Gate', at: [9.5, 47.1] }]);
  assert.throws(() => readFile('{"type":"FeatureCollection","features":[]}'), NoLineError);
  assert.throws(() => readFile('{broken'), NoLineError);
  assert.throws(() => readFile('{"type":"LineString","coordinates":{"0":[9.5,47.1]}}'), NoLineError);
  assert.throws(() => readFile('{"type":"MultiLineString","coordinates":7,"features":8}'), NoLineError);
});

Deno.test('what is sent has no blank texts, and points in the precision of the server', () => {
  const doc = tour();
  doc.stops[0].text = { en: ' ', de: 'Tor' };
  doc.route = [[9.520000049, 47.14], [9.52, 47.14], [9.521, 47.141, 1]];
  doc.price = '4,5';
  const body = toBody(doc, (key) => key === 'a' ? 'id-a' : undefined);
  assert.deepEqual(body.stops[0].text, { de: 'Tor' });
  assert.equal(body.stops[0].id, 'id-a');
  assert.ok(!('id' in body.stops[1]));
  assert.deepEqual(body.route.coordinates[0], [9.52, 47.14]);
  assert.equal(body.route.coordinates[2].length, 2);
  assert.equal(body.price, '4.5');
  assert.equal(body.area, null);
});

Deno.test('what lacks is named with its place', () => {
  const codes = (/** @type {any} */ change) =>
    lacks({ ...tour(), ...change }).map(({ pointer, code }) => `${pointer} ${code}`);
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ names: { en: ' ' } }), ['/names needName']);
  assert.deepEqual(codes({ price: '10' }), ['/price priceTooHigh']);
  assert.deepEqual(codes({ price: '9.99' }), []);
  assert.deepEqual(codes({ price: 'ten' }), ['/price wrongPrice']);
  assert.deepEqual(codes({ route: [[9, 47], [9, 47]] }), ['/route needRoute']);
  assert.deepEqual(codes({ stops: [stop('a', ' ')] }), ['/stops/0/title needTitle']);
  assert.equal(lacks(emptyDoc('en')).length, 3);
});

Deno.test('texts of an untold language become those of the first', () => {
  const doc = { ...tour(), languages: [], stops: [{ ...stop('a', ''), title: { und: 'Gate' } }] };
  const told = withLanguages(doc, ['de', 'en']);
  assert.deepEqual(told.stops[0].title, { de: 'Gate' });
});

Deno.test('stops are ordered and turned around', () => {
  const keys = (/** @type {any} */ doc) => doc.stops.map((/** @type {any} */ one) => one.key).join('');
  assert.equal(keys(withStopMoved(tour(), 0, 2)), 'bca');
  assert.equal(keys(withStopMoved(tour(), 2, 0)), 'cab');
  assert.equal(keys(reversed(tour())), 'cba');
  assert.deepEqual(reversed(tour()).route[0], [9.521, 47.141]);
});

Deno.test('what only one has changed is taken without asking', () => {
  const base = tour();
  const mine = { ...tour(), names: { en: 'Mine' } };
  const theirs = { ...tour(), descriptions: { en: 'Theirs' } };
  const merged = merge(base, mine, theirs);
  assert.deepEqual(merged.choices, []);
  assert.equal(merged.doc.names.en, 'Mine');
  assert.equal(merged.doc.descriptions.en, 'Theirs');
  assert.deepEqual(merged.taken, ['descriptions']);
});

Deno.test('what both have changed is chosen', () => {
  const [base, mine, theirs] = [tour(), { ...tour(), names: { en: 'Mine' } }, { ...tour(), names: { en: 'Theirs' } }];
  const merged = merge(base, mine, theirs);
  assert.deepEqual(merged.choices.map(({ id }) => id), ['names']);
  assert.equal(settled(merged, theirs, new Set()).names.en, 'Mine');
  assert.equal(settled(merged, theirs, new Set(['names'])).names.en, 'Theirs');
  assert.deepEqual(merge(base, mine, { ...tour(), names: { en: 'Mine' } }).choices, []);
});

Deno.test('stops are merged one by one, and nothing is lost', () => {
  const base = tour();
  const mine = tour();
  mine.stops[0].text = { en: 'Mine' };
  const theirs = tour();
  theirs.stops[1].text = { en: 'Theirs' };
  const both = merge(base, mine, theirs);
  assert.deepEqual(both.choices, []);
  assert.deepEqual(both.doc.stops.map(({ text }) => text.en), ['Mine', 'Theirs', 'About Well']);
  theirs.stops[0].text = { en: 'Other' };
  const asked = merge(base, mine, theirs);
  assert.deepEqual(asked.choices.map(({ id }) => id), ['stop:a:text:en']);
  assert.equal(settled(asked, theirs, new Set(['stop:a:text:en'])).stops[0].text.en, 'Other');
  // They put in another stop: it comes along with my text.
  const longer = { ...tour(), stops: [...tour().stops, stop('d', 'Bridge')] };
  const joined = merge(base, mine, longer);
  assert.deepEqual(joined.doc.stops.map(({ key }) => key), ['a', 'b', 'c', 'd']);
  assert.equal(joined.doc.stops[0].text.en, 'Mine');
  // They took away what I have written: that is asked.
  const shorter = { ...tour(), stops: tour().stops.slice(1) };
  assert.deepEqual(merge(base, mine, shorter).choices.map(({ id }) => id), ['stops']);
});

Deno.test('a stop is merged member by member, and asked for what both have changed', () => {
  const [mine, theirs] = [tour(), tour()];
  mine.stops[0] = { ...mine.stops[0], text: { en: 'Mine', de: 'Meins' }, position: { lat: 47.2, lon: 9.6 } };
  theirs.stops[0] = { ...theirs.stops[0], text: { en: 'Theirs' }, trigger: { radius: 60 }, objects: ['o'], kind: 'object' };
  const merged = merge(tour(), mine, theirs);
  assert.deepEqual(merged.choices.map(({ id }) => id), ['stop:a:text:en']);
  assert.deepEqual(merged.doc.stops[0], { ...theirs.stops[0], text: { en: 'Mine', de: 'Meins' }, position: { lat: 47.2, lon: 9.6 } });
  const chosen = settled(merged, theirs, new Set(['stop:a:text:en']));
  assert.deepEqual(chosen.stops[0].text, { en: 'Theirs', de: 'Meins' });
});

Deno.test('two documents are the same whatever their stops are called', () => {
  const other = { ...tour(), stops: tour().stops.map((one) => ({ ...one, key: `x${one.key}` })) };
  assert.ok(isSame(tour(), other));
  assert.deepEqual(differences(tour(), { ...tour(), price: '3' }), ['price']);
});

Deno.test('steps are undone and done again; letters of a word are one step', () => {
  const history = new History('');
  history.push('a', 'typing', 'name');
  history.push('ab', 'typing', 'name');
  history.push('abc', 'drawing');
  assert.equal(history.undo(), 'drawing');
  assert.equal(history.present, 'ab');
  assert.equal(history.undo(), 'typing');
  assert.equal(history.present, '');
  assert.equal(history.undo(), undefined);
  assert.equal(history.redo(), 'typing');
  assert.equal(history.present, 'ab');
  history.push('x', 'other');
  assert.equal(history.redoable, undefined);
});

Deno.test('what is published and what is changed since are two facts', () => {
  const of = (/** @type {any} */ tour, isDirty = false) => {
    const { mark, text, number } = publication(tour, isDirty);
    return `${mark} ${text} ${number}`;
  };
  assert.equal(of(null), 'state-draft not-draft 0');
  assert.equal(of({ state: 'draft', revision: 1, hasDraft: true }), 'state-draft not-draft 0');
  assert.equal(of({ state: 'published', revision: 3, hasDraft: false }), 'state-published isPublished 3');
  // Saved as a draft, which is the next version, or only kept on the device.
  assert.equal(of({ state: 'published', revision: 4, hasDraft: true }), 'hasDraft changesSince 3');
  assert.equal(of({ state: 'published', revision: 3, hasDraft: false }, true), 'hasDraft changesSince 3');
  assert.equal(of({ state: 'retired', revision: 3, hasDraft: false }), 'state-retired not-retired 0');
});

Deno.test('a check names each stop once, and says the same thing once', () => {
  const found = byPlace([
    { pointer: '/stops/2/text', text: 'empty' },
    { pointer: '/route', text: 'leaves the area' },
    { pointer: '/stops/0/position', text: 'far' },
    { pointer: '/stops/2/trigger', text: 'not touched' },
    { pointer: '/stops/2/position', text: 'not touched' },
    { pointer: '/stops', text: 'none' },
  ]);
  assert.deepEqual(
    found.map(({ place, findings }) => [place, ...findings.map(({ text }) => text)]),
    [['/route', 'leaves the area'], ['/stops', 'none'], ['/stops/0', 'far'], ['/stops/2', 'empty', 'not touched']],
  );
});

Deno.test('names are merged language by language, and asked for where both changed the same one', () => {
  const base = { ...tour(), names: { en: 'Old Town', de: 'Altstadt' } };
  const mine = { ...base, names: { en: 'The Old Town', de: 'Altstadt' } };
  const theirs = { ...base, names: { en: 'Old Town', de: 'Die Altstadt', fr: 'Vieille ville' } };
  const merged = merge(base, mine, theirs);
  assert.deepEqual(merged.choices, []);
  assert.deepEqual(merged.doc.names, { en: 'The Old Town', de: 'Die Altstadt', fr: 'Vieille ville' });
  const both = merge(base, mine, { ...base, names: { en: 'Town', de: 'Altstadt' } });
  assert.deepEqual(both.choices.map(({ id }) => id), ['names']);
  assert.equal(both.doc.names.en, 'The Old Town');
});

Deno.test('a tour is called by its first language, else by any that is told', () => {
  const doc = { ...tour(), languages: ['de', 'en'], names: { en: 'Old Town', de: ' ' } };
  assert.equal(nameOf(doc), 'Old Town');
  assert.equal(nameOf({ ...doc, names: { ...doc.names, de: 'Altstadt ' } }), 'Altstadt');
  assert.deepEqual(toBody(doc).names, { en: 'Old Town' });
  // A language in which something is told is one of the tour's.
  assert.deepEqual(languagesOf({ ...doc, languages: ['de'] }), ['de', 'en']);
  assert.deepEqual(languagesOf({ ...emptyDoc('de'), names: { en: ' ' } }), ['de']);
});

Deno.test('each language of a stop has a recording of its own', () => {
  const take = (/** @type {string} */ media) => ({ kind: /** @type {const} */ ('recording'), media });
  const german = withRecording(tour(), 'b', 'de', take('m1'));
  const both = withRecording(german, 'b', 'en', take('m2'));
  assert.deepEqual(toBody(both).stops[1].narrations, { de: take('m1'), en: take('m2') });
  assert.deepEqual(withRecording(both, 'b', 'de').stops[1].recordings, { en: take('m2') });
  assert.deepEqual(toBody(tour()).stops[1].narrations, {});
  // Two who record in different languages keep both; in the same one it is asked for.
  const joined = merge(tour(), german, withRecording(tour(), 'b', 'en', take('m2')));
  assert.deepEqual(joined.choices, []);
  assert.deepEqual(joined.doc.stops[1].recordings, { de: take('m1'), en: take('m2') });
  const theirs = withRecording(tour(), 'b', 'de', take('m3'));
  const asked = merge(tour(), german, theirs);
  assert.deepEqual(asked.choices.map(({ id }) => id), ['stop:b:recordings:de']);
  assert.deepEqual(settled(asked, theirs, new Set()).stops[1].recordings, { de: take('m1') });
  assert.deepEqual(settled(asked, theirs, new Set(['stop:b:recordings:de'])).stops[1].recordings, { de: take('m3') });
  // Theirs is that there is none any more.
  const gone = merge(german, withRecording(german, 'b', 'de', take('m4')), tour());
  assert.deepEqual(settled(gone, tour(), new Set(['stop:b:recordings:de'])).stops[1].recordings, {});
});

Deno.test('pictures are put in order, replaced in their place, and part of what differs', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 5, 0), ['a', 'b']);
  const one = withStopPicture(tour(), 'a', 'p1');
  const two = withStopPicture(one, 'a', 'p2');
  assert.deepEqual(two.stops[0].pictures, ['p1', 'p2']);
  assert.deepEqual(withStopPicture(two, 'a', 'p3', 'p1').stops[0].pictures, ['p3', 'p2']);
  // The one to be replaced was taken away meanwhile.
  assert.deepEqual(withStopPicture(one, 'a', 'p3', 'gone').stops[0].pictures, ['p1', 'p3']);
  assert.deepEqual(differences(one, two), ['stops']);
  assert.deepEqual(differences(tour(), { ...tour(), picture: 'p1' }), ['picture']);
});

Deno.test('work that was kept when a tour had one name and a stop one recording is taken up again', () => {
  const { names: _names, descriptions: _descriptions, ...rest } = tour();
  const { recordings: _recordings, ...first } = rest.stops[0];
  const recording = { kind: 'recording', media: 'm1' };
  const old = {
    ...rest,
    name: 'Old Town',
    description: 'A walk',
    stops: [{ ...first, narration: recording }, { ...first, key: 'b', narration: { kind: 'speech' } }],
  };
  const doc = byLanguage(old);
  assert.deepEqual([doc.names, doc.descriptions], [{ en: 'Old Town' }, { en: 'A walk' }]);
  assert.deepEqual(doc.stops.map(({ recordings }) => recordings), [{ en: recording }, {}]);
  assert.equal(byLanguage(doc), doc);
});
