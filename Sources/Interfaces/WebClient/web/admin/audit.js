// The audit trail: what admins, operators and the service itself did, newest first.

import { html, nothing } from 'lit-html';
import { reasonOf, whoOf } from './audit-words.js';
import { moment } from '../parts/format.js';
import { heading } from '../parts/heading.js';
import { pagedAudit } from '../data/admin.js';
import { emptyState, shown } from '../parts/states.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').AuditEntry} Entry */

const known = [
  'report-decided',
  'decision-undone',
  'account-suspended',
  'account-reinstated',
  'admin-created',
  'organization-changed',
  'report-read',
  'report-listed',
  'private-object-read',
  'private-picture-read',
  'operator-message-answered',
  'organization-approved',
  'organization-denied',
];

/** What it was about: by its name where that is known here, else by its kind. @param {Entry} entry */
function subject({ subjectKind, subject: id, subjectName }) {
  const kind = t(`admin.kind-${subjectKind}`);
  if (!subjectName) return html`<span class="soft">${kind}</span>`;
  return html`${
    subjectKind === 'account'
      ? html`<a href="/admin/accounts/${id}">${subjectName}</a>`
      : subjectName
  } <span class="soft">· ${kind}</span>`;
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const paged = pagedAudit(view);
  view.draw(() =>
    html`<div class="stack">
      ${heading(t('admin.audit'), '/admin/reports', t('admin.reports'))}
      <p class="soft">${t('admin.auditText')}</p>
      ${
      shown(paged.first, () =>
        paged.items.length === 0
          ? emptyState({ icon: 'scroll-text', text: t('admin.noAudit') })
          : html`
            <div data-scrolls class="audit" tabindex="0" role="group" aria-label=${t(
              'admin.audit',
            )}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">${t('admin.number')}</th>
                    <th scope="col">${t('admin.when')}</th>
                    <th scope="col">${t('admin.what')}</th>
                    <th scope="col">${t('admin.who')}</th>
                    <th scope="col">${t('admin.why')}</th>
                  </tr>
                </thead>
                <tbody>${paged.items.map((entry) =>
                  html`
                    <tr>
                      <td>${entry.number}</td>
                      <td><time datetime=${entry.at}>${moment(entry.at)}</time></td>
                      <th scope="row">${known.includes(entry.action)
                        ? t(`admin.did-${entry.action}`)
                        : entry.action}<br><span class="small audit-subject">${subject(
                          entry,
                        )}</span></th>
                      <td>${whoOf(entry, session.account?.id)}</td>
                      <td>${reasonOf(entry)}</td>
                    </tr>
                  `
                )}</tbody>
              </table>
            </div>
                      ${paged.hasMore
                        ? html`<button class="button" @click=${() => paged.more()}>${
                          t('shell.more')
                        }</button>`
                        : nothing}
          `)
    }</div>`
  );
}
