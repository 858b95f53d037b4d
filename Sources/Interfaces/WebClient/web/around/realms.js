// The sub-realm whose things are shown, remembered on this device.

import { readGroups } from '../data/groups.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

const key = 'wayside.realm';

/** @typedef {{id: string, name: string}} Realm */

/** The realm of the address, else the one of the last visit. @param {URLSearchParams} query */
export function rememberedRealm(query) {
  const asked = query.get('realm');
  if (asked) return asked;
  if (session.role === 'nobody') return 'public';
  try {
    return localStorage.getItem(key) ?? 'public';
  } catch {
    return 'public';
  }
}

/** @param {string} realm */
export function rememberRealm(realm) {
  try {
    localStorage.setItem(key, realm);
  } catch {
    // Without storage it holds for this page.
  }
}

/** The groups that somebody can choose from, everyone first. @returns {Promise<Realm[]>} */
export async function readRealms() {
  const everyone = { id: 'public', name: t('around.public') };
  if (session.role === 'nobody') return [everyone];
  const { items } = await readGroups();
  const own = items.filter((realm) => realm.kind !== 'public');
  return [everyone, ...own.map(({ id, name }) => ({ id, name }))];
}
