// The events of a group: from today on, and on request earlier ones.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { watchCommunity } from '../../data/communities.js';
import { pagedEvents } from '../../data/events.js';
import { icon } from '../icon.js';
import { emptyState, shown } from '../states.js';
import { t } from '../../shell/texts.js';
import { answerButtons } from './event-answers.js';
import { countsOf, pageOf, whenOf, whereOf } from './event-words.js';
import { plansEvents } from './roles.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').Realm} Realm */

/** Pixels of a movement upward that mean to see what was before. */
const pull = 8;

/** The kinds of groups that have events. */
export const hasEvents = (/** @type {Realm} */ realm) =>
  ['team', 'community', 'organization'].includes(realm.kind);

/** The events of a group, with their answers. */
export class Events {
  /** @type {ReturnType<typeof pagedEvents> | null} */
  #earlier = null;
  /** Whether moderators may plan. @type {ReturnType<typeof watchCommunity> | null} */
  #community = null;

  /** @param {import('../../shell/view.js').View} view @param {Realm} realm @param {number} count at first */
  constructor(view, realm, count) {
    this.view = view;
    this.group = realm.id;
    if (realm.kind === 'community' && realm.role === 'moderator') {
      this.#community = watchCommunity(view, realm.id);
    }
    this.coming = pagedEvents(view, realm.id, count);
    this.#follow();
  }

  #showEarlier = async () => {
    if (this.#earlier) await this.#earlier.more();
    else this.#earlier = pagedEvents(this.view, this.group, 10, { backward: true });
    this.view.update();
  };

  /** @type {Element | undefined} above the first event */
  #top;

  /** Shows what was before when one scrolls upward over the first event (SC-EVT-08). */
  #follow() {
    const { signal } = this.view;
    let last = scrollY;
    let touch = 0;
    let isReading = false;
    const upward = async () => {
      const box = this.#top?.getBoundingClientRect();
      const isSeen = box && box.bottom > 0 && box.top < innerHeight;
      if (!isSeen || isReading || this.#earlier && !this.#earlier.hasMore) return;
      isReading = true;
      await this.#showEarlier();
      // Once for each movement: what it brought is looked at before more comes.
      setTimeout(() => isReading = false, 400);
    };
    window.addEventListener('scroll', () => {
      if (last - scrollY > pull) upward();
      last = scrollY;
    }, { signal, passive: true });
    window.addEventListener('wheel', (event) => {
      if (event.deltaY < 0 && scrollY === 0) upward();
    }, { signal, passive: true });
    window.addEventListener('touchstart', (event) => touch = event.touches[0]?.clientY ?? 0, {
      signal,
      passive: true,
    });
    window.addEventListener('touchmove', (event) => {
      if ((event.touches[0]?.clientY ?? 0) - touch > pull && scrollY === 0) upward();
    }, { signal, passive: true });
  }

  /** @param {Realm} realm */
  #mayPlan(realm) {
    return plansEvents(realm, this.#community?.data?.publishers);
  }

  /** @param {Realm} realm */
  draw(realm) {
    const isCommunity = realm.kind === 'community';
    const earlier = [...this.#earlier?.items ?? []].reverse();
    const isAll = this.#earlier?.first.data && !this.#earlier.hasMore;
    return html`<section class="stack">
      <div class="row spread"><h2>${t('people.events')}</h2>${
      this.#mayPlan(realm)
        ? html`<a class="button" href="/people/${realm.id}/events/new">${icon('calendar-plus')}${
          t('people.plan')
        }</a>`
        : nothing
    }</div>
      <div ${ref((element) => this.#top = element)}>${
      isAll
        ? html`<p class="soft">${t('people.noEarlier')}</p>`
        : html`<button class="button quiet" @click=${this.#showEarlier}>${icon('chevron-up')}${
          t('people.earlier')
        }</button>`
    }</div>
      ${
      earlier.length > 0
        ? html`<ul class="list" aria-label=${t('people.earlierList')}>${
          rows(earlier, isCommunity)
        }</ul>`
        : nothing
    }
      ${
      shown(this.coming.first, () =>
        this.coming.items.length === 0
          ? emptyState({ icon: 'calendar', text: t('people.noEvents') })
          : html`<ul class="list" aria-label=${t('people.events')}>${
            rows(this.coming.items, isCommunity)
          }</ul>
          ${
            this.coming.hasMore
              ? html`<button class="button" @click=${() =>
                this.coming.more()}>${t('shell.more')}</button>`
              : nothing
          }`)
    }</section>`;
  }
}

/** @param {GroupEvent[]} events @param {boolean} isCommunity */
const rows = (events, isCommunity) =>
  repeat(
    events,
    (event) => `${event.id} ${event.startsAt}`,
    (event) => html`<li>${eventRow(event, isCommunity)}</li>`,
  );

/** One event in a list, with its answer in place. @param {GroupEvent} event @param {boolean} isCommunity */
export function eventRow(event, isCommunity) {
  const where = whereOf(event);
  return html`
    <article class="event stack tight" aria-label=${event.title}>
      <h3><a href=${pageOf(event)}>${event.title}</a>${event.status === 'cancelled'
        ? html`
          <span class="mark bad">${t('people.cancelled')}</span>
        `
        : event.status === 'draft'
        ? html`
          <span class="mark">${t('people.draft')}</span>
        `
        : nothing}</h3>
      <p><time datetime=${event.startsAt}>${whenOf(event)}</time>${where ? ` · ${where}` : ''}</p>
      <p class="soft small">${countsOf(event)}</p>
      <div>${answerButtons(event, isCommunity)}</div>
    </article>
  `;
}
