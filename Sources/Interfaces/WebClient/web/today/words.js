// Days as one says them: today and tomorrow by name.

import { dayKey, shift } from '../parts/days.js';
import { day } from '../parts/format.js';
import { t } from '../shell/texts.js';

/** @param {{startsAt: string, zone: string, allDay: boolean}} line @param {Date} now */
export function dayNear({ startsAt, zone, allDay }, now) {
  const begin = new Date(startsAt);
  const key = dayKey(begin);
  if (key === dayKey(now)) return t('today.today');
  if (key === dayKey(shift(now, 1))) return t('today.tomorrow');
  return day(begin, allDay ? zone : undefined);
}
