import { html, nothing } from 'lit-html';
import { watchGroup } from '../data/groups.js';
import { watchNews } from '../data/news.js';
import { ago } from '../parts/format.js';
import { shown } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/heading.js';

/** One piece of news. @param {import('../shell/view.js').View} view */
export default function page(view) {
  /** @type {ReturnType<typeof watchGroup> | null} */
  let realm = null;
  const news = watchNews(view, view.params.id, ({ data }) => {
    if (!data) return;
    view.title(data.title);
    realm ??= watchGroup(view, data.realm);
  });
  view.draw(() =>
    html`<div class="stack">${
      shown(news, (item) =>
        html`${heading(item.title, `/people/${item.realm}`, realm?.data?.name ?? t('people.group'))}
        <p class="soft small">${item.author?.name ?? ''} · ${ago(item.createdAt)}</p>
        ${item.text ? html`<p class="prose">${item.text}</p>` : nothing}`, [
        '/people',
        t('people.title'),
      ])
    }</div>`
  );
}
