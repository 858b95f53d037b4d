import { html, nothing } from 'lit-html';
import { easeQuestion } from '../parts/ease-question.js';
import { icon } from '../parts/icon.js';
import { few } from '../parts/few.js';
import { row } from '../parts/list.js';
import { face } from '../parts/person.js';
import { warning } from '../parts/states.js';
import { leave } from '../shell/navigation.js';
import { session } from '../shell/session.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';

/** One's own page: who one is here, and everything that is one's own. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const account = session.account;
  if (!account) return;
  view.draw(() =>
    html`<div class="stack">
      <div class="row">${face(account, 64)}
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
      ${easeQuestion(view)}
      ${few(inOrder(), (some) => html`<ul class="list">${some.map(entry)}</ul>`)}
      <div><button class="button" @click=${leave}>${icon('log-out')}${
      t('shell.logOut')
    }</button></div>
    </div>`
  );
}

/** @typedef {[href: string, symbol: unknown, name: string]} Entry */

/** @type {Entry[]} */
const entries = [
  ['/me/profile', icon('user-pen'), 'profile'],
  ['/notifications', icon('bell'), 'notifications'],
  ['/inventory', icon('box'), 'inventory'],
  ['/me/walks', icon('footprints'), 'walks'],
  ['/calendar/exchange', icon('calendar-clock'), 'calendars'],
  ['/me/display', icon('type'), 'display'],
  ['/me/notifications', icon('bell-ring'), 'kinds'],
  ['/me/security', icon('shield-check'), 'security'],
  ['/me/privacy', icon('hand'), 'privacy'],
  ['/me/reports', icon('flag'), 'reports'],
  ['/me/groups', icon('users'), 'groups'],
  ['/me/organization', icon('building-2'), 'organization'],
  ['/help', icon('circle-question-mark'), 'help'],
];

/** What stands first in simple mode. */
const first = ['profile', 'notifications', 'display', 'groups', 'help'];

/** The entries, in simple mode those first that most people need. */
function inOrder() {
  if (!settings.simple) return entries;
  const rank = (/** @type {Entry} */ [, , name]) => (first.indexOf(name) + 1) || first.length + 1;
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

/** @param {Entry} entry */
const entry = ([href, symbol, name]) =>
  html`<li>${row({ href, start: symbol, title: t(`me.${name}`), text: t(`me.${name}Text`) })}</li>`;
