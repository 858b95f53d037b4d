import { html, nothing } from 'lit-html';
import { Form } from '../parts/form.js';
import { ago, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { choice } from '../parts/tabs.js';
import { emptyState, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { decision, queuePage } from './queue.js';

/** @typedef {import('api-types').ReportCase} Case */

/** What was reported, the evidence beside the decision. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const kind = view.query.get('kind') ?? '';
  const report = id ? view.watch(`/v1/admin/reports/${id}`) : null;
  const form = new Form({ reason: '' }, () => view.update());

  /** @param {'keep' | 'remove'} word @param {string} reason */
  const decide = async (word, reason) => {
    const next = following();
    await api.send('POST', `/v1/admin/reports/${id}/decision`, {
      body: { decision: word, reason },
      changes: ['/v1/admin/reports'],
    });
    notice(t(word === 'keep' ? 'admin.kept' : 'admin.removed'));
    view.go(next);
  };

  const { following } = queuePage(view, {
    list: kind ? `/v1/admin/reports?kind=${kind}` : '/v1/admin/reports',
    home: '/admin/reports',
    title: t('admin.reports'),
    empty: emptyState({
      icon: 'check-check',
      title: t('admin.noReports'),
      text: t('admin.noReportsText'),
    }),
    filter: () =>
      choice({
        label: t('admin.kind'),
        value: kind,
        options: ['', 'object', 'instance', 'tour', 'account'].map((value) => ({
          value,
          text: t(`admin.kind-${value || 'all'}`),
        })),
        choose: (value) => view.go(value ? `/admin/reports?kind=${value}` : '/admin/reports'),
      }),
    row: (/** @type {Case} */ item, current) =>
      row({
        href: `/admin/reports/${item.id}`,
        current,
        start: item.priority === 'high' ? icon('triangle-alert') : icon('flag'),
        title: item.subject.title || t(`admin.kind-${item.subject.kind}`),
        text: html`${t(`admin.kind-${item.subject.kind}`)} · <time datetime=${item.openedAt}>${
          ago(item.openedAt)
        }</time>`,
        end: html`${
          item.priority === 'high'
            ? html`<span class="mark bad">${t('admin.urgent')}</span>`
            : nothing
        }
          <span class="mark">${t('admin.times', { count: item.count })}</span>`,
      }),
    detail: report
      ? () =>
        shown(report, (found) =>
          html`<article class="stack">
            <header class="stack tight"><h1>${
            found.subject.title || t(`admin.kind-${found.subject.kind}`)
          }</h1>
              <p class="soft">${t(`admin.kind-${found.subject.kind}`)} · ${
            t('admin.times', { count: found.count })
          } ·
                <time datetime=${found.openedAt}>${moment(found.openedAt)}</time></p></header>
            <section class="stack"><h2>${t('admin.evidence')}</h2>${evidence(found)}</section>
            <section class="stack"><h2>${t('admin.said')}</h2>
              <ul class="list">${
            found.reports.map((/** @type {any} */ one) =>
              html`<li>${
                row({
                  start: icon('message-square-warning'),
                  title: t(`admin.reason-${one.reason}`),
                  text: html`${one.text || t('admin.noWords')} · <time datetime=${one.at}>${
                    ago(one.at)
                  }</time>`,
                })
              }</li>`
            )
          }</ul></section>
            ${
            found.decision
              ? html`
                <section class="card stack tight">
                  <h2>${t('admin.decided')}</h2>
                  <p><strong>${t(
                    found.decision === 'keep' ? 'admin.kept' : 'admin.removed',
                  )}</strong> ${found.decisionReason}</p>
                </section>
              `
              : decision(form, {
                help: t('admin.reasonHelp'),
                buttons: [
                  {
                    text: t('admin.keep'),
                    needsReason: true,
                    run: (reason) => decide('keep', reason),
                  },
                  {
                    text: t('admin.remove'),
                    danger: true,
                    needsReason: true,
                    run: (reason) => decide('remove', reason),
                  },
                ],
              })
          }
          </article>`)
      : null,
  });
}

/** The thing as it was when it was first reported. @param {any} found */
function evidence(found) {
  const rows = flat(found.evidence).filter(([, value]) => value !== '');
  return html`
    ${found.subject.kind === 'object'
      ? content(found.subject.id)
      : found.evidence?.object
      ? content(found.evidence.object.id ?? found.evidence.object)
      : nothing}
        <div data-scrolls class="evidence">
      <table>
        <tbody>${rows.map(([name, value]) =>
          html`
            <tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
  `;
}

/** @param {string} object */
const content = (object) =>
  html`<p><a class="button" href="/v1/objects/${object}/content" download>${icon('box')}${
    t('admin.openModel')
  }</a></p>`;

/** Members of a value as lines of text. @param {any} value @param {string} [path] @returns {[string, string][]} */
function flat(value, path = '') {
  if (value === null || typeof value !== 'object') return [[path, String(value ?? '')]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flat(inner, path ? `${path} · ${name}` : name)
  );
}
