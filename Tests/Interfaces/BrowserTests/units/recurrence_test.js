import assert from 'node:assert/strict';
import {
  join, parts, split, usual, words,
} from '../../../../Sources/Interfaces/WebClient/web/calendar/editing/recurrence.js';
import texts from '../../../../Sources/Interfaces/WebClient/web/calendar/texts.en.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

const vaduz = 'Europe/Vaduz';
await loadTexts('calendar', { en: async () => ({ default: texts }) });

Deno.test('a rule has parts by their names', () => {
  assert.deepEqual(parts('RRULE:FREQ=weekly;byday=MO'), { FREQ: 'weekly', BYDAY: 'MO' });
  assert.deepEqual(parts(''), {});
});

Deno.test('the end of a rule is a day by the clocks of its zone', () => {
  const until = (/** @type {string} */ text, zone = vaduz) => split(`FREQ=DAILY;UNTIL=${text}`, zone);
  assert.deepEqual(until('20261204'), { base: 'FREQ=DAILY', until: '2026-12-04' });
  assert.equal(until('20261204T225900Z').until, '2026-12-04');
  assert.equal(until('20261204T233000Z').until, '2026-12-05');
  // The last second of a day in UTC is meant as that day, wherever.
  assert.equal(until('20261204T235959Z').until, '2026-12-04');
  assert.equal(until('20261204T235959Z', 'Pacific/Auckland').until, '2026-12-04');
  assert.deepEqual(split('FREQ=WEEKLY;BYDAY=MO', vaduz), { base: 'FREQ=WEEKLY;BYDAY=MO', until: '' });
  assert.deepEqual(split(undefined, vaduz), { base: '', until: '' });
});

Deno.test('a rule with its last day is what comes apart again', () => {
  for (const rule of usual.filter(Boolean)) {
    for (const zone of [vaduz, 'Pacific/Auckland', 'America/Toronto', 'UTC']) {
      for (const isAllDay of [true, false]) {
        const joined = join(rule, '2026-12-04', isAllDay, zone);
        assert.deepEqual(split(joined, zone), { base: rule, until: '2026-12-04' }, `${joined} ${zone}`);
      }
    }
  }
  assert.equal(join('FREQ=DAILY', '2026-12-04', true, vaduz), 'FREQ=DAILY;UNTIL=20261204');
  assert.equal(join('FREQ=DAILY', '', false, vaduz), 'FREQ=DAILY');
  assert.equal(join('', '2026-12-04', false, vaduz), '');
});

Deno.test('a last day takes the place of a number of times', () => {
  assert.equal(join('FREQ=DAILY;COUNT=5', '2026-12-04', true, vaduz), 'FREQ=DAILY;UNTIL=20261204');
});

Deno.test('rules as people say them', () => {
  const said = (/** @type {string} */ rule) => words(rule, vaduz);
  assert.equal(said('FREQ=DAILY'), 'Every day');
  assert.equal(said('FREQ=WEEKLY;INTERVAL=2'), 'Every 2 weeks');
  assert.equal(said('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'), 'Every weekday, Monday to Friday');
  assert.equal(said('FREQ=WEEKLY;BYDAY=MO,FR'), 'Every week on Monday and Friday');
  assert.equal(said('FREQ=MONTHLY;BYDAY=2TU'), 'Every month on Tuesday number 2');
  assert.equal(said('FREQ=MONTHLY;BYDAY=-1SU'), 'Every month on the last Sunday');
  assert.equal(said('FREQ=MONTHLY;BYMONTHDAY=1,15'), 'Every month, on day 1 and 15');
  assert.equal(said('FREQ=YEARLY;COUNT=3'), 'Every year, 3 times');
  assert.match(said('FREQ=DAILY;UNTIL=20261204'), /^Every day, until .*4.*2026$/);
});

Deno.test('a rule that nobody has words for is said as it is', () => {
  assert.equal(words('FREQ=HOURLY', vaduz), 'FREQ=HOURLY');
});
