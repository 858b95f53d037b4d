// What groups and roles are called, and the fields that forms on groups share.

import { field } from '../parts/form.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Realm} Realm */

/** A word to whoever is invited or asked. @param {import('../parts/form.js').Form<any>} form */
export const messageField = (form) =>
  field(form, {
    name: 'message',
    label: t('groups.message'),
    rows: 2,
    maxlength: 500,
    optional: true,
  });

/** The kinds that people start themselves. */
export const kinds = ['group', 'family', 'team', 'community'];
const policies = ['invite', 'request', 'open', 'closed'];

/** How one may come into a group of a kind: into a team nobody without an admin. @param {string} kind */
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

/** What a team does, completed while typing. @param {import('../parts/form.js').Form<any>} form */
export const sportField = (form) =>
  field(form, {
    name: 'sport',
    label: t('groups.sport'),
    maxlength: 60,
    optional: true,
    autocomplete: 'off',
    suggestions: t('groups.sports').split(', '),
  });
