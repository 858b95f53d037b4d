// Moving an entry of the calendar to another time, after asking about what speaks against it; it can be undone.

import { html } from 'lit-html';
import { activityOfAppointment, moveActivity } from '../../data/activities.js';
import { appointmentTag, changeAppointment, readAppointment } from '../../data/appointments.js';
import { moveEvent, readEvent } from '../../data/events.js';
import { dayWords, instant, wallTime } from '../../parts/days.js';
import { confirm } from '../../parts/dialog.js';
import { moment, time } from '../../parts/format.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { confirming } from './confirming.js';
import { isShared } from './movable.js';
import { parts } from './recurrence.js';
import { begins, shifted } from './shifting.js';
import { askWhichOf, occurrenceOf } from './which-of.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Appointment} Appointment */
/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('./shifting.js').By} By */
/** @typedef {import('./confirming.js').WarningKind} WarningKind */

/** What is no news of something that is only moved back. @type {WarningKind[]} */
const known = ['noPosition', 'past', 'overlap', 'unreachable', 'nextUnreachable'];

/** Which of a series is moved. @param {CalendarLine} line @param {string} rule @param {By} by */
function whichOf(line, rule, by) {
  const { BYDAY, BYMONTHDAY } = parts(rule);
  // The rule itself names the days.
  const keepsDays = Boolean(BYDAY || BYMONTHDAY) && by.days !== 0;
  // As in its form: a series that is planned together begins on its day.
  const keepsAll = isShared(line) && by.days !== 0;
  return askWhichOf(t('calendar.moveNamed', { title: line.title }), {
    choices: keepsDays ? ['one'] : keepsAll ? ['one', 'following'] : ['one', 'following', 'all'],
    main: true,
    more: html`${isShared(line) ? html`<p>${t('calendar.tellsAll')}</p>` : ''}
      ${keepsDays ? html`<p class="soft">${t('calendar.daysOfRule')}</p>` : ''}`,
  });
}

/** Asks whether all shall be told of another time. @param {CalendarLine} line @param {Date} to */
const askTelling = (line, to) =>
  confirm({
    title: t('calendar.moveNamed', { title: line.title }),
    text: `${
      t('calendar.moveNewTime', { when: line.allDay ? dayWords(to, line.zone) : moment(to) })
    } ${t('calendar.tellsAll')}`,
    button: t('calendar.moveHere'),
    danger: false,
  });

/**
 * @param {CalendarLine} line @param {By} by
 * @param {boolean} [isSure] whether it was asked about already
 * @returns {Promise<boolean>} whether it was moved
 */
export async function move(line, by, isSure = false) {
  try {
    if (!isShared(line)) return await moveOwn(line, by);
    // Of a series it is asked which.
    if (!isSure && !line.repeats && !(await askTelling(line, begins(line, by)))) return false;
    return line.kind === 'activity' ? await moveTogether(line, by) : await moveEventOf(line, by);
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Says when it begins now. @param {CalendarLine} line @param {Date} at @param {boolean} isSeries @param {() => Promise<unknown>} back */
function tell(line, at, isSeries, back) {
  const undo = () =>
    back().then(() => notice(t('calendar.movedBack', { title: line.title })), complain);
  const when = isSeries ? time(at) : line.allDay ? dayWords(at, line.zone) : moment(at);
  notice(t('calendar.moved', { title: line.title, when }), {
    action: { label: t('calendar.undo'), run: undo },
  });
}

/** Which of an entry's series is moved, as the request says it. @param {CalendarLine} line @param {string | undefined} rule @param {By} by */
async function chosen(line, rule, by) {
  const which = line.repeats ? await whichOf(line, rule ?? '', by) : 'all';
  return which && { which, occurrence: occurrenceOf(which, line.startsAt) };
}

/** @param {CalendarLine} line @param {By} by */
async function moveEventOf(line, by) {
  const before = await readEvent(line.id, line.repeats ? { at: line.startsAt } : undefined);
  const choice = await chosen(line, before.recurrence, by);
  if (!choice) return false;
  const { occurrence } = choice;
  const from = (occurrence ? before.start : before.nextStart ?? before.start).slice(0, 16);
  const start = shifted(from, line.zone, by);
  const stored = await moveEvent(line.id, start, before.version, occurrence);
  tell(
    line,
    new Date(stored.startsAt),
    line.repeats && !occurrence,
    () => moveEvent(stored.id, from, stored.version),
  );
  return true;
}

/** @param {Activity} activity @param {Date} to */
const storeActivity = ({ id, version, start, end }, to) =>
  moveActivity(id, to, (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000, version);

/** @param {CalendarLine} line @param {By} by */
async function moveTogether(line, by) {
  const before = line.realm ? await activityOfAppointment(line.realm.id, line.id) : null;
  if (!before) {
    notice(t('calendar.stays-elsewhere'), { bad: true });
    return false;
  }
  const stored = await storeActivity(before, begins(line, by));
  const at = new Date(stored.start ?? line.startsAt);
  tell(line, at, false, () => storeActivity(stored, new Date(line.startsAt)));
  return true;
}

/** @param {CalendarLine} line @param {By} by */
async function moveOwn(line, by) {
  const before = await readAppointment(line.id);
  const version = appointmentTag(line.id);
  const choice = await chosen(line, before.recurrence, by);
  if (!choice) return false;
  const { occurrence } = choice;
  const from = occurrence
    ? wallTime(new Date(line.startsAt), line.zone)
    : before.start.slice(0, 16);

  /** @param {string} start wall time @param {WarningKind[]} confirm @returns {Promise<Appointment | null>} */
  const store = (start, confirm) =>
    confirming(
      () => changeAppointment(line.id, { start, confirm }, version, occurrence),
      () => ({
        start: instant(start, line.zone) ?? new Date(),
        zone: line.zone,
        place: line.place,
        id: line.id,
      }),
      {
        anyway: () => store(start, known),
        later: (moved) => store(wallTime(moved, line.zone), ['noPosition']),
      },
    );

  const stored = await store(shifted(from, line.zone, by), ['noPosition']);
  if (!stored) return false;
  tell(
    line,
    new Date(stored.startsAt),
    line.repeats && !occurrence,
    () => changeAppointment(stored.id, { start: from, confirm: known }, stored.version),
  );
  return true;
}
