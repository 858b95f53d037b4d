// How much a booking matters, and the errors of a draft.

import { t } from '../shell/texts.js';

export const priorities = ['high', 'medium', 'low'];

/** What has become of a request. @param {import('api-types').OverrideRequest} request */
export const outcome = ({ state, givenToAnother }) =>
  t(givenToAnother ? 'resources.givenToAnother' : `resources.request-${state}`);

/** The errors of a draft. @param {{start: string, end: string, reason: string, priority: string}} values */
export const bookingErrors = ({ start, end, reason, priority }) => ({
  ...(start ? {} : { start: t('people.needsTime') }),
  ...(end > start ? {} : { end: t('people.needsEnd') }),
  ...(reason.trim() ? {} : { reason: t('resources.needsReason') }),
  ...(priority ? {} : { priority: t('resources.needsPriority') }),
});
