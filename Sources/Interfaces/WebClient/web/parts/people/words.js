// Who may do what in a group, and the way back to it.

import { heading as headingOf } from '../heading.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').Realm} Realm */

const order = ['guest', 'member', 'editor', 'moderator', 'admin', 'owner'];
/** Whether a member runs the group. @param {Realm} realm */
export const runs = (realm) => order.indexOf(realm.role ?? '') >= order.indexOf('admin');

/** Whether a member plans events. @param {Realm} realm @param {string} [publishers] who does so in a community, beside its admins */
export const plansEvents = (realm, publishers) =>
  runs(realm) || realm.role === 'moderator' && publishers === 'moderators';

/** Whether a member publishes courses: the core members of a community. @param {Realm} realm */
export const teaches = (realm) =>
  realm.kind === 'community' &&
  order.indexOf(realm.role ?? '') >= order.indexOf('moderator');

/** The way back, and the heading. @param {string} title @param {string} [href] @param {string} [text] */
export const heading = (title, href = '/people', text = t('people.title')) =>
  headingOf(title, href, text);
