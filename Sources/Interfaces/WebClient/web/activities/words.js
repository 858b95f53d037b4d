// What activities are called.

import { choice } from '../parts/format.js';
import { t } from '../shell/texts.js';

/** What an activity is called: by its name, or what its poll asks. @param {import('api-types').Activity} activity */
export const activityName = ({ name, poll }) =>
  name ||
  (poll
    ? t('activities.pollOf', { options: choice(poll.options.map((option) => option.name)) })
    : t('activities.unnamed'));
