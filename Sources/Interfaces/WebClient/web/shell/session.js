// Who is logged in. The session itself is a cookie that no script can read.

import * as api from './api.js';
import { followAccount, readAccount, storedAccount } from '../data/account.js';
import { address, eventsAddress } from '../data/address.js';
import { everythingChanged, notified, positionsChanged } from '../data/frame.js';
import { messagesChanged } from '../data/conversations.js';
import { runsChanged } from '../data/runs.js';
import { endOwnSession } from '../data/sessions.js';
import { letGo } from './unsaved.js';
import { leavePush } from './push.js';
import { dropTyped } from './restored-input.js';
import { language } from './texts.js';

/** @typedef {import('api-types').Account} Account */
/** @typedef {'nobody' | 'general' | 'organization' | 'admin'} Role */

const mark = 'wayside.session';
/** Whose unsaved work is on this device. */
const owner = 'wayside.owner';
/** Milliseconds after which pages begin with the account known last: in a tunnel requests hang rather than fail. */
const patience = 3000;

/** Where whoever has a role begins: where log-in leads, and the sign at the top. @param {Role} role */
export const homeOf = (role) => homes[role];

/** @type {Record<Role, string>} */
const homes = { nobody: '/', general: '/today', organization: '/around', admin: '/admin/reports' };

/** The session now; follow it with {@link followSession}. */
export const session = {
  /** @type {Account | null} */
  account: null,
  /** @type {Role} */
  role: 'nobody',
};

/** @type {Set<() => void>} */
const followers = new Set();
/** @type {EventSource | null} */
let stream = null;
/** What is told as it comes. @typedef {{id: string, kind: string, text: string}} Told */
/** @type {(notification: Told) => void} */
let whenNotified = () => {};

/** @param {(notification: Told) => void} call told of notifications as they come */
export const onNotification = (call) => {
  whenNotified = call;
};

/** Calls when somebody logs in or out, or changes the profile. @param {() => void} call */
export function followSession(call) {
  followers.add(call);
  return () => followers.delete(call);
}

/** @type {Set<(realm: string | null) => void>} */
const busyFollowers = new Set();

/**
 * Calls when somebody in a sub-realm may be busy at other times: with the sub-realm, or null when any
 * may have been missed.
 *
 * @param {(realm: string | null) => void} call
 */
export function followBusyTimes(call) {
  busyFollowers.add(call);
  return () => busyFollowers.delete(call);
}

function remembered() {
  try {
    return localStorage.getItem(owner);
  } catch {
    return null;
  }
}

/** @param {Account | null} account */
function set(account) {
  // The stream is of whoever was logged in when it was opened.
  if (session.account && session.account.id !== account?.id) stopListening();
  session.account = account;
  session.role = account?.role ?? 'nobody';
  api.actFor(account?.id ?? null);
  try {
    if (account) {
      localStorage.setItem(mark, '1');
      localStorage.setItem(owner, account.id);
    } else localStorage.removeItem(mark);
  } catch {
    // Without storage the server is asked at every visit.
  }
  if (account) listen();
  for (const call of followers) call();
}

/** Finds out who is logged in, at the start of the pages. */
export async function loadSession() {
  api.onSessionEnd(() => set(null));
  let expected = true;
  try {
    expected = localStorage.getItem(mark) !== null;
  } catch {
    // Ask.
  }
  if (!expected) return;
  const { resource, end } = followAccount(() => {});
  const answer = new Promise((resolve) => {
    const wait = () => resource.loading ? setTimeout(wait, 10) : resolve(true);
    wait();
  });
  const late = new Promise((resolve) => setTimeout(resolve, patience, false));
  const last = await Promise.race([answer, late]) ? null : await lastKnown();
  // Unless somebody has logged in or out since, the answer counts all the same when it comes.
  const taken = answer.then(() => {
    end();
    return last && session.account !== last ? undefined : take(resource);
  });
  if (last) set(last);
  else await taken;
}

/** The account that was logged in here last, if it is known. @returns {Promise<Account | null>} */
async function lastKnown() {
  const account = await storedAccount();
  return account && account.id === remembered() ? account : null;
}

/** @param {import('./api.js').Resource<Account>} resource what was answered, or is known without */
async function take({ data, error }) {
  if (data) {
    const known = remembered();
    // Somebody else has logged in, where these pages did not see it.
    if (known && known !== data.id) await api.forget();
    set(data);
  } else if (error instanceof api.ApiError && error.status === 401) set(null);
}

// Another window has logged in as somebody else, or out: what is shown here is not theirs to see.
addEventListener('storage', (event) => {
  const { key, newValue } = /** @type {StorageEvent} */ (event);
  if (key === owner && newValue !== (session.account?.id ?? null)) loadAnew();
});

/** Nor is it theirs to stay with. */
function loadAnew() {
  letGo();
  location.reload();
}

/** Takes over the account of a new session or a changed profile. @param {Account} account */
export async function begin(account) {
  if (session.account?.id !== account.id) {
    // Who lost the session and logs in again finds what was not saved yet.
    const isSame = remembered() === account.id;
    await api.forget({ keepsWork: isSame });
    // What is for somebody else is not shown here any more.
    if (!isSame) {
      dropTyped();
      await leavePush();
    }
  }
  set(account);
  // What had to wait for a session.
  api.sendWaiting();
}

/** Ends the session here and at the server; false where the server could not write it down yet. */
export async function logOut() {
  let isWritten = true;
  try {
    const answer = await endOwnSession();
    isWritten = answer?.written !== false;
  } catch (error) {
    // It has ended already.
    if (!(error instanceof api.ApiError) || error.status !== 401) throw error;
  }
  set(null);
  dropTyped();
  await leavePush();
  try {
    localStorage.removeItem(owner);
  } catch {
    // Nothing was kept then.
  }
  await api.forget();
  return isWritten;
}

const firstPause = 2000;
const longestPause = 300_000;
/** How long it takes until a closed stream is tried again, in ms. */
let pause = firstPause;
/** @type {number | undefined} */
let nextTry;
/** Whether something may have been told while there was no stream. */
let hasMissed = false;

/** Ends the stream; nothing is missed while nobody listens. */
function stopListening() {
  clearTimeout(nextTry);
  stream?.close();
  stream = null;
  pause = firstPause;
  hasMissed = false;
}

/** Follows what changes at the server, so that pages show it. */
function listen() {
  if (stream) return;
  clearTimeout(nextTry);
  const own = new EventSource(address(eventsAddress, { language }));
  stream = own;
  own.addEventListener('notification', (event) => {
    /** @type {Told} */
    const told = JSON.parse(event.data);
    notified(told);
    if (told.kind === 'organizationDecision') renewAccount();
    whenNotified(told);
  });
  own.addEventListener('change', () => later());
  own.addEventListener('freeBusy', (event) => {
    for (const call of busyFollowers) call(JSON.parse(event.data).realm);
  });
  // What was told while there was no stream is not told again.
  own.addEventListener('open', () => {
    pause = firstPause;
    for (const call of busyFollowers) call(null);
    if (hasMissed) {
      later();
      // The server ends the streams of whoever has another role now.
      renewAccount();
    }
    hasMissed = false;
  });
  own.addEventListener('error', () => {
    if (own !== stream) return;
    hasMissed = true;
    // The browser tries again by itself after a lost connection, but not after a refusal.
    if (own.readyState !== EventSource.CLOSED) return;
    stream = null;
    nextTry = setTimeout(listen, pause);
    pause = Math.min(pause * 2, longestPause);
    // It does not say why it is refused: perhaps the session has ended.
    renewAccount();
  });
  own.addEventListener('run', runsChanged);
  own.addEventListener('message', messagesChanged);
  own.addEventListener('proximity', positionsChanged);
}

/** Reads one's account again: its role may be another. */
async function renewAccount() {
  const { account } = session;
  try {
    const now = await readAccount();
    if (session.account !== account) return;
    // The cookie is all windows' own: another has logged in as somebody else.
    if (account?.id !== now.id) loadAnew();
    else set(now);
  } catch {
    // It is read again at the next visit.
  }
}

/** @type {number | undefined} */
let timer;

/** Several changes come together: pages are refreshed once. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(everythingChanged, 300);
}
