import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { heading as headingOf } from '../parts/heading.js';
import { icon } from '../parts/icon.js';
import { pagedOwnReports, watchOwnReport } from '../data/reports.js';
import { pagedList, row } from '../parts/list.js';
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
            end: html`<span class="mark ${item.decision ? 'good' : 'warn'}">${
              outcome(item)
            }</span>`,
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
                  <dl class="facts">
            <dt>${t('me.decided')}</dt>
            <dd>${outcome(data)}${data.decidedAt
              ? html`
                · <time datetime=${data.decidedAt}>${ago(data.decidedAt)}</time>
              `
              : nothing}</dd>
            <dt>${t('me.what')}</dt>
            <dd>${kindOf(data)}</dd>
            <dt>${t('me.reported')}</dt>
            <dd><time datetime=${data.at}>${ago(data.at)}</time></dd>
            <dt>${t('me.why')}</dt>
            <dd>${t(`me.reason-${data.reason}`)}${data.text
              ? html`<br>“${data.text}”`
              : nothing}</dd>
          </dl>
        `, ['/me/reports', t('me.reports')])
    }</div>`
  );
}

const kinds = ['object', 'instance', 'tour', 'account'];

/** @param {OwnReport} report */
const kindOf = ({ subject }) =>
  t(`me.reported-${kinds.includes(subject.kind) ? subject.kind : 'thing'}`);

/** @param {OwnReport} report */
const nameOf = (report) => report.subject.title || kindOf(report);

/** @param {OwnReport} report */
const outcome = ({ decision }) => t(`me.report-${decision ?? 'open'}`);
