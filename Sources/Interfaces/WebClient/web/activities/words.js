// Travel times to an activity in words.

import { duration } from '../parts/format.js';
import { t } from '../shell/texts.js';

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
