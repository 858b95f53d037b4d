// The news of a group, and telling some.

import { html, nothing } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { createNews, pagedNews, removeNews } from '../data/news.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { runs } from '../parts/people/roles.js';

/** @typedef {import('api-types').Realm} Realm */

export class NewsList {
  /** @param {import('../shell/view.js').View} view @param {string} realm its identifier */
  constructor(view, realm) {
    this.list = pagedNews(view, realm);
    this.view = view;
    view.dialog('news', (at) => tell(at, realm));
  }

  /** @param {Realm} realm */
  draw(realm) {
    return html`<section class="stack">
      <div class="row spread"><h2>${t('groups.news')}</h2>${
      runs(realm)
        ? html`<button class="button" @click=${() => this.view.open('news')}>${icon('megaphone')}${
          t('groups.tellNews')
        }</button>`
        : nothing
    }</div>
      ${
      pagedList(this.list, {
        label: t('groups.news'),
        empty: html`<p class="soft">${t('groups.noNews')}</p>`,
        row: (item) =>
          html`<article class="event stack tight" aria-label=${item.title}><h3>${item.title}</h3>
          <p class="soft small">${item.author?.name ?? ''} · ${ago(item.createdAt)}</p>
          ${item.text ? html`<p class="prose">${item.text}</p>` : nothing}
          ${
            runs(realm)
              ? html`<div><button class="button quiet small" aria-label=${
                t('groups.withdrawNamed', { title: item.title })
              } @click=${() => withdraw(item)}>${t('groups.withdraw')}</button></div>`
              : nothing
          }</article>`,
      })
    }</section>`;
  }
}

/** @param {import('api-types').GroupNews} item */
async function withdraw(item) {
  try {
    await removeNews(item);
  } catch (error) {
    complain(error);
  }
}

/** @param {import('../shell/view.js').At} at @param {string} group */
function tell(at, group) {
  const form = new Form({ title: '', text: '' }, () => {});
  return openDialog({
    at,
    title: t('groups.tellNews'),
    body: (close, update) => {
      form.update = update;
      return formOf(form, {
        submit: () =>
          form.submit(async ({ title, text }) => {
            await createNews(group, { title: title.trim(), text });
            close();
            notice(t('groups.told'));
          }, ({ title }) => title.trim() ? {} : { title: t('people.needsTitle') }),
        button: t('groups.tellAll'),
        fields: html`${
          field(form, { name: 'title', label: t('people.titleOf'), maxlength: 120, required: true })
        }${
          field(form, {
            name: 'text',
            label: t('groups.text'),
            rows: 4,
            maxlength: 10000,
            optional: true,
          })
        }`,
      });
    },
  });
}
