import { html } from 'lit-html';
import { pagedGroups } from '../data/groups.js';
import { pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** The settings of one's groups. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const realms = pagedGroups(view);
  view.draw(() =>
    html`<div class="stack">${heading(t('me.groups'))}
      ${
      pagedList(realms, {
        label: t('me.yourGroups'),
        empty: emptyState({
          icon: 'users',
          text: t('me.noGroups'),
          action: html`<a class="button main" href="/people">${t('me.toPeople')}</a>`,
        }),
        row: (realm) =>
          realm.kind === 'public'
            ? row({
              start: picture(realm.name),
              title: t('me.everyone'),
              text: t('me.everyoneText'),
            })
            : row({
              href: `/people/${realm.id}/edit`,
              start: picture(realm.name, { of: realm.picture }),
              title: realm.name,
              text: t(`me.groupRole-${realm.role}`),
            }),
      })
    }</div>`
  );
}
