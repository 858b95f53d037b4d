import assert from 'node:assert/strict';
import { languageNameIn } from '../../../../Sources/Interfaces/WebClient/web/parts/language-names.js';

Deno.test('a language is named as people do, without the country whose voice it is', () => {
  assert.equal(languageNameIn('en-GB', 'en-GB', ['en-GB', 'de']), 'English');
  assert.equal(languageNameIn('de', 'en-GB', []), 'Englisch');
  assert.equal(languageNameIn('en', 'de-CH', ['de-CH']), 'German');
});

Deno.test('two kinds of a language side by side are told apart', () => {
  const both = ['en-GB', 'en-US'];
  assert.deepEqual(both.map((tag) => languageNameIn('en', tag, both)), ['British English', 'American English']);
});
