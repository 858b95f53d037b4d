// All that a team or community has planned, by month, week or day; printed as it is shown.

import { html, nothing } from 'lit-html';
import { pagedEvents } from '../data/events.js';
import { watchGroup } from '../data/groups.js';
import { day } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { eventRow } from '../parts/people/event-list.js';
import { dayKey } from '../parts/days.js';
import { heading } from '../parts/people/heading.js';
import { runs } from '../parts/people/roles.js';
import { emptyState, shown } from '../parts/states.js';
import { choice } from '../parts/tabs.js';
import { locale, t } from '../shell/texts.js';
import { oneAtATime } from '../shell/view.js';
import { dayIn, lastOf, modes, spanOf, step } from './spans.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('../shell/view.js').View} View */

const kinds = ['all', 'event', 'practice'];

/** @param {View} view */
export default function page(view) {
  const calendar = new TeamCalendar(view);
  view.draw(() => calendar.draw());
}

class TeamCalendar {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.group = view.params.id;
    this.realm = watchGroup(view, this.group);
    this.read = oneAtATime((key) => {
      const [from, kind] = key.split(' ');
      return pagedEvents(view, this.group, 100, {
        from: new Date(from),
        kind: kind === 'all' ? undefined : kind,
      });
    });
  }

  get #mode() {
    return modes.find((name) => name === this.view.query.get('view')) ?? 'month';
  }

  get #kind() {
    return kinds.find((name) => name === this.view.query.get('kind')) ?? 'all';
  }

  get #at() {
    return dayIn(this.view.query.get('date'));
  }

  get #span() {
    return spanOf(this.#mode, this.#at);
  }

  get #isCommunity() {
    return this.realm.data?.kind === 'community';
  }

  /** @param {number} steps */
  #move(steps) {
    this.view.setQuery({ date: dayKey(step(this.#mode, this.#at, steps)) });
  }

  /** The span in words. */
  get #title() {
    const span = this.#span;
    if (this.#mode === 'day') return day(span.from.toISOString());
    if (this.#mode === 'month') {
      return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(span.from);
    }
    return `${day(span.from.toISOString())} – ${day(lastOf(span).toISOString())}`;
  }

  draw() {
    const { from, to } = this.#span;
    const paged = this.read(`${from.toISOString()} ${this.#kind}`);
    const inside = paged.items.filter((event) => Date.parse(event.startsAt) < to.getTime());
    // More of the span may wait on the next page.
    const mayGoOn = inside.length > 0 && inside.length === paged.items.length && paged.hasMore;
    if (mayGoOn) queueMicrotask(() => paged.readOn());
    const name = t(this.#isCommunity ? 'people.eventCalendar' : 'people.teamCalendar');
    const group = this.realm.data;
    return html`<div class="stack calendar-page">
      <p class="print-only"><strong>${group?.name ?? ''}</strong></p>
      ${heading(name, `/people/${this.group}`, group?.name ?? t('people.group'))}
      ${this.#controls()}
      <h2 class="calendar-span" aria-live="polite">${this.#title}</h2>
      ${shown(paged.first, () => this.#list(name, inside))}
      ${
      mayGoOn && paged.hasFailed
        ? html`<div><button class="button" @click=${() => paged.more()}>${
          t('shell.tryAgain')
        }</button></div>`
        : nothing
    }
      ${
      group && runs(group)
        ? html`<div><a class="button main" href="/people/${this.group}/events/new">${
          icon('calendar-plus')
        }${t('people.plan')}</a></div>`
        : nothing
    }</div>`;
  }

  /** The controls for days and kinds. */
  #controls() {
    const { view } = this;
    return html`<div class="row spread">
      <div class="row">
        <button class="button" aria-label=${t('events.earlierSpan')} @click=${() =>
      this.#move(-1)}>${icon('chevron-left')}</button>
        <button class="button" @click=${() => view.setQuery({ date: null })}>${
      t('events.today')
    }</button>
        <button class="button" aria-label=${t('events.laterSpan')} @click=${() => this.#move(1)}>${
      icon('chevron-right')
    }</button>
        <button class="button" @click=${() => globalThis.print()}>${icon('printer')}${
      t('events.print')
    }</button>
      </div>
      ${
      choice({
        label: t('events.shownSpan'),
        value: this.#mode,
        options: modes.map((value) => ({ value, text: t(`events.span-${value}`) })),
        choose: (value) => view.setQuery({ view: value }),
      })
    }
    </div>
    ${
      this.#isCommunity ? nothing : choice({
        label: t('events.shownKinds'),
        value: this.#kind,
        options: kinds.map((value) => ({ value, text: t(`events.only-${value}`) })),
        choose: (value) => view.setQuery({ kind: value === 'all' ? null : value }),
      })
    }`;
  }

  /** @param {string} name @param {GroupEvent[]} events */
  #list(name, events) {
    if (events.length === 0) return emptyState({ icon: 'calendar', text: t('events.nothingThen') });
    const today = dayKey(new Date());
    return html`<ul class="list" aria-label=${name}>${
      events.map((event) =>
        html`<li class=${dayKey(new Date(event.startsAt)) === today ? 'is-today' : nothing}>${
          eventRow(event, this.#isCommunity)
        }</li>`
      )
    }</ul>`;
  }
}
