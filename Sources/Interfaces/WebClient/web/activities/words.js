// What activities are called, and how long the ways to one are.

import { choice, duration } from '../parts/format.js';
import { t } from '../shell/texts.js';

/** What an activity is called: by its name, or what its poll asks. @param {import('api-types').Activity} activity */
export const activityName = ({ name, poll }) =>
  name ||
  (poll
    ? t('activities.pollOf', { options: choice(poll.options.map((option) => option.name)) })
    : t('activities.unnamed'));

/**
 * The own way and how those of all are spread, in words.
 *
 * @param {Pick<import('api-types').MeetingPlaces['items'][number], 'own' | 'spread'>} way
 */
export const wayWords = ({ own, spread }) =>
  [
    own === undefined ? '' : t('activities.ownWay', { time: duration(own) }),
    !spread
      ? ''
      : spread.median === spread.longest
      ? t('activities.waysAlike', { time: duration(spread.longest) })
      : t('activities.waysSpread', {
        median: duration(spread.median),
        longest: duration(spread.longest),
      }),
  ].filter(Boolean).join(' · ');
