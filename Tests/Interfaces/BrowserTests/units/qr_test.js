import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { qrModules } from '../../../../Sources/Interfaces/WebClient/web/parts/qr-modules.js';

/** @param {NonNullable<ReturnType<typeof qrModules>>} code */
const rowsOf = ({ size, isDark }) =>
  Array.from(
    { length: size },
    (_, y) => Array.from({ length: size }, (_, x) => (isDark(x, y) ? '1' : '0')).join(''),
  );

Deno.test('a short text is the code that others make of it', () => {
  assert.deepEqual(rowsOf(qrModules('A', 2)), [
    '111111100001001111111',
    '100000100010001000001',
    '101110101100001011101',
    '101110101101101011101',
    '101110101010101011101',
    '100000101011001000001',
    '111111101010101111111',
    '000000001000000000000',
    '101111100101001111100',
    '010110010101111001000',
    '011110100000101100000',
    '011011010111111001010',
    '100111100100100100100',
    '000000001110100100100',
    '111111100111010011110',
    '100000101100000110110',
    '101110101011010011100',
    '101110101001111001000',
    '101110101010101100000',
    '100000100111111001000',
    '111111101110100100110',
  ]);
});

// Made by the package qrcode of Python: digests of rows of 0 and 1.
const known = [
  {
    text: 'https://wayside.example/invitations/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde',
    mask: 3,
    size: 37,
    digest: 'e411d136c6afff40d0abf24bd5aec67144206e2b0deba57210b33d8642b9bbca',
  },
  {
    text: 'Straße am Žďár',
    mask: 6,
    size: 25,
    digest: '6dc2c5bd6cdb1188f7fb804fcad425612cfcf4f584af4ea2046a534163ef2bb7',
  },
  {
    text: 'a'.repeat(122),
    mask: 0,
    size: 45,
    digest: 'a4d90ac88954bd95039d2c3bfcb9c1d9801d8ec74efbd4dd12c03380889a261c',
  },
  {
    text: 'wayside '.repeat(51),
    mask: 5,
    size: 77,
    digest: 'e014fa712cc4f32dd940d1a2210159cbd285eac8dbb28e3cae9601d015b7d6d0',
  },
];

for (const { text, mask, size, digest } of known) {
  Deno.test(`${text.length} characters are the code of ${size} modules that others make of them`, () => {
    const code = qrModules(text, mask);
    assert.equal(code.size, size);
    assert.equal(createHash('sha256').update(rowsOf(code).join('\n')).digest('hex'), digest);
  });
}

Deno.test('the mask is the one with the fewest faults, and the same each time', () => {
  const chosen = qrModules('https://wayside.example/t/1');
  assert.ok(chosen.mask >= 0 && chosen.mask < 8);
  assert.deepEqual(rowsOf(chosen), rowsOf(qrModules('https://wayside.example/t/1', chosen.mask)));
});

Deno.test('a text that is too long has no code', () => {
  assert.notEqual(qrModules('a'.repeat(412)), null);
  assert.equal(qrModules('a'.repeat(413)), null);
});
