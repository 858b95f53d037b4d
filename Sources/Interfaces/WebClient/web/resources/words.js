// What bookings are called, and what is missing of one.

import { t } from '../shell/texts.js';

export const priorities = ['high', 'medium', 'low'];

/** Why, and how much it matters. @param {{reason: string, priority: string}} booking */
export const why = ({ reason, priority }) =>
  `${reason} (${t('resources.priority')}: ${t(`resources.priority-${priority}`)})`;

/** What is missing of a booking. @param {{start: string, end: string, reason: string, priority: string}} values */
export const mistakes = ({ start, end, reason, priority }) => ({
  ...(start ? {} : { start: t('people.needsTime') }),
  ...(end > start ? {} : { end: t('people.needsEnd') }),
  ...(reason.trim() ? {} : { reason: t('resources.needsReason') }),
  ...(priority ? {} : { priority: t('resources.needsPriority') }),
});
