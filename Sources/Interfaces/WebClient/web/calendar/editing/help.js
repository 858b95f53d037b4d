// What would help where an appointment cannot be reached in time: when to leave, and to when it
// would have to move. Found by asking for the ways of that day.

import { time } from '../../parts/format.js';
import * as api from '../../shell/api.js';
import { t } from '../../shell/texts.js';
import { meansWords } from '../../parts/journey/itineraries.js';
import { limitWords, path as preferencesPath, rulesOn } from '../../parts/journey/preferences.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Itinerary} Itinerary */
/** @typedef {{words: string[], moveTo?: Date}} Help */

const minute = 60_000;
const day = 86_400_000;

/** The appointment before with a place, if one is on that day. @param {Date} start @param {string} id */
async function before(start, id) {
  const from = new Date(start.getTime() - day).toISOString();
  const path = `/v1/appointments?from=${from}&to=${start.toISOString()}&limit=200`;
  /** @type {CalendarLine[]} */
  const lines = (await api.get(path)).items;
  return lines.filter((line) =>
    line.id !== id && !line.allDay && line.status === 'confirmed' &&
    line.place?.lat !== undefined && Date.parse(line.endsAt) <= start.getTime()
  ).sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt)).pop();
}

/**
 * @param {{start: Date, zone: string, place: {lat?: number, lon?: number} | undefined, id: string, modes?: string[]}} appointment
 *   `zone` by whose clocks it is; `id` is empty for a new one
 * @returns {Promise<Help>} without words where nothing is known to help
 */
export async function whatHelps({ start, zone, place, id, modes }) {
  if (place?.lat === undefined || place.lon === undefined) return { words: [] };
  const [previous, habits] = await Promise.all([
    before(start, id),
    api.get(preferencesPath),
  ]);
  const from = previous?.place ?? habits.home;
  if (from?.lat === undefined || from.lon === undefined) return { words: [] };
  const rules = rulesOn(habits, start, zone);
  /** @param {string} name @param {string} at @returns {Promise<Itinerary | null>} */
  const best = async (name, at) => {
    const query = new URLSearchParams({
      from: `${from.lat},${from.lon}`,
      to: `${place.lat},${place.lon}`,
      mode: rules.modes.filter((mode) => modes?.includes(mode) ?? true).join(','),
      ...limitWords(rules),
      ...(rules.order ? { order: rules.order } : {}),
      limit: '1',
      changeTime: String(habits.changeTime),
      [name]: at,
    });
    try {
      return (await api.get(`/v1/routes?${query}`)).itineraries[0] ?? null;
    } catch {
      return null;
    }
  };
  const [inTime, after] = await Promise.all([
    best('arriveBy', start.toISOString()),
    previous ? best('departAt', previous.endsAt) : null,
  ]);
  /** @type {Help} */
  const help = { words: [] };
  if (inTime) {
    const isEarly = previous && Date.parse(inTime.departure) < Date.parse(previous.endsAt);
    help.words.push(t(isEarly ? 'calendar.helpLeaveEarly' : 'calendar.helpLeave', {
      leave: time(inTime.departure),
      means: meansWords(inTime.legs),
      title: previous?.title ?? '',
    }));
  }
  const arrival = Date.parse(after?.arrival ?? '');
  if (previous && after && arrival > start.getTime() && arrival < start.getTime() + day / 2) {
    help.moveTo = new Date(Math.ceil(arrival / (5 * minute)) * 5 * minute);
    help.words.push(t('calendar.helpMove', {
      start: time(help.moveTo),
      minutes: Math.round((help.moveTo.getTime() - start.getTime()) / minute),
      title: previous.title,
      arrival: time(after.arrival),
      means: meansWords(after.legs),
    }));
  }
  return help;
}
