// Names of groups, kinds and roles.

import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Realm} Realm */

/** The kinds that people start themselves. */
export const kinds = ['group', 'family', 'team', 'community'];
const policies = ['invite', 'request', 'open', 'closed'];

/** The join policies of a kind: nobody comes into a team without an admin. @param {string} kind */
export const policiesOf = (kind) => policies.filter((one) => kind !== 'team' || one !== 'open');
/** Roles that one gives. */
export const roles = ['guest', 'member', 'editor', 'moderator', 'admin'];

/** Whether it is a group with settings, of which one is a member. @param {Realm} realm */
export const hasSettings = (realm) =>
  realm.role !== undefined && !['public', 'personal', 'direct'].includes(realm.kind);

/** The kind and the number of members. @param {Realm} realm */
export const about = (realm) =>
  realm.kind === 'public'
    ? t('groups.everyone')
    : `${t(`groups.kind-${realm.kind}`)} · ${t('groups.members', { count: realm.members })}`;
