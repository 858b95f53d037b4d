// The navigation of all roles: a bar on phones, a rail beside wider pages, a menu for the rest.

import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { openDialog } from '../parts/dialog.js';
import { inUseMark } from './in-use-mark.js';
import { listGroupsAsUsed } from '../data/frame.js';
import { change, isDark, settings } from './settings.js';
import { homeOf, logOut, session } from './session.js';
import { complain, notice } from './notices.js';
import { mayLeave } from './leaving.js';
import { go, openHere } from './router.js';
import { t } from './texts.js';
import { dialogEverywhere } from './view.js';

/** @typedef {{path: string, unread: number, communities: number}} State `communities`: how many have what one has not seen */
/**
 * @typedef {{href: string, icon: string, text: string, starts: string[], key: string, more?: boolean}} Entry
 *   `more`: beside wider pages; on phones it is in the menu, and the page it names is reached by way of
 *   the entry whose beginning its address has, too
 */

/** The entries of the role, in order; `key` is pressed after `g`. @returns {Entry[]} */
export function entries() {
  if (session.role === 'admin') {
    return [
      {
        href: '/admin/reports',
        icon: 'flag',
        text: t('shell.reports'),
        starts: ['/admin'],
        key: 'r',
      },
      {
        href: '/admin/organization-requests',
        icon: 'building-2',
        text: t('shell.requests'),
        starts: ['/admin/organization-requests'],
        key: 'o',
      },
    ];
  }
  const all = [
    {
      href: '/around',
      icon: 'map-pin',
      text: t('shell.around'),
      starts: ['/around', '/map', '/inventory', '/stops'],
      key: 'a',
    },
    { href: '/tours', icon: 'route', text: t('shell.tours'), starts: ['/tours', '/t/'], key: 't' },
    {
      href: '/calendar',
      icon: 'calendar',
      text: t('shell.calendar'),
      starts: ['/calendar', '/ways'],
      key: 'c',
    },
    {
      href: '/people',
      icon: 'users',
      text: t('shell.people'),
      starts: ['/people', '/invitations'],
      key: 'p',
    },
    {
      href: '/people/communities',
      icon: 'messages-square',
      text: t('shell.community'),
      starts: ['/people/communities'],
      key: 'u',
      more: true,
    },
    {
      href: '/me',
      icon: 'circle-user',
      text: t('shell.me'),
      starts: ['/me', '/notifications', '/help'],
      key: 'm',
    },
  ];
  if (session.role === 'organization') {
    all.splice(2, 0, {
      href: '/studio',
      icon: 'pencil-ruler',
      text: t('shell.studio'),
      starts: ['/studio'],
      key: 's',
    });
  }
  return all;
}

/** All that a key leads to: also Today, where the sign leads. @returns {Pick<Entry, 'href' | 'text' | 'key'>[]} */
export const keyed = () =>
  session.role === 'general'
    ? [{ href: homeOf('general'), text: t('shell.todayPage'), key: 'd' }, ...entries()]
    : entries();

/** What stands in the bar: in simple mode five things at most, the rest is in the menu. */
function inBar() {
  const all = entries();
  if (!settings.simple) return all;
  const main = all.filter(({ more }) => !more);
  return main.length > 5 ? main.filter(({ href }) => href !== '/people') : main;
}

/** What is in the menu because it is not in the bar. */
function besideBar() {
  const shown = document.querySelector('#app.bare') ? [] : inBar().map(({ href }) => href);
  return entries().filter(({ href, more }) => !more && !shown.includes(href));
}

/** What the frame said last, for the menu, which is drawn apart from it. */
let withNews = 0;

/** The sign, which leads to where one begins. @param {State} state */
const brand = ({ path }) => {
  const home = homeOf(session.role);
  return html`
    <a class="brand" href=${home} aria-label=${t('shell.name')}
      aria-current=${path === home ? 'page' : nothing}>${icon('signpost')}<span>${t(
        'shell.name',
      )}</span></a>
  `;
};

/** @param {State} state */
export function navigation(state) {
  withNews = state.communities;
  return html`
    <nav class="nav" aria-label=${t('shell.navigation')}>
      ${brand(state)}
      <ul>${inBar().map((entry, _, all) => link(entry, here(all, state)))}</ul>
      <ul class="below">
        <li><a href="#menu" role="button" @click=${openMenu}>${icon('menu')}<span>${t(
          'shell.menu',
        )}</span></a></li>
      </ul>
    </nav>
  `;
}

/** The entry of a page: the one whose beginning of the address says most. @param {Entry[]} all @param {State} state */
const here = (all, { path }) =>
  all.flatMap((entry) => entry.starts.map((start) => ({ entry, start })))
    .filter(({ start }) => path.startsWith(start))
    .sort((a, b) => b.start.length - a.start.length)[0]?.entry.href;

/** @param {Entry} entry @param {string | undefined} current */
const link = ({ href, icon: symbol, text, more }, current) =>
  html`
    <li
      class=${more
        ? 'more'
        : current?.startsWith(`${href}/`)
        ? 'holds'
        : nothing}><a href=${href} aria-current=${href === current ? 'page' : nothing}>${icon(
          symbol,
        )}<span>${text}</span>${newsDot(href)}</a></li>
  `;

/**
 * A red dot while a community has what one has not seen, at its entry; where that is only in the menu, at the
 * one that leads there. @param {string} href
 */
const newsDot = (href) =>
  withNews > 0 && (href === '/people/communities' || href === '/people')
    ? html`
      <span class=${`news-dot ${href === '/people' ? 'on-the-way' : ''}`}><span class="unseen">${t(
        'shell.communityNews',
        { count: withNews },
      )}</span></span>
    `
    : nothing;

/** @param {State} state */
export function topBar(state) {
  const { unread } = state;
  const isUser = session.role === 'general' || session.role === 'organization';
  return html`<header class="top">
    <button class="button quiet menu-button" aria-label=${t('shell.menu')} @click=${openMenu}>
      ${icon('menu')}${symbolWord(t('shell.menu'))}
    </button>
    ${brand(state)}
    <span class="push"></span>
    ${inUseMark()}
    ${
    isUser
      ? html`<a class="button quiet marked" href="/notifications" aria-label=${
        unread > 0 ? t('shell.unread', { count: unread }) : t('shell.notifications')
      }>${icon('bell')}
        ${
        unread > 0
          ? html`<span class="count-mark" aria-hidden="true">${Math.min(unread, 99)}</span>`
          : nothing
      }${symbolWord(t('shell.news'))}
      </a>`
      : nothing
  }
    ${
    session.role === 'nobody'
      ? html`<a class="button" href="/login">${t('shell.logIn')}</a>`
      : nothing
  }
  </header>`;
}

/** Stands under a symbol in simple mode; the name for screen readers is its button's. @param {string} text */
const symbolWord = (text) => html`<span class="symbol-word" aria-hidden="true">${text}</span>`;

/** @param {Event} event */
function openMenu(event) {
  event.preventDefault();
  openHere('menu');
}

/** Everything else, in a dialog of its own. */
dialogEverywhere('menu', (at) => {
  const isUser = session.role === 'general' || session.role === 'organization';
  /** @type {import('api-types').Realm[] | null} */
  let groups = null;
  return openDialog({
    at,
    title: t('shell.menu'),
    side: true,
    body: (close, update) => {
      if (isUser && !groups) {
        groups = [];
        // The menu is there at once; without a network it has what was known before, or nothing.
        listGroupsAsUsed().then((found) => {
          groups = found;
          update();
        }).catch(() => {});
      }
      return html`<ul class="menu plain-list" @click=${(/** @type {Event} */ click) => {
        if (/** @type {Element} */ (click.target).closest('a')) close();
      }}>
        ${groupLinks(groups ?? [])}
        ${
        session.role === 'general'
          ? menuLink(homeOf('general'), icon('sun'), t('shell.todayPage'))
          : nothing
      }
        ${besideBar().map((entry) => menuLink(entry.href, icon(entry.icon), entry.text))}
        ${
        session.role === 'admin'
          ? nothing
          : menuLink('/people/communities', icon('messages-square'), t('shell.community'))
      }
        ${
        isUser
          ? [
            menuLink('/notifications', icon('bell'), t('shell.notifications')),
            menuLink('/inventory', icon('box'), t('shell.inventory')),
            menuLink('/me/display', icon('type'), t('shell.display')),
          ]
          : nothing
      }
        ${
        session.role === 'admin' ? nothing : [
          menuLink('/help', icon('circle-question-mark'), t('shell.help')),
          menuLink('/about', icon('info'), t('shell.about')),
        ]
      }
        <li><a href="/licenses" target="_blank" rel="noopener">${icon('scale')}<span>${
        t('shell.licenses')
      }</span></a></li>
        <li><button @click=${() => change({ theme: isDark() ? 'light' : 'dark' })}>
          ${icon('sun-moon')}<span>${t('shell.switchTheme')}</span></button></li>
        ${
        session.role === 'nobody'
          ? [
            menuLink('/login', icon('log-in'), t('shell.logIn')),
            menuLink('/signup', icon('user-plus'), t('shell.signUp')),
          ]
          : html`<li><button @click=${() => {
            close();
            leave();
          }}>${icon('log-out')}<span>${t('shell.logOut')}</span></button></li>`
      }
      </ul>`;
    },
  });
});

/** How many groups the menu has. */
const mostGroups = 3;
/** @param {string} kind of a group */
const symbolOf = (kind) =>
  kind === 'family'
    ? icon('house')
    : kind === 'team'
    ? icon('trophy')
    : kind === 'community'
    ? icon('messages-square')
    : icon('users');

/**
 * The groups that were used last, and what the family among them plans and shares; its name beside that for
 * those who are in several.
 *
 * @param {import('api-types').Realm[]} groups those first that were used last
 */
function groupLinks(groups) {
  const families = groups.filter(({ kind }) => kind === 'family');
  const [family] = families;
  const used = groups.filter(({ visitedAt }) => visitedAt).slice(0, mostGroups);
  const of = (/** @type {string} */ text) =>
    families.length === 1 ? t(text) : `${t(text)} · ${family.name}`;
  return [
    used.map(({ id, kind, name, unread }) =>
      html`<li><a href=${`/people/${id}`}>${symbolOf(kind)}<span>${name}</span>${
        unread ? newsMark() : nothing
      }</a></li>`
    ),
    family && [
      menuLink(
        `/people/${family.id}/activities`,
        icon('calendar-plus'),
        of('shell.familyActivities'),
      ),
      menuLink(`/people/${family.id}/resources`, icon('key-round'), of('shell.resources')),
    ],
  ];
}

/** Says that there is something new. */
const newsMark = () =>
  html`<span class="news-dot"><span class="unseen">${t('shell.somethingNew')}</span></span>`;

/** @param {string} href @param {unknown} symbol @param {string} text */
const menuLink = (href, symbol, text) =>
  html`<li><a href=${href}>${symbol}<span>${text}</span>${newsDot(href)}</a></li>`;

/** Logs out, says so, and shows where one logs in. */
export async function leave() {
  if (!await mayLeave()) return;
  try {
    const isWritten = await logOut();
    go('/login');
    notice(t(isWritten ? 'shell.loggedOut' : 'shell.loggedOutForNow'));
  } catch (error) {
    complain(error);
  }
}
