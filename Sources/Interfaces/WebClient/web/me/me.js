import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { warning } from '../parts/states.js';
import { leave } from '../shell/navigation.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** One's own page: who one is here, and everything that is one's own. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const account = session.account;
  if (!account) return;
  view.draw(() =>
    html`<div class="stack">
      <div class="row">${picture(account.name, { of: account.picture, round: true, size: 64 })}
        <div><h1>${account.name}</h1><p class="soft">${
      account.email ?? account.phoneNumber
    }</p></div></div>
      ${
      account.email && !account.emailVerified
        ? warning(
          t('me.unverified'),
          html`<a class="button" href="/me/profile">${t('me.verify')}</a>`,
        )
        : nothing
    }
      <ul class="list">
        ${entry('/me/profile', icon('user-pen'), 'profile')}
        ${entry('/notifications', icon('bell'), 'notifications')}
        ${entry('/inventory', icon('box'), 'inventory')}
        ${entry('/me/walks', icon('footprints'), 'walks')}
        ${entry('/calendar/exchange', icon('calendar-clock'), 'calendars')}
        ${entry('/me/display', icon('type'), 'display')}
        ${entry('/me/notifications', icon('bell-ring'), 'kinds')}
        ${entry('/me/security', icon('shield-check'), 'security')}
        ${entry('/me/privacy', icon('hand'), 'privacy')}
        ${entry('/me/groups', icon('users'), 'groups')}
        ${entry('/me/organization', icon('building-2'), 'organization')}
        ${entry('/help', icon('circle-question-mark'), 'help')}
      </ul>
      <div><button class="button" @click=${leave}>${icon('log-out')}${
      t('shell.logOut')
    }</button></div>
    </div>`
  );
}

/** @param {string} href @param {unknown} symbol @param {string} name */
const entry = (href, symbol, name) =>
  html`<li>${row({ href, start: symbol, title: t(`me.${name}`), text: t(`me.${name}Text`) })}</li>`;
