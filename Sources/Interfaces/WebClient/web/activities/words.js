// Names of activities, and travel times to one.

import { choice, duration } from '../parts/format.js';
import { t } from '../shell/texts.js';

/** The name of an activity: its own, or the options of its poll. @param {import('api-types').Activity} activity */
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
