// What lets a code be read although some of it is not: check bytes by Reed and Solomon, check bits of short words.

/** Powers of 2 in the field of 256 elements with the polynomial 0x11d, twice in a row. */
const powers = new Uint8Array(510);
/** Of which power an element is. */
const logarithms = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  powers[i] = powers[i + 255] = value;
  logarithms[value] = i;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}

/** @param {number} a @param {number} b */
const product = (a, b) => a === 0 || b === 0 ? 0 : powers[logarithms[a] + logarithms[b]];

/** The check bytes of a block by Reed and Solomon. @param {number[]} data @param {number} count */
export function checkBytes(data, count) {
  // The generator without its leading 1: the product of (x - 2^i).
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, j) => (next[j + 1] ^= product(factor, powers[i])));
    generator = next;
  }
  const rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const lead = byte ^ rest[0];
    rest.shift();
    rest.push(0);
    for (let i = 0; i < count; i++) rest[i] ^= product(generator[i + 1], lead);
  }
  return rest;
}

/** The remainder of a binary polynomial, behind the value. @param {number} value @param {number} generator @param {number} bits */
export function withCheckBits(value, generator, bits) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) {
    rest ^= generator << (bit - bits);
  }
  return (value << bits) | rest;
}
