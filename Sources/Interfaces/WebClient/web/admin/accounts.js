// Accounts that were suspended, and one of them or any other: suspended or let back with a reason.

import { html } from 'lit-html';
import {
  changeAccountStanding,
  pagedSuspendedAccounts,
  watchAccountStanding,
} from '../data/admin.js';
import { Form } from '../parts/form.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { decision, QueuePage } from './queue.js';

/** @typedef {import('api-types').AccountStanding} Standing */

/** @extends {QueuePage<Standing>} */
class AccountsPage extends QueuePage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    super(view, pagedSuspendedAccounts(view), {
      home: '/admin/accounts',
      title: t('admin.accounts'),
      empty: emptyState({
        icon: 'check-check',
        title: t('admin.noAccounts'),
        text: t('admin.noAccountsText'),
      }),
      way: ['/admin/reports', t('admin.reports')],
    });
    this.account = this.id ? watchAccountStanding(view, this.id) : null;
    this.form = new Form({ reason: '' }, () => view.update());
  }

  /** @param {'suspension' | 'reinstatement'} act @param {string} reason */
  async #change(act, reason) {
    await changeAccountStanding(this.id, act, reason);
    notice(t(`admin.done-${act}`));
    this.view.go('/admin/accounts');
  }

  /** @override @param {Standing} item @param {boolean} current */
  row(item, current) {
    return row({
      href: `/admin/accounts/${item.id}`,
      current,
      start: picture(item.name),
      title: item.name,
      text: t(`admin.state-${item.state}`),
    });
  }

  /** @override */
  detail() {
    return this.account && shown(this.account, (found) =>
      html`<article class="stack">
        <header class="stack tight"><h1>${found.name}</h1>
          <p class="soft">${t(`admin.state-${found.state}`)}</p></header>
        ${
        found.role === 'admin'
          ? html`<p class="card">${t('admin.adminAccount')}</p>`
          : decision(this.form, { help: t('admin.accountHelp'), buttons: [this.#button(found)] })
      }</article>`);
  }

  /** What can be done about an account. @param {Standing} found */
  #button({ state }) {
    const isSuspended = state === 'suspended';
    return {
      text: t(isSuspended ? 'admin.reinstate' : 'admin.suspend'),
      look: /** @type {'main' | 'danger'} */ (isSuspended ? 'main' : 'danger'),
      needsReason: true,
      run: (/** @type {string} */ reason) =>
        this.#change(isSuspended ? 'reinstatement' : 'suspension', reason),
    };
  }
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const accounts = new AccountsPage(view);
  view.draw(() => accounts.draw());
}
