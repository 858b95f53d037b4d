// Times in words, and as the fields of forms have them.

import { dayKey } from '../days.js';
import { endOf, moment } from '../format.js';
import { t } from '../../shell/texts.js';

/** A span: Mon, 4 May 2026, 08:00 to 10:00. @param {{start: string, end: string}} span */
export const when = ({ start, end }) =>
  t('people.fromTo', {
    from: moment(start),
    to: endOf(start, end),
  });

/** A local time as a field has it. @param {Date} date */
export const timeText = (date) =>
  `${dayKey(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');
