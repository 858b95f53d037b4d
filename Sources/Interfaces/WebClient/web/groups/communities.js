import { html, nothing } from 'lit-html';
import { pagedCommunities } from '../data/communities.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/heading.js';
import { PeopleTabs } from '../parts/people/tabs.js';

/** @typedef {import('api-types').Community} Community */

/** All communities: one's own first, each with what is new. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const category = view.query.get('category') ?? '';
  const list = pagedCommunities(view, category);
  const tabs = new PeopleTabs(view, 'communities');
  view.draw(() =>
    html`<div class="stack">${heading(t('groups.communities'))}${tabs.draw()}
      ${
      (list.first.data?.categories?.length ?? 0) > 0
        ? html`<nav class="row" aria-label=${t('groups.categories')}>${
          ['', ...(list.first.data?.categories ?? [])].map((/** @type {string} */ name) =>
            html`<a class="button small" aria-current=${
              name === category ? 'true' : nothing
            } href=${
              name
                ? `/people/communities?category=${encodeURIComponent(name)}`
                : '/people/communities'
            }>${name || t('groups.allCategories')}</a>`
          )
        }</nav>`
        : nothing
    }
      ${
      pagedList(list, {
        label: t('groups.communities'),
        scrolls: true,
        empty: emptyState({
          icon: 'users',
          text: t('groups.noCommunities'),
          action: html`<a class="button main" href="/people/new">${t('groups.start')}</a>`,
        }),
        row: (/** @type {Community} */ item) =>
          row({
            href: `/people/${item.id}`,
            start: picture(item.name),
            title: html`${item.name}${
              item.unread
                ? html`
                  <span class="mark bad"><span class="dot"></span>${t('groups.newEvents')}</span>
                `
                : nothing
            }`,
            text: [
              item.joined ? t('groups.isJoined') : t('groups.notJoined'),
              item.category,
              t('groups.members', { count: item.members }),
            ].filter(Boolean).join(' · '),
            end: item.joined ? icon('check') : nothing,
          }),
      })
    }</div>`
  );
}
