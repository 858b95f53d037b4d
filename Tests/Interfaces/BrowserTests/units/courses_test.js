// Courses and records: what a form on a course holds, and the curves of a team's records.

import assert from 'node:assert/strict';
import {
  blank, bodyOf, lessonsIn, lessonsOf, movedUp, valuesOf, errorsIn,
} from '../../../../Sources/Interfaces/WebClient/web/courses/draft.js';
import { curvesOf, seasonsOf, unitsOf } from '../../../../Sources/Interfaces/WebClient/web/groups/curves.js';

const lesson = (/** @type {string} */ title, /** @type {object} */ parts = {}) => ({ ...blank(), title, text: 'Read', ...parts });
const record = (/** @type {string} */ day, /** @type {number} */ value, /** @type {object} */ parts = {}) =>
  /** @type {any} */ ({ day, value, unit: 's', season: '2026', metric: '100 m', ...parts });

Deno.test('a form has the lessons by their places, and they come back in order', () => {
  const lessons = [lesson('One', { id: 'a' }), lesson('Two')];
  const values = valuesOf({ title: 'Knots', description: '' }, lessons);
  assert.equal(values['lessons/1/title'], 'Two');
  assert.deepEqual(lessonsIn(values, ['a', undefined]), lessons);
  assert.deepEqual(lessonsOf(), [blank()]);
  const course = /** @type {any} */ ({ lessons: [{ id: 'a', kind: 'article', title: 'One', text: 'Read', done: true }] });
  assert.deepEqual(lessonsOf(course), [{ id: 'a', kind: 'article', title: 'One', text: 'Read', link: '' }]);
});

Deno.test('a lesson that moves up changes places with the one before', () => {
  const titles = (/** @type {number} */ index) =>
    movedUp([lesson('One'), lesson('Two'), lesson('Three')], index).map(({ title }) => title);
  assert.deepEqual(titles(1), ['Two', 'One', 'Three']);
  assert.deepEqual(titles(2), ['One', 'Three', 'Two']);
});

Deno.test('an article has a text, a video an address', () => {
  const wrong = (/** @type {ReturnType<typeof lesson>[]} */ lessons) => Object.keys(errorsIn({ title: 'Knots' }, lessons));
  assert.deepEqual(wrong([lesson('One'), lesson('Two', { kind: 'video', text: '', link: 'https://example.org' })]), []);
  assert.deepEqual(wrong([lesson('One', { text: ' ' })]), ['lessons/0/text']);
  assert.deepEqual(wrong([lesson('One'), lesson(' ', { kind: 'video' })]), ['lessons/1/title', 'lessons/1/link']);
  assert.deepEqual(Object.keys(errorsIn({ title: '' }, [])), ['title']);
});

Deno.test('what is empty of a lesson is not sent', () => {
  const sent = bodyOf({ title: ' Knots ', description: 'For all' }, [
    lesson(' One ', { id: 'a' }), lesson('Two', { kind: 'video', text: ' ', link: ' https://example.org ' }),
  ]);
  assert.deepEqual(sent, {
    title: 'Knots',
    description: 'For all',
    lessons: [
      { id: 'a', kind: 'article', title: 'One', text: 'Read' },
      { kind: 'video', title: 'Two', link: 'https://example.org' },
    ],
  });
});

Deno.test('each player has a curve in the order of days, and the team', () => {
  const cleo = { account: { id: 'c', name: 'Cleo' } };
  const items = [record('2026-02-01', 13, cleo), record('2026-01-02', 60), record('2026-01-01', 14, cleo)];
  assert.deepEqual(curvesOf(items, 'The team'), [
    {
      name: 'Cleo',
      points: [{ at: Date.parse('2026-01-01T12:00'), value: 14 }, { at: Date.parse('2026-02-01T12:00'), value: 13 }],
    },
    { name: 'The team', points: [{ at: Date.parse('2026-01-02T12:00'), value: 60 }] },
  ]);
});

Deno.test('seasons are told from the latest on, also the one that is shown; units by the alphabet', () => {
  assert.deepEqual(seasonsOf([record('2026-01-01', 1), record('2025-01-01', 1, { season: '2025' })], ''), ['2026', '2025']);
  assert.deepEqual(seasonsOf([], '2024'), ['2024']);
  assert.deepEqual(unitsOf([record('2026-01-01', 1), record('2026-01-01', 1, { unit: 'm' })]), ['m', 's']);
});
