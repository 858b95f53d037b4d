import { html } from 'lit-html';
import { createActivity, pagedActivities } from '../data/activities.js';
import { watchGroup } from '../data/groups.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { heading } from '../parts/people/heading.js';
import { when } from '../parts/people/times.js';
import { emptyState } from '../parts/states.js';
import { activityName } from '../parts/waiting/words.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { addType } from './type.js';

/** @typedef {import('api-types').Activity} Activity */

/** The activities that one hosts or is invited to. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { id } = view.params;
  const realm = watchGroup(view, id);
  const activities = pagedActivities(view, id);
  view.dialog('type', (at) => addType(id, at));
  const start = async () => {
    try {
      const made = await createActivity(id);
      view.go(`/people/activities/${made.id}`);
    } catch (error) {
      complain(error);
    }
  };
  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('people.activities'), `/people/${id}`, realm.data?.name ?? t('people.group'))}
      <div class="row">
        <button class="button main" @click=${start}>${icon('plus')}${
      t('activities.startActivity')
    }</button>
        <button class="button" @click=${() => view.open('type')}>${icon('list-plus')}${
      t('activities.addType')
    }</button>
      </div>
      ${
      pagedList(activities, {
        label: t('people.activities'),
        empty: emptyState({ icon: 'calendar-plus', text: t('activities.noActivities') }),
        row: rowOf,
      })
    }
    </div>`
  );
}

/** @param {Activity} item */
const rowOf = (item) =>
  row({
    href: `/people/activities/${item.id}`,
    start: icon('calendar'),
    title: activityName(item),
    text: html`${t('activities.hostedBy', { name: item.host.name })} · ${
      t(`activities.step-${item.step}`)
    }${item.start && item.end ? html`<br>${when({ start: item.start, end: item.end })}` : ''}`,
    end: html`
      <a class="button quiet" href="/people/activities/${item.id}"
        aria-label=${t('activities.openNamed', { name: activityName(item) })}>${t(
          'activities.open-activity',
        )}</a>
    `,
  });
