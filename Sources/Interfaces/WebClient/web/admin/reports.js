// What was reported, the evidence beside the decision.

import { html, nothing } from 'lit-html';
import { decideCase, pagedCases, undoDecision, watchCase } from '../data/cases.js';
import { Form } from '../parts/form.js';
import { ago, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { emptyState, shown } from '../parts/states.js';
import { choice } from '../parts/tabs.js';
import { go } from '../shell/router.js';
import { t } from '../shell/texts.js';
import { CaseMap } from './case-map.js';
import { evidence, objectOf, placesOf } from './evidence.js';
import { modelButtons, showModel } from './model.js';
import { person } from './person.js';
import { decision, QueuePage } from './queue.js';
import { decidedWords, kindOf, nameOf } from './words.js';

/** @typedef {import('api-types').ReportCase} Case */
/** @typedef {import('../data/cases.js').Decision} Decision */
/** @typedef {import('api-types').ReportDetails} Details */

const kinds = ['', 'object', 'instance', 'tour', 'account', 'feedback'];

/** @extends {QueuePage<Case>} */
class ReportsPage extends QueuePage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    const kind = view.query.get('kind') ?? '';
    super(view, pagedCases(view, kind), {
      home: '/admin/reports',
      title: t('admin.reports'),
      empty: emptyState({
        icon: 'check-check',
        title: t('admin.noReports'),
        text: t('admin.noReportsText'),
      }),
    });
    this.kind = kind;
    this.report = this.id ? watchCase(view, this.id) : null;
    this.form = new Form({ reason: '' }, () => view.update());
    this.map = new CaseMap(view);
    view.dialog('model', (at) => {
      const object = this.report?.data && objectOf(this.report.data);
      return object && showModel(object.id, object.about, at);
    });
  }

  /** @param {Decision} word @param {string} reason */
  #decide(word, reason) {
    const { id } = this;
    return this.settle(
      () => decideCase(id, word, reason),
      decidedWords(word),
      () => undoDecision(id),
    );
  }

  /** @override */
  filter() {
    return choice({
      label: t('admin.kind'),
      value: this.kind,
      options: kinds.map((value) => ({ value, text: t(`admin.kind-${value || 'all'}`) })),
      choose: (value) => go(value ? `/admin/reports?kind=${value}` : '/admin/reports'),
    });
  }

  /** @override */
  footer() {
    return html`<ul class="list">
      ${entry('messages', icon('mail'))}${entry('accounts', icon('user-x'))}
      ${entry('audit', icon('scroll-text'))}${entry('geodata', icon('map'))}
    </ul>`;
  }

  /** @override @param {Case} item @param {boolean} current */
  row(item, current) {
    const isUrgent = item.priority === 'high';
    return row({
      href: `/admin/reports/${item.id}`,
      current,
      start: isUrgent ? icon('triangle-alert') : icon('flag'),
      title: nameOf(item),
      text: html`${kindOf(item)} · <time datetime=${item.openedAt}>${ago(item.openedAt)}</time>`,
      end: html`${isUrgent ? html`<span class="mark bad">${t('admin.urgent')}</span>` : nothing}
        <span class="mark">${t('admin.times', { count: item.count })}</span>`,
    });
  }

  /** @override */
  detail() {
    return this.report && shown(this.report, (found) => {
      const object = objectOf(found);
      return html`<article class="stack loose">
        <header class="stack tight"><h1>${nameOf(found)}</h1>
          <p class="soft">${kindOf(found)} · ${t('admin.times', { count: found.count })} ·
            <time datetime=${found.openedAt}>${moment(found.openedAt)}</time></p></header>
        <section class="stack"><h2>${t('admin.said')}</h2>
          <ul class="list" aria-label=${t('admin.said')}>${found.reports.map(said)}</ul></section>
        <section class="stack"><h2>${t('admin.evidence')}</h2>
          ${object ? modelButtons(object.id, () => this.view.open('model')) : nothing}
          ${evidence(found)}</section>
        ${this.map.draw(placesOf(found))}
        ${person(found)}
        ${found.decision ? decided(found) : this.#decision(found)}
      </article>`;
    });
  }

  /** @param {Details} found */
  #decision({ decisions }) {
    return decision(this.form, {
      help: t('admin.reasonHelp'),
      buttons: decisions.map((word) => ({
        text: t(`admin.${word}`),
        look: word === 'remove' ? 'danger' : word === 'keep' ? 'main' : 'plain',
        needsReason: true,
        run: (/** @type {string} */ reason) => this.#decide(word, reason),
      })),
    });
  }
}

/** What somebody said of it, and how much they report. @param {Details['reports'][number]} one */
const said = ({ reason, text, at, reporter }) =>
  html`<li>${
    row({
      start: icon('message-square-warning'),
      title: t(`admin.reason-${reason}`),
      text: html`${text || t('admin.noWords')} · <time datetime=${at}>${ago(at)}</time><br>${
        reporter.reports === 0
          ? t('admin.firstReport')
          : t('admin.otherReports', { count: reporter.reports, upheld: reporter.upheld })
      }`,
    })
  }</li>`;

/** @param {Details} found */
const decided = ({ decision: word, decisionReason }) =>
  html`
    <section class="card stack tight">
      <h2>${t('admin.decided')}</h2>
      <p><strong>${word ? decidedWords(word) : nothing}</strong> ${decisionReason}</p>
    </section>
  `;

/** A page beside the reports. @param {string} name @param {unknown} symbol */
const entry = (name, symbol) =>
  html`<li>${row({ href: `/admin/${name}`, start: symbol, title: t(`admin.${name}`) })}</li>`;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const reports = new ReportsPage(view);
  view.draw(() => reports.draw());
}
