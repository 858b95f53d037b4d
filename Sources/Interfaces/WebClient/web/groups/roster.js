import { html } from 'lit-html';
import { watchGroup } from '../data/groups.js';
import { shown } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { Members } from './members.js';
import { heading } from '../parts/people/heading.js';

/** The roster of a team. @param {import('../shell/view.js').View} view */
export default function page(view) {
  /** @type {Members | null} */
  let members = null;
  const realm = watchGroup(view, view.params.id, ({ data }) => {
    if (data) members ??= new Members(view, data);
  });
  view.draw(() =>
    html`<div class="stack loose">${
      heading(
        t('groups.roster'),
        `/people/${view.params.id}`,
        realm.data?.name ?? t('people.group'),
      )
    }${shown(realm, (data) => html`<section class="stack">${members?.draw(data)}</section>`)}</div>`
  );
}
