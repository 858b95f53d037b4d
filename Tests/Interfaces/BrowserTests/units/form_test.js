import assert from 'node:assert/strict';
import { Form } from '../../../../Sources/Interfaces/WebClient/web/parts/form-state.js';
import { ApiError, OfflineError } from '../../../../Sources/Interfaces/WebClient/web/shell/problem.js';
import { loadTexts } from '../../../../Sources/Interfaces/WebClient/web/shell/texts.js';

await loadTexts('shell', {
  en: () => import('../../../../Sources/Interfaces/WebClient/web/shell/texts.en.js'),
});

/** A form, and how often it was drawn. */
function form(values = { name: 'Ada', age: 3 }) {
  let draws = 0;
  return { form: new Form(values, () => draws++), draws: () => draws };
}

/** @param {{pointer: string, detail: string}[]} errors */
const refusal = (errors, detail = 'Something is wrong.') =>
  new ApiError({ type: '/problems/invalid-content', title: 'Invalid', status: 422, detail, errors });

Deno.test('it is unsaved while it differs from what it was made of', () => {
  const { form: one, draws } = form();
  assert.equal(one.isUnsaved, false);
  one.set('name', 'Bob');
  assert.equal(one.isUnsaved, true);
  one.set('name', 'Ada');
  assert.equal(one.isUnsaved, false);
  assert.equal(one.isChanged, true);
  assert.equal(draws(), 2);
  one.touch();
  assert.equal(one.isUnsaved, true);
});

Deno.test('what was sent is saved, unless nothing was after all', async () => {
  const { form: one } = form();
  one.set('name', 'Bob');
  await one.submit(() => Promise.resolve(false));
  assert.equal(one.isUnsaved, true);
  let sent;
  await one.submit(async (values) => sent = { ...values });
  assert.deepEqual(sent, { name: 'Bob', age: 3 });
  assert.equal(one.isUnsaved, false);
  // From now on it differs from what was saved.
  one.set('name', 'Ada');
  assert.equal(one.isUnsaved, true);
});

Deno.test('what can be seen to be wrong is not sent, and stands until the field is changed', async () => {
  const { form: one } = form();
  await one.submit(() => assert.fail('sent'), () => ({ name: 'Too short' }));
  assert.deepEqual(one.errors, { name: 'Too short' });
  one.set('name', 'Longer');
  assert.deepEqual(one.errors, {});
});

Deno.test('what the server finds wrong stands at its field, as a sentence', async () => {
  const { form: one } = form();
  await one.submit(() =>
    Promise.reject(refusal([{ pointer: '/name', detail: 'is taken' }, { pointer: '/other', detail: 'x' }]))
  );
  assert.deepEqual(one.errors, { name: 'Is taken.' });
  assert.equal(one.problem, '');
  assert.equal(one.isSending, false);
});

Deno.test('what is wrong with no field of it is said of the whole', async () => {
  const { form: one } = form();
  await one.submit(() => Promise.reject(refusal([{ pointer: '/other', detail: 'is missing' }])));
  assert.equal(one.problem, 'Something is wrong. (other: is missing)');
  await one.submit(() => Promise.reject(new OfflineError('offline')));
  assert.match(one.problem, /network/);
  await one.submit(() => Promise.resolve());
  assert.equal(one.problem, '');
});

Deno.test('a second press sends nothing more', async () => {
  const { form: one } = form();
  let count = 0;
  let finish;
  const first = one.submit(() => {
    count++;
    return new Promise((resolve) => finish = resolve);
  });
  await one.submit(async () => count++);
  // Nor is one asked whether to leave while it is on its way.
  one.isChanged = true;
  assert.equal(one.isUnsaved, false);
  finish();
  await first;
  assert.equal(count, 1);
});
