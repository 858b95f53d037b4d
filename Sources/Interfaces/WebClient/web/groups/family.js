// The menu of a family: whose it is, one's settings, and what all share and plan.

import { html } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { leave } from '../shell/navigation.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** The headline of the menu with what stands below it. @param {unknown} entries */
export const familyCentre = (entries) =>
  html`
    <section class="card stack">
      <div class="row spread">
        <h2>${t('shell.familyCentre')}</h2>
        <button class="button quiet" aria-haspopup="dialog" aria-label=${t(
          'groups.accountSettings',
        )} @click=${openSettings}>${icon('chevron-down')}</button></div>
      <p>${session.account?.name ?? ''}</p>
      ${entries}
    </section>
  `;

/** One's own settings, and the way out. */
function openSettings() {
  /** @param {string} href @param {unknown} symbol @param {string} text */
  const link = (href, symbol, text) =>
    html`<li><a href=${href}>${symbol}<span>${t(text)}</span></a></li>`;
  openDialog({
    title: t('groups.accountSettings'),
    side: true,
    body: (close) =>
      html`<ul class="menu plain-list" @click=${(/** @type {Event} */ click) => {
        if (/** @type {Element} */ (click.target).closest('a')) close();
      }}>
        ${link('/me/profile', icon('user-pen'), 'groups.profile')}
        ${link('/me/notifications', icon('bell-ring'), 'groups.whatArrives')}
        ${link('/me/security', icon('shield-check'), 'groups.security')}
        <li><button @click=${() => {
        close();
        leave();
      }}>${icon('log-out')}<span>${t('shell.logOut')}</span></button></li>
      </ul>`,
  });
}
