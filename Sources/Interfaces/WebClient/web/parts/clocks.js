// Whose clocks times are by, where they are not the reader's.

import { nothing } from 'lit-html';
import { t } from '../shell/texts.js';
import { day, moment, time } from './format.js';
import { hint } from './states.js';

/**
 * Says that times are by the clocks of another place; nothing where those show what the reader's do.
 *
 * @param {string} zone @param {Date} [at] the moment that is meant, as clocks may differ at some times only
 */
export function otherClocks(zone, at = new Date()) {
  if (moment(at, zone) === moment(at)) return nothing;
  const isSameDay = day(at, zone) === day(at);
  return hint(t('shell.otherClocks', {
    zone: zone.replaceAll('_', ' '),
    there: isSameDay ? time(at, zone) : moment(at, zone),
    here: isSameDay ? time(at) : moment(at),
  }));
}
