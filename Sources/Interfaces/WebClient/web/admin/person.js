// Who answers for what was reported, and what else of theirs was.

import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { stateMark } from '../parts/person.js';
import { picture } from '../parts/picture.js';
import { t } from '../shell/texts.js';
import { decidedWords, kindOf, nameOf } from './words.js';

/** @typedef {import('api-types').ReportCase} Case */

/** @param {import('api-types').ReportDetails} found */
export const person = ({ owner, history }) =>
  html`
    <section class="stack">
      <h2>${t('admin.owner')}</h2>
      ${owner
        ? row({
          href: `/admin/accounts/${owner.id}`,
          start: picture(owner.name, { round: true }),
          title: owner.name,
          text: html`${t(`admin.state-${owner.state}`)} · ${t('admin.showAccount')}`,
          end: owner.state === 'suspended'
            ? stateMark({ text: t('admin.state-suspended'), look: 'bad' })
            : nothing,
        })
        : html`<p class="soft">${t('admin.noOwner')}</p>`}
      ${owner ? others(history) : nothing}
    </section>
  `;

/** @param {Case[]} history */
const others = (history) =>
  history.length === 0 ? html`<p class="soft">${t('admin.noHistory')}</p>` : html`
    <h3>${t('admin.history', { count: history.length })}</h3>
    <ul class="list" aria-label=${t('admin.historyList')}>${history.map((one) =>
      html`<li>${rowOf(one)}</li>`
    )}</ul>
  `;

/** @param {Case} one */
const rowOf = (one) =>
  row({
    href: `/admin/reports/${one.id}`,
    start: one.decision ? icon('gavel') : icon('flag'),
    title: nameOf(one),
    text: html`${kindOf(one)} · <time datetime=${one.openedAt}>${ago(one.openedAt)}</time>${
      one.decisionReason ? html`<br>${one.decisionReason}` : nothing
    }`,
    end: one.decision
      ? stateMark({
        text: decidedWords(one.decision),
        look: one.decision === 'keep' ? 'good' : 'warn',
      })
      : stateMark({ text: t('admin.waits'), look: 'bad' }),
  });
