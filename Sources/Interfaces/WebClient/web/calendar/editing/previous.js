// What ends before an appointment begins, and when one can be there after it.

/** @typedef {import('api-types').CalendarLine} CalendarLine */

const minute = 60_000;
const day = 86_400_000;

/**
 * The last of the entries with a place that has ended when another one begins.
 *
 * @param {CalendarLine[]} lines @param {Date} start @param {string} id of the one that begins; empty for a new one
 */
export const previousOf = (lines, start, id) =>
  lines.filter((line) =>
    line.id !== id && !line.allDay && line.status === 'confirmed' &&
    line.place?.lat !== undefined && Date.parse(line.endsAt) <= start.getTime()
  ).sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt)).pop();

/**
 * When it could begin, on a full five minutes, if one goes there straight from the one before: later than planned,
 * and not by half a day.
 *
 * @param {Date} start @param {string | undefined} arrival
 */
export function laterStart(start, arrival) {
  const at = Date.parse(arrival ?? '');
  return at > start.getTime() && at < start.getTime() + day / 2
    ? new Date(Math.ceil(at / (5 * minute)) * 5 * minute)
    : undefined;
}
