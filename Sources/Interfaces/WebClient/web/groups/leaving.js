import { confirm } from '../parts/dialog.js';
import { leaveGroup } from '../data/groups.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** Whether one can go: everybody is in the public one, and the personal one is one's own. @param {import('api-types').Realm} realm */
export const canLeave = (realm) =>
  realm.role !== undefined && realm.kind !== 'public' && realm.kind !== 'personal';

/**
 * Leaves a group, after asking.
 *
 * @param {import('../shell/view.js').View} view @param {import('api-types').Realm} realm
 */
export async function askToLeave(view, { id, name, kind }) {
  const isFriend = kind === 'direct';
  const sure = await confirm({
    title: t(isFriend ? 'groups.unfriendNamed' : 'groups.leaveNamed', { name }),
    text: t(isFriend ? 'groups.unfriendText' : 'groups.leaveText'),
    button: t(isFriend ? 'groups.unfriend' : 'groups.leave'),
  });
  if (!sure) return;
  try {
    await leaveGroup(id, session.account?.id ?? '');
    view.go(isFriend ? '/people/friends' : '/people');
    notice(t(isFriend ? 'groups.unfriended' : 'groups.left', { name }));
  } catch (error) {
    complain(error);
  }
}
