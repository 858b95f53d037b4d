import { html, nothing } from 'lit-html';
import { facts } from '../parts/facts.js';
import { ago } from '../parts/format.js';
import { heading as headingOf } from '../parts/heading.js';
import { icon } from '../parts/icon.js';
import { pagedOwnReports, watchOwnReport } from '../data/reports.js';
import { pagedList, row } from '../parts/list.js';
import { stateMark } from '../parts/person.js';
import { emptyState, shown } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').OwnReport} OwnReport */

/** What one has reported, and what was decided: all of it, or one. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  if (id) return one(view, id);
  const list = pagedOwnReports(view);
  view.draw(() =>
    html`<div class="stack">${heading(t('me.reports'))}
      ${
      pagedList(list, {
        label: t('me.reports'),
        row: (item) =>
          row({
            href: `/me/reports/${item.id}`,
            start: icon('flag'),
            title: nameOf(item),
            text: html`<time datetime=${item.at}>${ago(item.at)}</time>`,
            end: stateMark({ text: outcome(item), look: item.decision ? 'good' : 'warn' }),
          }),
        empty: emptyState({ icon: 'flag', text: t('me.noReports') }),
      })
    }</div>`
  );
}

/** @param {import('../shell/view.js').View} view @param {string} id */
function one(view, id) {
  const report = watchOwnReport(view, id);
  view.draw(() =>
    html`<div class="stack">${
      shown(report, (data) =>
        html`
          ${headingOf(nameOf(data), '/me/reports', t('me.reports'))}
          ${facts([
            [
              t('me.decided'),
              data.decidedAt ? html`${outcome(data)} · ${when(data.decidedAt)}` : outcome(data),
            ],
            [t('me.what'), kindOf(data)],
            [t('me.reported'), when(data.at)],
            [
              t('me.why'),
              html`${t(`me.reason-${data.reason}`)}${
                data.text ? html`<br>“${data.text}”` : nothing
              }`,
            ],
          ])}
        `, ['/me/reports', t('me.reports')])
    }</div>`
  );
}

/** @param {string} at */
const when = (at) => html`<time datetime=${at}>${ago(at)}</time>`;

const kinds = ['object', 'instance', 'tour', 'account'];

/** @param {OwnReport} report */
const kindOf = ({ subject }) =>
  t(`me.reported-${kinds.includes(subject.kind) ? subject.kind : 'thing'}`);

/** @param {OwnReport} report */
const nameOf = (report) => report.subject.title || kindOf(report);

/** @param {OwnReport} report */
const outcome = ({ decision }) => t(`me.report-${decision ?? 'open'}`);
