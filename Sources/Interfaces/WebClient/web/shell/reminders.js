// Reminders of what one has accepted of others: from what this device knows, so that they come
// without a network, too.

import { followCalendar } from '../data/frame.js';
import { notice } from './notices.js';
import * as store from './store.js';
import { locale, t } from './texts.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */

/** Milliseconds before the beginning from which on it is said. */
const before = 30 * 60_000;
/** Milliseconds between looks at the clock. */
const tick = 15_000;
const day = 86_400_000;
/** Under which name the device keeps what it knows. */
const keptPath = 'reminders';
/** What has been said, so that it is said once on this device. */
const storeKey = 'wayside-reminded';

/** @returns {string[]} */
function said() {
  try {
    return JSON.parse(localStorage.getItem(storeKey) ?? '[]');
  } catch {
    return [];
  }
}

/** The beginning of a day, so that the same is asked all day long. @param {Date} now */
const startOfDay = (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate());

/** Begins to remind; `end` stops it. @returns {{end: () => void}} */
export function followReminders() {
  /** @type {CalendarLine[]} */
  let lines = [];
  /** The day of which today and tomorrow are followed. */
  let followed = 0;
  /** @type {{end: () => void} | null} */
  let watch = null;
  const look = () => {
    const now = new Date();
    const today = startOfDay(now);
    if (today.getTime() !== followed) {
      followed = today.getTime();
      watch?.end();
      watch = followCalendar(today, new Date(followed + 2 * day), ({ data }) => {
        if (!data) return;
        lines = data.items;
        store.write('answers', { path: keptPath, data: lines, etag: null, at: Date.now() });
        remind(lines);
      });
    }
    remind(lines);
  };
  // Without a network after midnight, what was known the day before.
  store.read('answers', keptPath).then((kept) => {
    if (lines.length === 0) lines = kept?.data ?? [];
    remind(lines);
  });
  const clock = setInterval(look, tick);
  look();
  return {
    end: () => {
      clearInterval(clock);
      watch?.end();
    },
  };
}

/** Says what begins soon and was not said. @param {CalendarLine[]} lines */
function remind(lines) {
  const now = Date.now();
  for (const line of lines) {
    const begins = Date.parse(line.startsAt);
    const isOurs = !line.own && line.answer === 'accepted' && line.status === 'confirmed';
    if (!isOurs || line.allDay || now < begins - before || now >= begins) continue;
    const key = `${line.id} ${line.startsAt}`;
    const known = said();
    if (known.includes(key)) continue;
    localStorage.setItem(storeKey, JSON.stringify([...known, key].slice(-100)));
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(begins);
    const text = t('shell.beginsSoon', { title: line.title, time });
    notice(text, { seconds: 0 });
    tell(text, line);
  }
}

/** The same outside of the page, where that is allowed. @param {string} text @param {CalendarLine} line */
async function tell(text, line) {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.showNotification(text, { tag: line.id, data: `/calendar/${line.id}` });
}
