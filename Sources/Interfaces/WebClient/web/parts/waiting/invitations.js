// Invitations into groups and friend requests, answered in place.

import { html, nothing } from 'lit-html';
import { answerInvitation } from '../../data/invitations.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { ago } from '../format.js';
import { icon } from '../icon.js';
import { row } from '../list.js';
import { personRow } from '../person.js';
import { picture } from '../picture.js';

/** @typedef {import('api-types').Invitation} Invitation */

/** Whether an invitation is somebody's wish to be a friend. @param {Invitation} item */
export const isFriendRequest = (item) => !item.realm;

/**
 * Answers an invitation or a friend request that waits.
 *
 * @param {Invitation} item @param {boolean} accepts
 * @returns {Promise<boolean>} whether it was taken
 */
export async function answer(item, accepts) {
  const name = item.realm?.name ?? item.from.name;
  const accepted = isFriendRequest(item) ? 'waiting.befriended' : 'waiting.joined';
  try {
    await answerInvitation(item.id, accepts);
    notice(t(accepts ? accepted : 'waiting.declined', { name }));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** An invitation or a friend request with its answers. @param {Invitation} item */
export const invitationRow = (item) =>
  isFriendRequest(item) ? friendRequest(item) : invitation(item);

/** Somebody who would like to be a friend. @param {Invitation} item */
export const friendRequest = (item) => {
  const { name } = item.from;
  return personRow(item.from, {
    text: html`${t('waiting.wantsFriend')} · ${ago(item.createdAt)}${
      item.message ? html`<br>“${item.message}”` : nothing
    }`,
    end: html`
      <button class="button main" aria-label=${t('people.acceptNamed', { name })}
        @click=${() => answer(item, true)}>${icon('check')}${t('people.accept')}</button>
      <button class="button danger" aria-label=${t('people.declineNamed', { name })}
        @click=${() => answer(item, false)}>${icon('x')}${t('people.decline')}</button>
    `,
  });
};

/** @param {Invitation} item */
function invitation(item) {
  const name = item.realm?.name ?? '';
  return row({
    start: picture(name),
    title: name,
    text: html`${t('waiting.from', { name: item.from.name })} · ${ago(item.createdAt)}${
      item.message ? html`<br>“${item.message}”` : nothing
    }`,
    end: html`
      <button class="button main" aria-label=${t('waiting.joinNamed', { name })} @click=${() =>
        answer(item, true)}>${t('waiting.join')}</button>
      <button class="button" aria-label=${t('people.declineNamed', { name })} @click=${() =>
        answer(item, false)}>${t('people.decline')}</button>
    `,
  });
}
