import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { ago, moment, monthOf } from '../parts/format.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { t } from '../shell/texts.js';
import { queuePage } from './queue.js';

/** @typedef {import('api-types').OperatorMessage} Message */

const path = '/v1/admin/operator-messages';

/** What people have written to the operator. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const message = id ? view.watch(`${path}/${id}`) : null;
  const breaches = view.watch('/v1/admin/breaches');
  const ease = view.watch('/v1/admin/ease');
  const form = new Form({ text: '' }, () => view.update());

  const answer = () =>
    form.submit(({ text }) =>
      settle(
        () =>
          api.send('POST', `${path}/${id}/answer`, {
            body: { text: text.trim() },
            changes: [path],
          }),
        t('admin.answered'),
      ), ({ text }) => text.trim() ? {} : { text: t('admin.needsAnswer') });

  /** @param {Message} item */
  const sender = (item) => item.account?.name ?? item.email ?? '';

  const { settle } = queuePage(view, {
    list: path,
    home: '/admin/messages',
    title: t('admin.messages'),
    way: ['/admin/reports', t('admin.reports')],
    empty: emptyState({
      icon: 'check-check',
      title: t('admin.noMessages'),
      text: t('admin.noMessagesText'),
    }),
    row: (/** @type {Message} */ item, current) =>
      row({
        href: `/admin/messages/${item.id}`,
        current,
        start: picture(sender(item)),
        title: item.subject,
        end: item.breach ? html`<span class="mark">${t('admin.breach')}</span>` : nothing,
        text: html`${sender(item)} · <time datetime=${item.createdAt}>${
          ago(item.createdAt)
        }</time>`,
      }),
    footer: () => html`${shown(breaches, breachMonths)}${shown(ease, easeMonths)}`,
    detail: message
      ? () =>
        shown(message, (/** @type {Message} */ found) =>
          html`<article class="stack">
            <header class="stack tight"><h1>${found.subject}</h1>
              <p class="soft">${sender(found)} · <time datetime=${found.createdAt}>${
            moment(found.createdAt)
          }</time></p></header>
            ${found.breach ? html`<p><span class="mark">${t('admin.breach')}</span></p>` : nothing}
            <p class="words">${found.text}</p>
            ${
            found.answer
              ? html`
                <section class="stack tight card">
                  <h2>${t('admin.answer')}</h2>
                  <p class="words">${found.answer}</p>
                </section>
              `
              : formOf(form, {
                label: t('admin.sendAnswer'),
                submit: answer,
                button: t('admin.sendAnswer'),
                fields: field(form, {
                  name: 'text',
                  label: t('admin.answer'),
                  rows: 5,
                  maxlength: 4000,
                  help: t('admin.answerHelp'),
                  required: true,
                }),
              })
          }
          </article>`)
      : null,
  });
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
