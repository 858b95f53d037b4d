// All that a team or community has planned, by month, week or day; printed as it is shown.

import { html, nothing } from 'lit-html';
import { day } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { Paged } from '../parts/list.js';
import { emptyState, shown } from '../parts/states.js';
import { choice } from '../parts/tabs.js';
import { locale, t } from '../shell/texts.js';
import { oneAtATime } from '../shell/view.js';
import { eventRow } from '../parts/people/event-list.js';
import { heading, runs } from '../parts/people/words.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

const modes = ['month', 'week', 'day'];
const kinds = ['all', 'event', 'practice'];

/** A day as in an address. @param {Date} at */
const key = (at) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The days that are shown; `to` is the day after the last. @param {string} mode @param {Date} at */
function span(mode, at) {
  const days = (/** @type {Date} */ from, /** @type {number} */ count) => ({
    from,
    to: new Date(from.getFullYear(), from.getMonth(), from.getDate() + count),
  });
  if (mode === 'day') return days(at, 1);
  if (mode === 'week') {
    const back = (at.getDay() + 6) % 7;
    return days(new Date(at.getFullYear(), at.getMonth(), at.getDate() - back), 7);
  }
  return {
    from: new Date(at.getFullYear(), at.getMonth(), 1),
    to: new Date(at.getFullYear(), at.getMonth() + 1, 1),
  };
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  const realm = view.watch(path);
  const read = oneAtATime((address) => new Paged(view, address, 100));
  const mode = () => modes.find((name) => name === view.query.get('view')) ?? 'month';
  const kind = () => kinds.find((name) => name === view.query.get('kind')) ?? 'all';
  const today = () => new Date(`${key(new Date())}T00:00`);
  const at = () => {
    const wished = new Date(`${view.query.get('date')}T00:00`);
    return Number.isNaN(wished.getTime()) ? today() : wished;
  };
  const events = () => {
    const { from } = span(mode(), at());
    const which = kind() === 'all' ? '' : `&kind=${kind()}`;
    return read(`${path}/events?from=${from.toISOString()}${which}`);
  };
  /** @param {number} steps */
  const move = (steps) => {
    const now = at();
    view.setQuery({
      date: key(
        mode() === 'month' ? new Date(now.getFullYear(), now.getMonth() + steps, 1) : new Date(
          now.getFullYear(),
          now.getMonth(),
          now.getDate() + steps * (mode() === 'week' ? 7 : 1),
        ),
      ),
    });
  };
  const title = () => {
    const { from, to } = span(mode(), at());
    if (mode() === 'day') return day(from.toISOString());
    if (mode() === 'month') {
      return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(from);
    }
    const last = new Date(to.getFullYear(), to.getMonth(), to.getDate() - 1);
    return `${day(from.toISOString())} – ${day(last.toISOString())}`;
  };

  view.draw(() => {
    const paged = events();
    const { to } = span(mode(), at());
    /** @type {GroupEvent[]} */
    const inside = paged.items.filter((event) => Date.parse(event.startsAt) < to.getTime());
    // More of the span may wait on the next page.
    const mayGoOn = inside.length > 0 && inside.length === paged.items.length && paged.hasMore;
    if (mayGoOn) queueMicrotask(() => paged.readOn());
    const isToday = (/** @type {GroupEvent} */ event) =>
      key(new Date(event.startsAt)) === key(new Date());
    const isCommunity = realm.data?.kind === 'community';
    const name = t(isCommunity ? 'people.eventCalendar' : 'people.teamCalendar');
    return html`<div class="stack calendar-page">
      <p class="print-only"><strong>${realm.data?.name ?? ''}</strong></p>${
      heading(
        name,
        `/people/${view.params.id}`,
        realm.data?.name ?? t('people.group'),
      )
    }
      <div class="row spread">
        <div class="row">
          <button class="button" aria-label=${t('events.earlierSpan')} @click=${() => move(-1)}>${
      icon('chevron-left')
    }</button>
          <button class="button" @click=${() => view.setQuery({ date: null })}>${
      t('events.today')
    }</button>
          <button class="button" aria-label=${t('events.laterSpan')} @click=${() => move(1)}>${
      icon('chevron-right')
    }</button>
          <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${
      t('events.print')
    }</button>
        </div>
        ${
      choice({
        label: t('events.shownSpan'),
        value: mode(),
        options: modes.map((value) => ({ value, text: t(`events.span-${value}`) })),
        choose: (value) => view.setQuery({ view: value }),
      })
    }
      </div>
      ${
      isCommunity ? nothing : choice({
        label: t('events.shownKinds'),
        value: kind(),
        options: kinds.map((value) => ({ value, text: t(`events.only-${value}`) })),
        choose: (value) => view.setQuery({ kind: value === 'all' ? null : value }),
      })
    }
      <h2 class="calendar-span" aria-live="polite">${title()}</h2>
      ${
      shown(paged.first, () =>
        inside.length === 0
          ? emptyState({ icon: 'calendar', text: t('events.nothingThen') })
          : html`<ul class="list" aria-label=${name}>${
            inside.map((event) =>
              html`<li class=${isToday(event) ? 'is-today' : nothing}>${
                eventRow(event, isCommunity)
              }</li>`
            )
          }</ul>`)
    }
      ${
      mayGoOn && paged.hasFailed
        ? html`<div><button class="button" @click=${() => paged.more()}>${
          t('shell.tryAgain')
        }</button></div>`
        : nothing
    }
      ${
      realm.data && runs(realm.data)
        ? html`<div><a class="button main" href="/people/${view.params.id}/events/new">${
          icon('calendar-plus')
        }${t('people.plan')}</a></div>`
        : nothing
    }</div>`;
  });
}
