// Moving an entry of the calendar to another time: by dragging it, or step by step.

import { html } from 'lit-html';
import { openDialog } from '../../parts/dialog.js';
import { endOf, moment, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import * as api from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { dayWords, instant, wallTime } from '../../parts/days.js';
import { whatHelps } from './help.js';
import { parts } from './recurrence.js';
import {
  activityOf,
  askTelling,
  eventOf,
  isShared,
  staysShared,
  storeActivity,
  storeEvent,
} from './shared.js';
import { askWarnings } from './warnings.js';
import { changes } from '../words.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('../../shell/view.js').View} View */
/** @typedef {{days: number, minutes: number}} By how far, first the days by the clocks of its zone */

const day = 86_400_000;
const minute = 60_000;
/** What is no news of something that is only moved back. */
const known = ['noPosition', 'past', 'overlap', 'unreachable', 'nextUnreachable'];

/** Why an entry cannot be moved here; empty if it can. @param {CalendarLine} line */
export function stays(line) {
  if (line.status === 'cancelled') return t('calendar.stays-cancelled');
  if (line.kind.startsWith('subscribed')) return t('calendar.stays-subscribed');
  if (isShared(line)) return staysShared(line);
  if (line.kind !== 'appointment') return t('calendar.stays-elsewhere');
  return line.own ? '' : t('calendar.stays-others');
}

/** @param {string} wall @param {string} zone @param {By} by */
function shifted(wall, zone, { days, minutes }) {
  const moved = new Date(Date.parse(`${wall.slice(0, 16)}:00Z`) + days * day);
  const at = moved.toISOString().slice(0, 16);
  const start = instant(at, zone);
  return minutes === 0 || !start
    ? at
    : wallTime(new Date(start.getTime() + minutes * minute), zone);
}

/** When it would begin. @param {CalendarLine} line @param {By} by */
function begins(line, by) {
  const wall = shifted(wallTime(new Date(line.startsAt), line.zone), line.zone, by);
  return instant(wall, line.zone) ?? new Date(line.startsAt);
}

/** Which step the keys mean. @param {KeyboardEvent} event @returns {By | null} */
function stepOf({ altKey, key }) {
  const steps = {
    ArrowUp: { days: 0, minutes: -15 },
    ArrowDown: { days: 0, minutes: 15 },
    ArrowLeft: { days: -1, minutes: 0 },
    ArrowRight: { days: 1, minutes: 0 },
  };
  return altKey ? steps[/** @type {keyof typeof steps} */ (key)] ?? null : null;
}

/** How a line is called in the address of the dialog. @param {CalendarLine} line */
const idOf = ({ id, startsAt }) => `${id}.${Date.parse(startsAt)}`;

/** Gives the dialog that moves a line an address. @param {View} view @param {() => CalendarLine[]} lines */
export const nameMove = (view, lines) =>
  view.dialog('move', (at) => {
    const line = lines().find((one) => idOf(one) === at.id && !stays(one));
    return line && moveByStep(line, at);
  });

/** @param {View} view @param {CalendarLine} line @param {By} [by] the first step */
function openMove(view, line, by = { days: 0, minutes: 0 }) {
  first = by;
  view.open('move', idOf(line));
}
/** What the dialog that is opened next begins with. */
let first = { days: 0, minutes: 0 };

/** @param {View} view @param {CalendarLine} line */
export const moveButton = (view, line) =>
  html`
    <button class="button quiet calendar-move" aria-label=${t('calendar.moveNamed', {
      title: line.title,
    })}
      @click=${() => openMove(view, line)}>${icon('move')}</button>
  `;

/** Alt and an arrow on an entry moves it, or says why not. @param {KeyboardEvent} event @param {View} view @param {CalendarLine} line */
export function moveByKeys(event, view, line) {
  const step = stepOf(event);
  if (!step) return;
  event.preventDefault();
  const why = stays(line);
  if (why) notice(why, { bad: true });
  else openMove(view, line, step);
}

/** Whole days with their names, by the clocks of their place. @param {Date} start @param {Date} end @param {string} zone */
function daysWords(start, end, zone) {
  const first = dayWords(start, zone);
  const last = dayWords(new Date(end.getTime() - 1), zone);
  return first === last ? first : `${first} – ${last}`;
}

/** Asks step by step to when, and moves it. @param {CalendarLine} line @param {import('../../shell/view.js').At} at */
async function moveByStep(line, at) {
  let to = line.allDay ? { ...first, minutes: 0 } : first;
  first = { days: 0, minutes: 0 };
  const answer = await openDialog({
    at,
    title: t('calendar.moveNamed', { title: line.title }),
    body: (/** @type {(is?: boolean) => void} */ close, update) => {
      /** @param {By} step */
      const add = (step) => {
        to = {
          days: to.days + step.days,
          minutes: line.allDay ? 0 : to.minutes + step.minutes,
        };
        update();
      };
      const button = (/** @type {string} */ text, /** @type {By} */ step) =>
        html`<button class="button" ?autofocus=${step.days < 0} @click=${() => add(step)}>${
          t(`calendar.${text}`)
        }</button>`;
      const start = begins(line, to);
      const end = line.allDay
        ? begins({ ...line, startsAt: line.endsAt }, to)
        : new Date(start.getTime() + Date.parse(line.endsAt) - Date.parse(line.startsAt));
      return html`
        <div class="stack" @keydown=${(/** @type {KeyboardEvent} */ event) => {
          const step = stepOf(event);
          if (!step) return;
          event.preventDefault();
          add(step);
        }}>
          <p role="status"><strong>${line.allDay
            ? daysWords(start, end, line.zone)
            : `${dayWords(start)}, ${time(start)} – ${endOf(start, end)}`}</strong></p>
          <div class="row" role="group" aria-label=${t('calendar.moveBy')}>
                  ${button('dayEarlier', { days: -1, minutes: 0 })}
                  ${line.allDay ? '' : button('quarterEarlier', { days: 0, minutes: -15 })}
                  ${line.allDay ? '' : button('quarterLater', { days: 0, minutes: 15 })}
                  ${button('dayLater', { days: 1, minutes: 0 })}
                </div>
          ${isShared(line) ? html`<p>${t('calendar.tellsAll')}</p>` : ''}
          <p class="soft small">${t('calendar.moveKeys')}</p>
          <div
            class="row"><button class="button main" ?disabled=${to.days === 0 &&
              to.minutes === 0} @click=${() => close(true)}>${t('calendar.moveHere')}</button>
                  <button class="button" @click=${() => close()}>${t('shell.cancel')}</button></div>
        </div>
      `;
    },
  });
  return answer ? await move(line, to, true) : false;
}

/** Which of a series is moved. @param {CalendarLine} line @param {string} rule @param {By} by @returns {Promise<'one' | 'following' | 'all' | undefined>} */
function whichOf(line, rule, by) {
  const { BYDAY, BYMONTHDAY } = parts(rule);
  // The rule itself names the days.
  const keepsDays = Boolean(BYDAY || BYMONTHDAY) && by.days !== 0;
  // As in its form: a series that is planned together begins on its day.
  const keepsAll = isShared(line) && by.days !== 0;
  return openDialog({
    title: t('calendar.moveNamed', { title: line.title }),
    body: (/** @type {(which?: 'one' | 'following' | 'all') => void} */ close) =>
      html`
        <p>${t('calendar.whichOf')}</p>
                ${isShared(line) ? html`<p>${t('calendar.tellsAll')}</p>` : ''}
                ${keepsDays ? html`<p class="soft">${t('calendar.daysOfRule')}</p>` : ''}
                <div
          class="row"><button class="button main" @click=${() => close('one')}>${t(
            'calendar.one',
          )}</button>${keepsDays ? '' : html`
            <button class="button" @click=${() => close('following')}>${t(
              'calendar.following',
            )}</button>${keepsAll ? '' : html`
              <button class="button"
                @click=${() => close('all')}>${t(
                  'calendar.all',
                )}</button>
            `}
          `}</div>
      `,
  });
}

/**
 * Moves it, after asking about what speaks against it, and offers to undo it.
 *
 * @param {CalendarLine} line @param {By} by
 * @param {boolean} [isSure] whether it was asked about already
 * @returns {Promise<boolean>} whether it was moved
 */
export async function move(line, by, isSure = false) {
  if (!isShared(line)) return await moveOwn(line, by);
  try {
    // Of a series it is asked which.
    if (!isSure && !line.repeats && !(await askTelling(line, begins(line, by)))) return false;
    return line.kind === 'activity' ? await moveActivity(line, by) : await moveEvent(line, by);
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

/** @param {CalendarLine} line @param {By} by */
async function moveEvent(line, by) {
  const before = await eventOf(line);
  const which = line.repeats ? await whichOf(line, before.recurrence ?? '', by) : 'all';
  if (!which) return false;
  const isPart = line.repeats && which !== 'all';
  const from = (isPart ? before.start : before.firstStart ?? before.start).slice(0, 16);
  const occurrence = isPart
    ? `?occurrence=${encodeURIComponent(line.startsAt)}${
      which === 'following' ? '&following=true' : ''
    }`
    : '';
  const stored = await storeEvent(
    line.id,
    before.version,
    shifted(from, line.zone, by),
    occurrence,
  );
  tell(
    line,
    new Date(stored.startsAt),
    line.repeats && !isPart,
    () => storeEvent(stored.id, stored.version, from),
  );
  return true;
}

/** @param {CalendarLine} line @param {By} by */
async function moveActivity(line, by) {
  const before = await activityOf(line);
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
  const path = `/v1/appointments/${line.id}`;
  try {
    const before = await api.get(path);
    const which = line.repeats ? await whichOf(line, before.recurrence ?? '', by) : 'all';
    if (!which) return false;
    const isPart = line.repeats && which !== 'all';
    const from = isPart ? wallTime(new Date(line.startsAt), line.zone) : before.start.slice(0, 16);
    const occurrence = isPart
      ? `?occurrence=${encodeURIComponent(line.startsAt)}${
        which === 'following' ? '&following=true' : ''
      }`
      : '';
    const stored = await store(
      `${path}${occurrence}`,
      api.etag(path),
      line,
      shifted(from, line.zone, by),
    );
    if (!stored) return false;
    tell(
      line,
      new Date(stored.startsAt),
      line.repeats && which === 'all',
      () =>
        api.send('PATCH', `/v1/appointments/${stored.id}`, {
          body: { start: from, confirm: known },
          match: `"${stored.version}"`,
          changes,
        }),
    );
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/**
 * @param {string} path @param {string | null} version @param {CalendarLine} line @param {string} start wall time
 * @param {string[]} confirm
 * @returns {Promise<any>} null if it shall stay where it is
 */
async function store(path, version, line, start, confirm = ['noPosition']) {
  try {
    return await api.send('PATCH', path, { body: { start, confirm }, match: version, changes });
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.slug !== 'unconfirmed-warnings') throw error;
    const { warnings } = /** @type {any} */ (error.problem);
    const answer = await askWarnings(
      warnings,
      () =>
        whatHelps({
          start: instant(start, line.zone) ?? new Date(),
          zone: line.zone,
          place: line.place,
          id: line.id,
        }),
    );
    if (!answer.save) return null;
    if (answer.moveTo) return await store(path, version, line, wallTime(answer.moveTo, line.zone));
    return await store(path, version, line, start, known);
  }
}
