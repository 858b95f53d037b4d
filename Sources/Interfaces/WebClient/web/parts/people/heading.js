import { t } from '../../shell/texts.js';
import { heading as headingOf } from '../heading.js';

/** The way back, and the heading. @param {string} title @param {string} [href] @param {string} [text] */
export const heading = (title, href = '/people', text = t('people.title')) =>
  headingOf(title, href, text);
