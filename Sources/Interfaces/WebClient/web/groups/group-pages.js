// From a group to what its members plan and share.

import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { familyCentre } from './family.js';

/** @typedef {import('api-types').Realm} Realm */

/** Whether its members plan activities. @param {Realm} realm */
const plansTogether = (realm) => ['family', 'group'].includes(realm.kind);

/** The pages of a group, by its kind: address, icon, key of the text. @param {Realm} realm */
const pagesOf = (realm) => [
  ...(realm.kind === 'team'
    ? [
      { at: 'calendar', icon: 'calendar-days', text: 'people.teamCalendar' },
      { at: 'roster', icon: 'users', text: 'groups.roster' },
      { at: 'attendance', icon: 'check-check', text: 'people.attendance' },
      { at: 'records', icon: 'chart-line', text: 'groups.records' },
      {
        at: `players/${session.account?.id}`,
        icon: 'circle-user',
        text: 'groups.ownRecords',
      },
    ]
    : []),
  ...(realm.kind === 'community'
    ? [{ at: 'calendar', icon: 'calendar-days', text: 'people.eventCalendar' }]
    : []),
  ...(plansTogether(realm)
    ? [{ at: 'activities', icon: 'calendar-plus', text: 'people.activities' }]
    : []),
  { at: 'resources', icon: 'key-round', text: 'people.resources' },
  ...(plansTogether(realm)
    ? [
      {
        href: `/calendar/group/${realm.id}`,
        icon: 'calendar-days',
        text: 'groups.calendarOfAll',
      },
    ]
    : []),
  { href: `/people/chats/${realm.id}`, icon: 'mic', text: 'people.chat' },
];

/** From where all that its members share and plan is reached. @param {Realm} realm */
export const planning = (realm) =>
  realm.role && realm.kind === 'family' ? familyCentre(entries(realm)) : entries(realm);

/** @param {Realm} realm */
const entries = (realm) =>
  realm.role && ['family', 'group', 'team', 'community', 'organization'].includes(realm.kind)
    ? html`<nav class="row" aria-label=${t('groups.pagesOf', { name: realm.name })}>${
      pagesOf(realm).map((item) =>
        html`<a class="button" href=${
          'href' in item ? item.href : `/people/${realm.id}/${item.at}`
        }>${icon(item.icon)}${t(item.text)}</a>`
      )
    }</nav>`
    : nothing;
