// What one's own pages begin with: the way back, and the heading.

import { heading as headingOf } from '../parts/heading.js';
import { t } from '../shell/texts.js';

/** @param {string} title */
export const heading = (title) => headingOf(title, '/me', t('me.title'));
