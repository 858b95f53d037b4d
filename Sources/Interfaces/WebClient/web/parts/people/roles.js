// The rights of roles in a group.

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
