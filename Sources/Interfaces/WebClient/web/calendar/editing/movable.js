// Which entries of the calendar can be moved from it: one's own appointments, events and practices by those who
// plan them, activities by their host.

import { watchCommunity } from '../../data/communities.js';
import { watchGroups } from '../../data/groups.js';
import { plansEvents } from '../../parts/people/roles.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Realm} Realm */

/** The sub-realms in which the one who reads plans events. @type {Set<string>} */
let planning = new Set();

/** Learns where the one who reads plans events, as its pages do. @param {import('../../shell/view.js').View} view */
export function followPlanning(view) {
  /** Communities, in some of which moderators plan, too. @type {Map<string, ReturnType<typeof watchCommunity>>} */
  const communities = new Map();
  /** @type {Realm[]} */
  let realms = [];
  const learn = () => {
    planning = new Set(
      realms.filter((realm) => plansEvents(realm, communities.get(realm.id)?.data?.publishers))
        .map(({ id }) => id),
    );
  };
  watchGroups(view, ({ data }) => {
    realms = data?.items ?? [];
    for (const { id, kind, role } of realms) {
      if (kind === 'community' && role === 'moderator' && !communities.has(id)) {
        communities.set(id, watchCommunity(view, id, () => queueMicrotask(learn)));
      }
    }
    learn();
  });
}

/** Whether an entry is planned together and moved from here. @param {CalendarLine} line */
export const isShared = ({ kind }) => ['event', 'practice', 'activity'].includes(kind);

/** Why something planned together cannot be moved by the reader; empty if it can. @param {CalendarLine} line */
function staysShared(line) {
  if (line.kind === 'activity') return line.own ? '' : t('calendar.stays-guest');
  return planning.has(line.realm?.id ?? '') ? '' : t('calendar.stays-member');
}

/** Why an entry cannot be moved here; empty if it can. @param {CalendarLine} line */
export function stays(line) {
  if (line.status === 'cancelled') return t('calendar.stays-cancelled');
  if (line.kind.startsWith('subscribed')) return t('calendar.stays-subscribed');
  if (isShared(line)) return staysShared(line);
  if (line.kind !== 'appointment') return t('calendar.stays-elsewhere');
  return line.own ? '' : t('calendar.stays-others');
}
