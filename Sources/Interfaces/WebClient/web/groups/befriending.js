// Friend requests: asking, and taking back.

import { html } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { requestFriend, withdrawFriendRequest } from '../data/friends.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { messageField } from './fields.js';

/** @typedef {import('api-types').Invitation} Invitation */

/** Somebody whom one has asked. @param {Invitation} item */
export const askedFriend = (item) => {
  const name = item.toName ?? item.toEmail ?? item.toPhone ?? t('groups.someone');
  return row({
    start: item.toName ? picture(name, { round: true }) : icon('mail'),
    title: name,
    text: html`${t('groups.askedFriend')} · ${ago(item.createdAt)}`,
    end: html`
      <button class="button" aria-label=${t('groups.takeBackFriend', { name })}
        @click=${() => takeBack(item)}>${t('groups.takeBack')}</button>
    `,
  });
};

/** @param {Invitation} item */
async function takeBack(item) {
  try {
    await withdrawFriendRequest(item.id);
    notice(t('groups.takenBack'));
  } catch (error) {
    complain(error);
  }
}

/** Asks a person whom one sees somewhere. @param {{id: string, name: string}} person */
export async function askFriend({ id, name }) {
  try {
    await requestFriend({ to: id });
    notice(t('groups.friendAsked', { name }));
  } catch (error) {
    complain(error);
  }
}

/** Asks by an address or a telephone number. @param {import('../shell/view.js').At} at */
export function addFriend(at) {
  const form = new Form({ to: '', message: '' }, () => {});
  return openDialog({
    at,
    title: t('groups.addFriend'),
    body: (close, update) => {
      form.update = update;
      return formOf(form, {
        submit: () =>
          form.submit(async ({ to, message }) => {
            await requestFriend({
              to: to.trim(),
              ...(message.trim() ? { message: message.trim() } : {}),
            });
            close();
            notice(t('groups.friendAsked', { name: to.trim() }));
          }, ({ to }) => to.trim() ? {} : { to: t('groups.needsFriend') }),
        button: t('groups.sendFriend'),
        fields: html`${
          field(form, {
            name: 'to',
            label: t('groups.friendAddress'),
            help: t('groups.friendHelp'),
            maxlength: 254,
            autocomplete: 'off',
          })
        }${messageField(form)}`,
      });
    },
  });
}
