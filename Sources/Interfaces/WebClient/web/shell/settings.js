// How this person wants pages to look, kept on the device; applied to the document at once.

/**
 * @typedef {Object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'system' | 'high'} contrast
 * @property {number} size percent of the usual type size, 100 to 200
 * @property {boolean} simple larger, fewer things
 * @property {'system' | 'less'} motion
 * @property {'metric' | 'imperial' | ''} units empty for those of the locale
 * @property {string} language empty for the browser's
 */

/** @type {Settings} */
const defaults = {
  theme: 'system',
  contrast: 'system',
  size: 100,
  simple: false,
  motion: 'system',
  units: '',
  language: '',
};
const key = 'wayside.settings';

/** @returns {Settings} */
function read() {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return { ...defaults };
  }
}

/** The settings now; change them with {@link change}. */
export const settings = read();
/** What the device prefers; nothing is known of it without a browser. @param {string} query */
const preferred = (query) => globalThis.matchMedia?.(query);
const dark = preferred('(prefers-color-scheme: dark)');
const contrast = preferred('(prefers-contrast: more)');
/** @type {Set<() => void>} */
const followers = new Set();

/** Whether the pages are dark now. */
export const isDark = () =>
  settings.theme === 'dark' || (settings.theme === 'system' && dark?.matches === true);

/** Whether movement is unwanted. */
export const lessMotion = () =>
  settings.motion === 'less' || preferred('(prefers-reduced-motion: reduce)')?.matches === true;

/** Changes settings and keeps them on this device. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Without storage they hold until the page is closed.
  }
  apply();
}

/** Calls when colours or sizes may have changed; returns what ends it. @param {() => void} call */
export function followSettings(call) {
  followers.add(call);
  return () => followers.delete(call);
}

/** Puts the settings on the document. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.contrast = settings.contrast === 'high' || contrast?.matches ? 'high' : 'usual';
  root.dataset.simple = settings.simple ? 'on' : 'off';
  root.dataset.motion = settings.motion;
  const scale = settings.size / 100 * (settings.simple ? 1.3 : 1);
  root.style.setProperty('--scale', String(scale));
  // What floats over maps and pictures is laid out anew where the type is so large.
  root.dataset.large = scale >= 1.5 ? 'on' : 'off';
  for (const call of followers) call();
}

dark?.addEventListener('change', apply);
contrast?.addEventListener('change', apply);
