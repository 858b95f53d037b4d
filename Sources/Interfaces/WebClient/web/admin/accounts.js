// Accounts that were suspended, and one of them or any other: suspended or let back with a reason.

import { html, nothing } from 'lit-html';
import { Form } from '../parts/form.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { decision, queuePage } from './queue.js';

/** @typedef {import('api-types').AccountStanding} Standing */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const account = id ? view.watch(`/v1/admin/accounts/${id}`) : null;
  const form = new Form({ reason: '' }, () => view.update());

  /** @param {'suspension' | 'reinstatement'} act @param {string} reason */
  const change = async (act, reason) => {
    await api.send('POST', `/v1/admin/accounts/${id}/${act}`, {
      body: { reason },
      changes: ['/v1/admin/accounts'],
    });
    notice(t(`admin.done-${act}`));
    view.go('/admin/accounts');
  };

  queuePage(view, {
    list: '/v1/admin/accounts',
    home: '/admin/accounts',
    title: t('admin.accounts'),
    empty: emptyState({
      icon: 'check-check',
      title: t('admin.noAccounts'),
      text: t('admin.noAccountsText'),
    }),
    way: ['/admin/reports', t('admin.reports')],
    row: (/** @type {Standing} */ item, current) =>
      row({
        href: `/admin/accounts/${item.id}`,
        current,
        start: picture(item.name),
        title: item.name,
        text: t(`admin.state-${item.state}`),
      }),
    detail: account
      ? () =>
        shown(account, (/** @type {Standing} */ found) =>
          html`<article class="stack">
            <header class="stack tight"><h1>${found.name}</h1>
              <p class="soft">${t(`admin.state-${found.state}`)}</p></header>
            ${
            found.role === 'admin'
              ? html`
                <p class="card">${t('admin.adminAccount')}</p>
              `
              : nothing
          }
            ${
            found.role !== 'admin'
              ? decision(form, {
                help: t('admin.accountHelp'),
                buttons: [
                  found.state === 'suspended'
                    ? {
                      text: t('admin.reinstate'),
                      needsReason: true,
                      run: (reason) => change('reinstatement', reason),
                    }
                    : {
                      text: t('admin.suspend'),
                      danger: true,
                      needsReason: true,
                      run: (reason) => change('suspension', reason),
                    },
                ],
              })
              : nothing
          }
          </article>`)
      : null,
  });
}
