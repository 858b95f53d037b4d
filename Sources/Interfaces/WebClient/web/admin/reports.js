import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { openDialog } from '../parts/dialog.js';
import { Form } from '../parts/form.js';
import { ago, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { choice } from '../parts/tabs.js';
import { emptyState, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain } from '../shell/notices.js';
import { go } from '../shell/router.js';
import { t } from '../shell/texts.js';
import { evidence } from './evidence.js';
import { decision, queuePage } from './queue.js';

/** @typedef {import('api-types').ReportCase} Case */

/** What was reported, the evidence beside the decision. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const kind = view.query.get('kind') ?? '';
  const report = id ? view.watch(`/v1/admin/reports/${id}`) : null;
  const form = new Form({ reason: '' }, () => view.update());

  view.dialog('model', (at) => {
    const object = report?.data && objectOf(report.data);
    return object && showModel(object.id, object.about, at);
  });
  /** @param {'keep' | 'remove'} word @param {string} reason */
  const decide = (word, reason) =>
    settle(
      () =>
        api.send('POST', `/v1/admin/reports/${id}/decision`, {
          body: { decision: word, reason },
          changes: ['/v1/admin/reports'],
        }),
      t(word === 'keep' ? 'admin.kept' : 'admin.removed'),
    );

  const { settle } = queuePage(view, {
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
        options: ['', 'object', 'instance', 'tour', 'account', 'feedback'].map((value) => ({
          value,
          text: t(`admin.kind-${value || 'all'}`),
        })),
        choose: (value) => go(value ? `/admin/reports?kind=${value}` : '/admin/reports'),
      }),
    footer: () =>
      html`<ul class="list">
        ${entry('messages', icon('mail'))}${entry('accounts', icon('user-x'))}
        ${entry('audit', icon('scroll-text'))}${entry('geodata', icon('map'))}
      </ul>`,
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
            <section class="stack"><h2>${t('admin.evidence')}</h2>${
            shownEvidence(found, () => view.open('model'))
          }</section>
            ${
            found.subject.kind === 'account'
              ? html`<p><a class="button" href="/admin/accounts/${found.subject.id}">${
                icon('user-x')
              }${t('admin.showAccount')}</a></p>`
              : nothing
          }
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

/** The object that a report is about, with what was kept of it. @param {any} found @returns {{id: string, about: any} | null} */
function objectOf({ subject, evidence: kept }) {
  if (subject.kind === 'object') return { id: subject.id, about: kept?.object ?? kept ?? {} };
  return kept?.object ? { id: kept.object.id ?? kept.object, about: kept.object } : null;
}

/** The thing as it was when it was first reported, and its model. @param {any} found @param {() => void} show */
function shownEvidence(found, show) {
  const object = objectOf(found);
  return html`${object ? content(object.id, show) : nothing} ${evidence(found)}`;
}

/** @param {string} object @param {() => void} show */
const content = (object, show) =>
  html`
    <div class="row">
      <button class="button" @click=${show}>${icon('box')}${t(
        'admin.showModel',
      )}</button>
      <a class="button quiet" href="/v1/objects/${object}/content" download>${icon('download')}${t(
        'admin.openModel',
      )}</a>
    </div>
  `;

/**
 * The object in 3D, in a dialog; what it needs is loaded for it.
 *
 * @param {string} id @param {any} about @param {import('../shell/view.js').At} at
 */
async function showModel(id, about, at) {
  /** @type {import('../view/preview.js').Preview | null} */
  let preview = null;
  let isOpen = true;
  try {
    const { Preview } = await import('../view/preview.js');
    // Admins may read the model, and of the object what was kept as evidence.
    const object = {
      name: about.name ?? '',
      alt: about.alt ?? '',
      content: `/v1/objects/${id}/content`,
      boundingBox: about.boundingBox ?? { min: [-0.5, -0.5, 0], max: [0.5, 0.5, 1] },
    };
    const place = (/** @type {Element | undefined} */ element) => {
      if (element && !preview && isOpen) {
        preview = new Preview(/** @type {HTMLElement} */ (element), object);
      }
    };
    await openDialog({
      at,
      title: object.name || t('admin.kind-object'),
      wide: true,
      body: () =>
        html`<div class="model-preview" tabindex="0" role="img" aria-label=${
          object.alt || object.name
        } ${ref(place)}></div>`,
    });
  } catch (error) {
    complain(error);
  }
  isOpen = false;
  /** @type {any} */ (preview)?.end();
}

/** A page beside the reports. @param {string} name @param {unknown} symbol */
const entry = (name, symbol) =>
  html`<li>${row({ href: `/admin/${name}`, start: symbol, title: t(`admin.${name}`) })}</li>`;
