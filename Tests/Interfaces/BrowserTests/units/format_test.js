import assert from 'node:assert/strict';
import * as format from '../../../../Sources/Interfaces/WebClient/web/parts/format.js';
import { settings } from '../../../../Sources/Interfaces/WebClient/web/shell/settings.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

await loadTexts('shell', {
  en: () => import('../../../../Sources/Interfaces/WebClient/web/shell/texts.en.js'),
});

/** With units, and as before afterwards. @param {'metric' | 'imperial'} units @param {() => void} run */
function within(units, run) {
  settings.units = units;
  run();
  settings.units = '';
}

Deno.test('distances are rounded as one says them', () =>
  within('metric', () => {
    const said = [3.4, 19.6, 22, 97, 98, 104, 994, 996, 1249, 9949, 14_400].map(format.distance);
    assert.deepEqual(said, [
      '3 m', '20 m', '20 m', '95 m', '100 m', '100 m', '990 m', '1 km', '1.2 km', '9.9 km', '14 km',
    ]);
  }));

Deno.test('where it is usual they are in feet and miles', () =>
  within('imperial', () => {
    const said = [10, 100, 250, 1609.344, 20_000].map(format.distance);
    assert.deepEqual(said, ['35 ft', '350 ft', '800 ft', '1 mi', '12 mi']);
    assert.equal(format.height(100), '328 ft');
  }));

Deno.test('durations are of minutes and hours, a minute at least', () => {
  assert.deepEqual([5, 60, 89, 91, 3600, 4800, 36_000 + 600].map(format.duration), [
    '1 min', '1 min', '1 min', '2 min', '1 h', '1 h 20 min', '10 h',
  ]);
});

Deno.test('a span is of the days that its place has, and ends before midnight', () => {
  const one = { startsAt: '2026-06-19T22:00:00Z', endsAt: '2026-06-20T22:00:00Z', zone: 'Europe/Vaduz' };
  assert.equal(format.daysOf(one), format.day('2026-06-20T10:00:00Z', 'Europe/Vaduz'));
  const two = format.daysOf({ ...one, endsAt: '2026-06-21T22:00:00Z' });
  assert.equal(two.split(' – ').length, 2);
  assert.match(two, /21/);
  assert.doesNotMatch(two, /22/);
});

Deno.test('a deadline at midnight is the end of the day before', () => {
  const midnight = format.deadline('2026-06-19T22:00:00Z', 'Europe/Vaduz');
  assert.match(midnight, /19/);
  assert.doesNotMatch(midnight, /20 Jun|Jun 20/);
  const noon = '2026-06-19T10:00:00Z';
  assert.equal(format.deadline(noon, 'Europe/Vaduz'), format.moment(noon));
});

Deno.test('the clocks of another place are said only where they show something else', () => {
  const at = '2026-06-20T12:00:00Z';
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  assert.equal(format.there(at, own), undefined);
  assert.match(format.there(at, own === 'Asia/Ho_Chi_Minh' ? 'UTC' : 'Asia/Ho_Chi_Minh') ?? '', /UTC|Asia\/Ho Chi Minh/);
});

Deno.test('how long ago it was is said by the largest unit that fits, later by the day', () => {
  const before = (seconds) => format.ago(new Date(Date.now() - seconds * 1000));
  const said = [20, 300, 7200, 86_400].map(before);
  assert.deepEqual(said, ['now', '5 minutes ago', '2 hours ago', 'yesterday']);
  assert.match(before(-7200), /in 2 hours/);
  const long = new Date(Date.now() - 30 * 86_400_000);
  assert.equal(format.ago(long), format.day(long));
});

Deno.test('a place is called by its words, else by where it lies', () => {
  assert.equal(format.placeText(undefined), '');
  assert.equal(format.placeText({ label: 'Home', address: 'Main Street 1', lat: 1, lon: 2 }), 'Home, Main Street 1');
  assert.equal(format.placeText({ lat: 47.1234567, lon: 9 }), '47.12346, 9.00000');
  assert.equal(format.placeText({ lat: 47 }), '');
});

Deno.test('files are said in kilobytes, then in megabytes', () => {
  assert.deepEqual([999_000, 3_440_000].map(format.fileSize), ['999 kB', '3.4 MB']);
});
