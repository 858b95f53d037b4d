import assert from 'node:assert/strict';

// Colours by role, as tokens.css has them: every ink stands out from every ground that it is written on.
const source = Deno.readTextFileSync(
  new URL('../../../../Sources/Interfaces/WebClient/web/shell/tokens.css', import.meta.url),
);

/** What a rule sets. @param {string} selector @returns {Record<string, string>} */
function rule(selector) {
  const begin = source.indexOf(`${selector} {`);
  assert.ok(begin >= 0, `no rule ${selector}`);
  const body = source.slice(begin, source.indexOf('}', begin));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((found) => [found[1], found[2]]));
}

const LIGHT = rule('\n:root');
const DARK = { ...LIGHT, ...rule(':root[data-theme="dark"]') };
const HIGH = rule(':root[data-contrast="high"]');
const THEMES = {
  light: LIGHT,
  dark: DARK,
  'light, high contrast': { ...LIGHT, ...HIGH, ...rule(':root[data-contrast="high"]:not([data-theme="dark"])') },
  'dark, high contrast': { ...DARK, ...HIGH, ...rule(':root[data-contrast="high"][data-theme="dark"]') },
};

/** Relative luminance (WCAG 2.2, "relative luminance"), 0 to 1. @param {string} colour */
function luminance(colour) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {Record<string, string>} theme @param {string} name @returns {string} */
function colour(theme, name) {
  const value = theme[`--${name}`];
  const other = /^var\(--([\w-]+)\)$/.exec(value);
  return other ? colour(theme, other[1]) : value;
}

/** Contrast ratio, 1 to 21. @param {Record<string, string>} theme @param {string} ink @param {string} ground */
function contrast(theme, ink, ground) {
  const [low, high] = [luminance(colour(theme, ink)), luminance(colour(theme, ground))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['surface', 'raised', 'sunken'];
const TEXT = [
  ...['ink', 'ink-soft'].flatMap((ink) => [...GROUNDS, 'action-soft', 'near-soft', 'danger-soft'].map((on) => [ink, on])),
  ...[...GROUNDS, 'action-soft'].map((on) => ['action', on]),
  ...[...GROUNDS, 'near-soft'].map((on) => ['near', on]),
  ...[...GROUNDS, 'danger-soft'].map((on) => ['danger', on]),
  ['on-action', 'action'],
  ['on-action', 'action-strong'],
  ['on-danger', 'danger'],
];
const MARKS = ['control-line', 'focus'].flatMap((mark) => GROUNDS.map((on) => [mark, on]));

for (const [name, theme] of Object.entries(THEMES)) {
  const least = name.includes('high') ? 7 : 4.5;
  Deno.test(`every pair of ink and ground has at least ${least}:1, and marks 3:1: ${name}`, () => {
    const weak = [
      ...TEXT.filter(([ink, on]) => contrast(theme, ink, on) < least),
      ...MARKS.filter(([mark, on]) => contrast(theme, mark, on) < 3),
    ].map(([ink, on]) => `${ink} on ${on}: ${contrast(theme, ink, on).toFixed(2)}`);
    assert.ok(weak.length === 0, weak.join('; '));
  });
}
