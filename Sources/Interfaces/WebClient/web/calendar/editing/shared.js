// Moving what is planned together: events and practices by those who plan them, activities by their host.
// All who are asked are told by the server, so it is said before.

import { confirm } from '../../parts/dialog.js';
import { moment } from '../../parts/format.js';
import { plansEvents } from '../../people/words.js';
import * as api from '../../shell/api.js';
import { t } from '../../shell/texts.js';
import { dayWords } from '../../parts/days.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('api-types').Activity} Activity */

/** The sub-realms in which the one who reads plans events. @type {Set<string>} */
let planning = new Set();

/** Learns where the one who reads plans events, as its pages do. @param {import('../../shell/view.js').View} view */
export function followPlanning(view) {
  /** Communities, in some of which moderators plan, too. @type {Map<string, ReturnType<typeof view.watch>>} */
  const communities = new Map();
  /** @type {Realm[]} */
  let realms = [];
  const learn = () => {
    planning = new Set(
      realms.filter((realm) => plansEvents(realm, communities.get(realm.id)?.data?.publishers))
        .map(({ id }) => id),
    );
  };
  view.watch('/v1/realms?limit=200', ({ data }) => {
    realms = data?.items ?? [];
    for (const { id, kind, role } of realms) {
      if (kind === 'community' && role === 'moderator' && !communities.has(id)) {
        communities.set(id, view.watch(`/v1/communities/${id}`, () => queueMicrotask(learn)));
      }
    }
    learn();
  });
}

/** Whether an entry is planned together and moved from here. @param {CalendarLine} line */
export const isShared = ({ kind }) => ['event', 'practice', 'activity'].includes(kind);

/** Why something planned together cannot be moved by the reader; empty if it can. @param {CalendarLine} line */
export function staysShared(line) {
  if (line.kind === 'activity') return line.own ? '' : t('calendar.stays-guest');
  return planning.has(line.realm?.id ?? '') ? '' : t('calendar.stays-member');
}

/** Asks whether all shall be told of another time. @param {CalendarLine} line @param {Date} to */
export const askTelling = (line, to) =>
  confirm({
    title: t('calendar.moveNamed', { title: line.title }),
    text: `${
      t('calendar.moveNewTime', { when: line.allDay ? dayWords(to, line.zone) : moment(to) })
    } ${t('calendar.tellsAll')}`,
    button: t('calendar.moveHere'),
    danger: false,
  });

/** What a change of something planned together changes besides. */
const others = ['/v1/appointments', '/v1/realms', '/v1/group-events', '/v1/activities'];

/**
 * What is known of an event before it is moved.
 *
 * @param {CalendarLine} line @returns {Promise<import('api-types').GroupEvent>}
 */
export const eventOf = (line) =>
  api.get(
    `/v1/group-events/${line.id}${
      line.repeats ? `?occurrence=${encodeURIComponent(line.startsAt)}` : ''
    }`,
  );

/**
 * @param {string} id @param {number} version @param {string} start wall time @param {string} [which] an occurrence
 * @returns {Promise<import('api-types').GroupEvent>}
 */
export const storeEvent = (id, version, start, which = '') =>
  api.send('PATCH', `/v1/group-events/${id}${which}`, {
    body: { start },
    match: `"${version}"`,
    changes: others,
  });

/** The activity that an entry of the calendar is of: among those of its group. @param {CalendarLine} line */
export async function activityOf(line) {
  const path = `/v1/realms/${line.realm?.id}/activities?limit=200`;
  let cursor = '';
  do {
    const page = await api.get(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    const found = page.items.find((/** @type {Activity} */ one) => one.appointment === line.id);
    if (found) return /** @type {Activity} */ (found);
    cursor = page.next ?? '';
  } while (cursor);
  return null;
}

/** @param {Activity} activity @param {Date} to when it shall begin @returns {Promise<Activity>} */
export const storeActivity = ({ id, version, start, end }, to) =>
  api.send('PATCH', `/v1/activities/${id}`, {
    body: {
      start: to.toISOString(),
      duration: (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000,
    },
    match: `"${version}"`,
    changes: others,
  });
