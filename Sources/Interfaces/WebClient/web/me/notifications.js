import { html, nothing } from 'lit-html';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { emptyState } from '../parts/states.js';
import { markAllSeen, markSeen, pagedNotifications } from '../data/notifications.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { subjectOf } from './subjects.js';

/** @typedef {import('api-types').Notification} Notification */

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
      const subject = subjectOf(kind);
      const isKnown = subject && /^[\da-f-]{36}$/.test(id ?? '');
      if (!list.first.data || list.first.loading || !isKnown) return;
      wanted = null;
      queueMicrotask(() =>
        view.go(subject.path(id, isInstant(at) ? at : undefined), { replace: true })
      );
      return;
    }
    wanted = null;
    if (!item.seen) markOne(item);
    queueMicrotask(() => view.go(pathOf(item), { replace: true }));
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

/** The page of what it is about. @param {Notification} item */
const pathOf = ({ subject }) =>
  subjectOf(subject.kind)?.path(subject.id, subject.occurrence) ?? '/notifications';

/** @param {Notification} item */
function draw(item) {
  return row({
    href: pathOf(item),
    start: icon(subjectOf(item.subject.kind)?.icon ?? 'bell'),
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
