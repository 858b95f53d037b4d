import assert from 'node:assert/strict';
import { scrollFor } from '../../../../Sources/Interfaces/WebClient/web/shell/room.js';

const words = { top: 700, bottom: 760 };

Deno.test('where nothing is pressed the page stays', () => {
  assert.equal(scrollFor([], words, 500), 0);
  assert.equal(scrollFor([{ top: 600, bottom: 648 }], words, 500), 0);
});

Deno.test('what would lie below the words comes out of it', () => {
  const on = scrollFor([{ top: 710, bottom: 758 }], words, 500);
  assert.ok(on > 0 && 734 - on < 700, String(on));
});

Deno.test('without room what was seen is still seen', () => {
  const rows = Array.from({ length: 40 }, (_, row) => ({ top: row * 50, bottom: row * 50 + 48 }));
  assert.equal(scrollFor(rows, words, 500), 60);
  assert.equal(scrollFor(rows, words, 20), 20);
});
