// What is being typed, carried over to the page that takes the place of this one.
//
// When a new version of the pages takes over, the page is loaded anew; when a session ends, another one
// takes its place until the next log-in. What somebody has typed until then is put back into the fields of
// the same names once they are drawn, for the same account only.

const key = 'wayside.typed';
/** Seconds for which fields that have not been drawn yet are waited for. */
const patience = 20;
/** Seconds after which nobody expects it any more. */
const longest = 3600;
/** Most characters that are carried over. */
const most = 200_000;

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */
/** @typedef {{id: string, value: string, checked?: boolean}} Typed */

/** Fields in which something was typed since the page was loaded. @type {Set<Field>} */
const touched = new Set();

/** @param {EventTarget | null} target @returns {target is Field} */
const isField = (target) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ||
  target instanceof HTMLInputElement && !['password', 'file', 'hidden'].includes(target.type);

const isChoice = (/** @type {Field} */ field) =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

/** Takes note of what is typed from now on. */
export function followTyping() {
  document.addEventListener('input', ({ target }) => {
    if (!isField(target) || !target.id) return;
    // Those of pages that were left are not kept in memory.
    for (const field of touched) if (!field.isConnected) touched.delete(field);
    touched.add(target);
  }, true);
}

/**
 * Keeps what has been typed on this page for the next one with its address.
 *
 * @param {string | null} account who has typed it
 */
export function keepTyped(account) {
  /** @type {Typed[]} */
  const fields = [...touched].filter((field) => field.isConnected).map((field) => ({
    id: field.id,
    value: field.value,
    ...(isChoice(field) ? { checked: /** @type {HTMLInputElement} */ (field).checked } : {}),
  }));
  touched.clear();
  try {
    const address = location.pathname + location.search;
    const text = JSON.stringify({ address, account, at: Date.now(), fields });
    if (fields.length > 0 && text.length <= most) sessionStorage.setItem(key, text);
  } catch {
    // Nothing is kept where nothing may be kept.
  }
}

/** What was typed in an earlier step of a page, of which the present one shows no field. */
const stepsKey = 'wayside.typed-steps';

/**
 * Keeps what was typed in a step of a page through a reload; null once it is no longer wanted.
 *
 * @param {string} name of the page's steps @param {string | null} account @param {object | null} values
 */
export function keepStep(name, account, values) {
  try {
    if (values) sessionStorage.setItem(stepsKey, JSON.stringify({ name, account, values }));
    else sessionStorage.removeItem(stepsKey);
  } catch {
    // Nothing is kept where nothing may be kept.
  }
}

/**
 * What was typed before in a step of a page, by the same account.
 *
 * @param {string} name @param {string | null} account @returns {Record<string, unknown>}
 */
export function keptStep(name, account) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(stepsKey) ?? '{}');
    return kept.name === name && kept.account === account ? kept.values : {};
  } catch {
    return {};
  }
}

/** Forgets what was kept, for instance when somebody logs out. */
export function dropTyped() {
  touched.clear();
  try {
    sessionStorage.removeItem(key);
    sessionStorage.removeItem(stepsKey);
  } catch {
    // Nothing was kept then.
  }
}

/**
 * Puts back what was typed before on a page with this address, as soon as its fields are drawn.
 *
 * @param {string | null} account who is there now
 */
export function restoreTyped(account) {
  /** @type {Map<string, Typed>} */
  const left = new Map();
  try {
    const kept = sessionStorage.getItem(key);
    if (!kept) return;
    const { address, account: owner, at, fields } = JSON.parse(kept);
    if (Date.now() - at > longest * 1000) return dropTyped();
    if (address !== location.pathname + location.search || owner !== account) return;
    sessionStorage.removeItem(key);
    for (const field of fields) left.set(field.id, field);
  } catch {
    return;
  }
  const look = () => {
    for (const [id, typed] of left) {
      const field = document.getElementById(id);
      if (!isField(field)) continue;
      left.delete(id);
      if (typed.checked !== undefined && field instanceof HTMLInputElement) {
        field.checked = typed.checked;
      } else field.value = typed.value;
      // The page hears of it as if it had been typed.
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    if (left.size === 0) drawn.disconnect();
  };
  const drawn = new MutationObserver(look);
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), patience * 1000);
  look();
}
