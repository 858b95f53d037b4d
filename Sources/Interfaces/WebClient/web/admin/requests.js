import { html, nothing } from 'lit-html';
import { Form } from '../parts/form.js';
import { ago, moment } from '../parts/format.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { t } from '../shell/texts.js';
import { decision, queuePage } from './queue.js';

/** @typedef {import('api-types').OrganizationRequest} Request */

/** Who wants to make tours. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const request = id ? view.watch(`/v1/admin/organization-requests/${id}`) : null;
  const form = new Form({ reason: '' }, () => view.update());

  /** @param {'accept' | 'deny'} word @param {string} reason */
  const decide = (word, reason) =>
    settle(
      () =>
        api.send('POST', `/v1/admin/organization-requests/${id}/decision`, {
          body: { decision: word, ...(reason ? { reason } : {}) },
          changes: ['/v1/admin/organization-requests'],
        }),
      t(word === 'accept' ? 'admin.accepted' : 'admin.denied'),
    );

  const { settle } = queuePage(view, {
    list: '/v1/admin/organization-requests',
    home: '/admin/organization-requests',
    title: t('admin.requests'),
    empty: emptyState({
      icon: 'check-check',
      title: t('admin.noRequests'),
      text: t('admin.noRequestsText'),
    }),
    row: (/** @type {Request} */ item, current) =>
      row({
        href: `/admin/organization-requests/${item.id}`,
        current,
        start: picture(item.organizationName),
        title: item.organizationName,
        text: html`${item.account.name} · <time datetime=${item.createdAt}>${
          ago(item.createdAt)
        }</time>`,
      }),
    detail: request
      ? () =>
        shown(request, (/** @type {Request} */ found) =>
          html`<article class="stack">
            <header class="stack tight"><h1>${found.organizationName}</h1>
              <p class="soft">${found.account.name} · <time datetime=${found.createdAt}>${
            moment(found.createdAt)
          }</time></p></header>
            ${
            found.website
              ? html`<p><a href=${found.website} target="_blank" rel="noopener noreferrer">${found.website}</a></p>`
              : nothing
          }
            <section class="stack tight"><h2>${
            t('admin.theirReason')
          }</h2><p class="words">${found.reason}</p></section>
            ${
            found.state === 'requested'
              ? decision(form, {
                help: t('admin.denialHelp'),
                buttons: [
                  {
                    text: t('admin.accept'),
                    needsReason: false,
                    run: (reason) => decide('accept', reason),
                  },
                  {
                    text: t('admin.deny'),
                    danger: true,
                    needsReason: true,
                    run: (reason) => decide('deny', reason),
                  },
                ],
              })
              : html`<p class="card"><strong>${
                t(found.state === 'approved' ? 'admin.accepted' : 'admin.denied')
              }</strong> ${found.decisionReason ?? ''}</p>`
          }
          </article>`)
      : null,
  });
}
