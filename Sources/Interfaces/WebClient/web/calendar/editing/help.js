// What would help where an appointment cannot be reached in time: when to leave, and to when it
// would have to move. Found by asking for the ways of that day.

import { listCalendar } from '../../data/appointments.js';
import { readTravelPreferences } from '../../data/travel-preferences.js';
import { findWays } from '../../data/ways.js';
import { time } from '../../parts/format.js';
import { meansWords } from '../../parts/journey/words.js';
import { limitsOf, rulesOn } from '../../parts/journey/preferences.js';
import { t } from '../../shell/texts.js';
import { laterStart, previousOf } from './previous.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').Itinerary} Itinerary */
/** @typedef {{words: string[], moveTo?: Date}} Help */

const minute = 60_000;
const day = 86_400_000;

/**
 * @param {{start: Date, zone: string, place: {lat?: number, lon?: number} | undefined, id: string, modes?: string[]}} appointment
 *   `zone` by whose clocks it is; `id` is empty for a new one
 * @returns {Promise<Help>} without words where nothing is known to help
 */
export async function whatHelps({ start, zone, place, id, modes }) {
  if (place?.lat === undefined || place.lon === undefined) return { words: [] };
  const [lines, habits] = await Promise.all([
    listCalendar(new Date(start.getTime() - day), start),
    readTravelPreferences(),
  ]);
  const previous = previousOf(lines, start, id);
  const from = previous?.place ?? habits.home;
  if (from?.lat === undefined || from.lon === undefined) return { words: [] };
  const rules = rulesOn(habits, start, zone);
  /** @param {{arriveBy: string} | {departAt: string}} when @returns {Promise<Itinerary | null>} */
  const best = async (when) => {
    try {
      const { itineraries } = await findWays({
        from,
        to: place,
        mode: rules.modes.filter((mode) => modes?.includes(mode) ?? true),
        ...limitsOf(rules),
        order: rules.order,
        limit: 1,
        changeTime: habits.changeTime,
        boardingTime: habits.boardingTime,
        ...when,
      });
      return itineraries[0] ?? null;
    } catch {
      return null;
    }
  };
  const [inTime, after] = await Promise.all([
    best({ arriveBy: start.toISOString() }),
    previous ? best({ departAt: previous.endsAt }) : null,
  ]);
  return helpOf(start, previous, inTime, after);
}

/**
 * @param {Date} start @param {CalendarLine | undefined} previous
 * @param {Itinerary | null} inTime a way that arrives in time
 * @param {Itinerary | null} after a way that leaves when the one before has ended
 * @returns {Help}
 */
function helpOf(start, previous, inTime, after) {
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
  const moveTo = laterStart(start, after?.arrival);
  if (previous && after && moveTo) {
    help.moveTo = moveTo;
    help.words.push(t('calendar.helpMove', {
      start: time(moveTo),
      minutes: Math.round((moveTo.getTime() - start.getTime()) / minute),
      title: previous.title,
      arrival: time(after.arrival),
      means: meansWords(after.legs),
    }));
  }
  return help;
}
