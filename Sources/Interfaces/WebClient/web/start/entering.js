// What log-in and sign-up share: where to go afterwards, and taking over a session.

import { askAtStart } from '../shell/first-question.js';
import { newVisit, replace } from '../shell/history.js';
import { begin, homeOf } from '../shell/session.js';
import { typedNumber } from './typed-number.js';

/** The page that was wanted, if it is one of ours. @param {URLSearchParams} query */
export function wanted(query) {
  const next = query.get('next') ?? '';
  return next.startsWith('/') && !next.startsWith('//') ? next : null;
}

/** Where one begins who came for one thing; `?for=` says which entry page it was. */
const homes = /** @type {Record<string, string>} */ ({
  family: '/people/family',
  calendar: '/calendar',
});

/** Whether a new account has to log in by itself first. @param {URLSearchParams} query */
export const endsAtLogIn = (query) => query.get('for') === 'calendar';

/**
 * Takes over a new session and goes on.
 *
 * @param {import('api-types').NewSession} answer of the log-in @param {import('../shell/view.js').View} view
 */
export async function enter(answer, view) {
  const next = wanted(view.query);
  const { role } = answer.account;
  const own = homeOf(role);
  const home = role === 'admin' ? own : homes[view.query.get('for') ?? ''] ?? own;
  // Whoever came for the calendar is asked how to get about.
  if (endsAtLogIn(view.query)) askAtStart(answer.account);
  const goal = answer.mustChangePassword ? '/me/password' : next ?? home;
  const target = typedNumber() ? `/signup/number?next=${encodeURIComponent(goal)}` : goal;
  replace({ page: newVisit() }, target);
  await begin(answer.account);
}

/** What this device is called in the list of sessions. */
export function deviceName() {
  const agent = navigator.userAgent;
  const browser = ['Firefox', 'Edg', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? '';
  const system =
    ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'].find((name) => agent.includes(name)) ??
      '';
  return [browser === 'Edg' ? 'Edge' : browser, system].filter(Boolean).join(', ') || 'Browser';
}
