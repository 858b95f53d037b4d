import { html } from 'lit-html';
import { watchGroup } from '../data/groups.js';
import { shown } from '../parts/states.js';
import { t } from '../shell/texts.js';
import { Requests } from './requests.js';
import { heading } from '../parts/people/heading.js';

/** Reports on members, for the admins of the group. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  /** @type {Requests | null} */
  let requests = null;
  const realm = watchGroup(view, id, ({ data }) => {
    if (data) requests ??= new Requests(view, data);
  });
  view.draw(() =>
    html`<div class="stack loose">${
      shown(
        realm,
        (data) =>
          html`${
            heading(t('groups.reports'), `/people/${id}`, data.name)
          }${requests?.drawReports()}`,
        ['/people', t('people.title')],
      )
    }</div>`
  );
}
