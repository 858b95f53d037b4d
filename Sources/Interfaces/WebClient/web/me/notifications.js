import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { emptyState } from '../parts/states.js';
import { markAllSeen, markSeen, pagedNotifications } from '../data/notifications.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Notification} Notification */

/** The icon and the page of a notification, by the kind of its subject. @type {Record<string, {icon: string, path: (id: string, occurrence?: string) => string}>} */
const subjects = {
  subRealm: { icon: 'users', path: (id) => `/people/${id}` },
  invitation: { icon: 'user-plus', path: (id) => `/invitations/${id}` },
  tour: { icon: 'route', path: (id) => `/t/${id}` },
  purchase: { icon: 'receipt', path: () => '/me/walks' },
  appointment: { icon: 'calendar', path: (id, at) => `/calendar/${id}${which('at', at)}` },
  activity: { icon: 'calendar-plus', path: (id) => `/people/activities/${id}?from=bell` },
  booking: { icon: 'key-round', path: (id) => `/people/bookings/${id}` },
  overrideRequest: { icon: 'hand', path: (id) => `/people/override-requests/${id}` },
  course: { icon: 'graduation-cap', path: (id) => `/people/courses/${id}` },
  memberReport: { icon: 'flag', path: (id) => `/people/${id}/reports` },
  news: { icon: 'megaphone', path: (id) => `/people/news/${id}` },
  event: {
    icon: 'calendar',
    path: (id, at) => `/people/events/${id}${which('occurrence', at)}`,
  },
  operatorMessage: { icon: 'mail', path: () => '/help' },
  organization: { icon: 'building-2', path: () => '/me/organization' },
  report: { icon: 'flag', path: (id) => `/me/reports/${id}` },
  scanRequest: { icon: 'scan', path: () => '/inventory?add=scan&by=photos' },
  object: { icon: 'box', path: (id) => `/inventory?object=${id}` },
  timetable: { icon: 'train-front', path: () => '/admin/geodata' },
  session: { icon: 'shield-check', path: () => '/me/security' },
};
/** The query that names the occurrence of a series. @param {string} name @param {string} [occurrence] */
function which(name, occurrence) {
  return occurrence ? `?${name}=${encodeURIComponent(occurrence)}` : '';
}
const other = { icon: 'bell', path: () => '/me' };

/** What happened, newest first. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const list = pagedNotifications(view);
  let wanted = view.query.get('open');
  /** Opens what a link in a mail or a push names: what is not in the list by what it is about. */
  const open = () => {
    if (wanted === null) return;
    const item = list.items.find(({ id }) => id === wanted);
    if (!item) {
      const [kind, id, at] = (view.query.get('about') ?? '').split('/');
      const isKnown = Object.hasOwn(subjects, kind) && /^[\da-f-]{36}$/.test(id ?? '');
      if (!list.first.data || list.first.loading || !isKnown) return;
      wanted = null;
      queueMicrotask(() =>
        view.go(subjects[kind].path(id, isInstant(at) ? at : undefined), { replace: true })
      );
      return;
    }
    wanted = null;
    if (!item.seen) markOne(item);
    const subject = subjects[item.subject.kind] ?? other;
    queueMicrotask(() =>
      view.go(subject.path(item.subject.id, item.subject.occurrence), { replace: true })
    );
  };
  const unread = () => list.first.data?.unread ?? 0;
  view.draw(() => {
    open();
    return html`<div class="stack">
      <div class="row spread"><h1>${t('me.notifications')}</h1>
        <div class="row">
          ${
      unread() > 0
        ? html`<button class="button" @click=${() => markAll()}>
              ${icon('check-check')}${t('me.markAll')}</button>`
        : nothing
    }
          <a class="button quiet" href="/me/notifications">${icon('settings')}${t('me.choose')}</a>
        </div></div>
      ${
      pagedList(list, {
        label: t('me.notifications'),
        row: draw,
        empty: emptyState({ icon: 'bell', title: t('me.noneTitle'), text: t('me.noneText') }),
      })
    }
    </div>`;
  });
}

/** @param {Notification} item */
function draw(item) {
  const subject = subjects[item.subject.kind] ?? other;
  return row({
    href: subject.path(item.subject.id, item.subject.occurrence),
    start: icon(subject.icon),
    title: item.text,
    text: html`<time datetime=${item.at}>${ago(item.at)}</time>`,
    end: item.seen ? nothing : html`
      <span class="mark warn">${t('me.new')}</span>
      <button class="button quiet" aria-label=${t('me.markOne', { text: item.text })}
        @click=${() => markOne(item)}>${icon('check')}</button>
    `,
  });
}

/** @param {string | undefined} text */
const isInstant = (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text ?? '');

/** @param {Notification} item */
const markOne = ({ id }) => markSeen(id, t('me.markAll')).catch(complain);
const markAll = () => markAllSeen(t('me.markAll')).catch(complain);
