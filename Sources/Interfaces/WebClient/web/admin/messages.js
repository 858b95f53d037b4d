import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { ago, moment, monthOf } from '../parts/format.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import {
  answerOperatorMessage,
  pagedOperatorMessages,
  watchBreachCounts,
  watchEaseCounts,
  watchOperatorMessage,
} from '../data/admin.js';
import { t } from '../shell/texts.js';
import { QueuePage } from './queue.js';

/** @typedef {import('api-types').OperatorMessage} Message */

/** @param {Message} item */
const sender = (item) => item.account?.name ?? item.email ?? '';

/** What people have written to the operator. @extends {QueuePage<Message>} */
class MessagesPage extends QueuePage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    super(view, pagedOperatorMessages(view), {
      home: '/admin/messages',
      title: t('admin.messages'),
      way: ['/admin/reports', t('admin.reports')],
      empty: emptyState({
        icon: 'check-check',
        title: t('admin.noMessages'),
        text: t('admin.noMessagesText'),
      }),
    });
    this.message = this.id ? watchOperatorMessage(view, this.id) : null;
    this.breaches = watchBreachCounts(view);
    this.ease = watchEaseCounts(view);
    this.form = new Form({ text: '' }, () => view.update());
  }

  #answer() {
    return this.form.submit(
      ({ text }) =>
        this.settle(() => answerOperatorMessage(this.id, text.trim()), t('admin.answered')),
      ({ text }) => text.trim() ? {} : { text: t('admin.needsAnswer') },
    );
  }

  /** @override @param {Message} item @param {boolean} current */
  row(item, current) {
    return row({
      href: `/admin/messages/${item.id}`,
      current,
      start: picture(sender(item)),
      title: item.subject,
      end: item.breach ? html`<span class="mark">${t('admin.breach')}</span>` : nothing,
      text: html`${sender(item)} · <time datetime=${item.createdAt}>${ago(item.createdAt)}</time>`,
    });
  }

  /** @override */
  footer() {
    return html`${shown(this.breaches, breachMonths)}${shown(this.ease, easeMonths)}`;
  }

  /** @override */
  detail() {
    return this.message && shown(this.message, (found) =>
      html`<article class="stack">
        <header class="stack tight"><h1>${found.subject}</h1>
          <p class="soft">${sender(found)} · <time datetime=${found.createdAt}>${
        moment(found.createdAt)
      }</time></p></header>
        ${found.breach ? html`<p><span class="mark">${t('admin.breach')}</span></p>` : nothing}
        <p class="words">${found.text}</p>
        ${found.answer ? answered(found.answer) : this.#answerForm()}
      </article>`);
  }

  #answerForm() {
    return formOf(this.form, {
      label: t('admin.sendAnswer'),
      submit: () => this.#answer(),
      button: t('admin.sendAnswer'),
      fields: field(this.form, {
        name: 'text',
        label: t('admin.answer'),
        rows: 5,
        maxlength: 4000,
        help: t('admin.answerHelp'),
        required: true,
      }),
    });
  }
}

/** @param {string} answer */
const answered = (answer) =>
  html`
    <section class="stack tight card">
      <h2>${t('admin.answer')}</h2>
      <p class="words">${answer}</p>
    </section>
  `;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const messages = new MessagesPage(view);
  view.draw(() => messages.draw());
}

/** How many breaches were told of, by month. @param {import('api-types').BreachCounts} counts */
const breachMonths = ({ items }) =>
  html`
    <section class="stack tight">
      <h2>${t('admin.breaches')}</h2>
      <p class="soft">${t('admin.breachesText')}</p>
      <table aria-label=${t('admin.breaches')}>
        <thead>
          <tr>
            <th scope="col">${t('admin.month')}</th>
            <th scope="col">${t(
              'admin.reportedBreaches',
            )}</th>
          </tr>
        </thead>
        <tbody>${items.map((item) =>
          html`
            <tr>
              <td>${monthOf(item.month)}</td>
              <td>${item.reports}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </section>
  `;

/** How many find it easy, of all who answered. @param {import('api-types').EaseCounts} counts */
const easeMonths = ({ items, answers, percent }) =>
  html`
    <section class="stack tight">
      <h2>${t('admin.ease')}</h2>
      <p>${percent === undefined
        ? t('admin.easeNobody')
        : t('admin.easePercent', { percent, count: answers })}</p>
      <p class="soft">${t('admin.easeText')}</p>
      ${percent === undefined ? nothing : html`
        <table aria-label=${t('admin.ease')}>
          <thead>
            <tr>
              <th scope="col">${t('admin.month')}</th>
              <th scope="col">${t(
                'admin.easeAnswers',
              )}</th>
              <th scope="col">${t('admin.easeEasy')}</th>
            </tr>
          </thead>
          <tbody>${items.filter((item) => item.answers > 0).map((item) =>
            html`
              <tr>
                <td>${monthOf(item.month)}</td>
                <td>${item.answers}</td>
                <td>${item.percent} %</td>
              </tr>
            `
          )}</tbody>
        </table>
      `}
    </section>
  `;
