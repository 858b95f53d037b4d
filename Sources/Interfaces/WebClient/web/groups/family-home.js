import { html, nothing } from 'lit-html';
import { watchGroups } from '../data/groups.js';
import { watchOwnInvitations } from '../data/invitations.js';
import { icon } from '../parts/icon.js';
import { picture } from '../parts/picture.js';
import { row } from '../parts/list.js';
import { hint, shown } from '../parts/states.js';
import { tutorialOffer } from '../parts/tutorial-offer.js';
import { t } from '../shell/texts.js';
import { familyCentre } from './family.js';

/** @typedef {import('api-types').Realm} Realm */

/**
 * The menu of one's family, where whoever came for the family arrives: the family's own page, the
 * choice of one, or how to begin one.
 *
 * @param {import('../shell/view.js').View} view
 */
export default function page(view) {
  /** @type {Realm[]} */
  let families = [];
  const realms = watchGroups(view, ({ data }) => {
    families = (data?.items ?? []).filter(({ kind }) => kind === 'family');
    // Not what was kept on the device from an earlier visit.
    if (families.length === 1) {
      queueMicrotask(() => view.isLeft || view.go(`/people/${families[0].id}`, { replace: true }));
    }
  });
  const invitations = watchOwnInvitations(view, 1);

  const begin = () =>
    html`
      <p>${t('groups.noFamily')}</p>
      <div
        class="row"><a class="button main" href="/people/new?kind=family">${icon('plus')}${t(
          'groups.startFamily',
        )}</a></div>
      ${invitations.data?.items.length
        ? hint(
          t('waiting.title'),
          html`<a class="button" href="/people">${t('people.title')}</a>`,
        )
        : nothing}
    `;

  const choice = () =>
    html`
      <ul class="list" aria-label=${t('groups.groups')}>${families.map((family) =>
        html`<li>${
          row({
            href: `/people/${family.id}`,
            start: picture(family.name, { of: family.picture }),
            title: family.name,
          })
        }</li>`
      )}</ul>
    `;

  view.draw(() =>
    html`<div class="stack loose"><h1>${t('groups.kind-family')}</h1>
      ${tutorialOffer(view)}
      ${
      shown(
        realms,
        () =>
          families.length === 1
            ? nothing
            : familyCentre(families.length === 0 ? begin() : choice()),
      )
    }</div>`
  );
}
