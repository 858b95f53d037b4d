// Today: what comes next, what waits for an answer, what is in use, what is new. Where one arrives after log-in.

import { html, nothing } from 'lit-html';
import { dayWords } from '../parts/days.js';
import { icon } from '../parts/icon.js';
import { emptyState, errorState, loading, warning } from '../parts/states.js';
import { tutorialOffer } from '../parts/tutorial-offer.js';
import { OfflineError } from '../shell/api.js';
import { reason } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { nextCard } from './next.js';
import { Reading } from './reading.js';
import { Rows } from './rows.js';
import { most, mostSimple, shares } from './things.js';

/** @typedef {import('./rows.js').Sort} Sort */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  // Others have places of their own where they begin.
  if (session.role !== 'general') view.go('/around', { replace: true });
  else new TodayPage(view);
}

class TodayPage {
  /** Whether something was answered in the list, which takes it out of it. */
  #hasWorked = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.reading = new Reading(view);
    this.rows = new Rows(view, this.reading);
    const clock = setInterval(() => {
      this.reading.followDay();
      view.update();
    }, 30_000);
    view.onLeave(() => clearInterval(clock));
    view.draw(() => {
      queueMicrotask(() => this.#keepFocus());
      return this.#draw();
    });
  }

  /** Whoever answers what waits goes on with what waits next. */
  #keepFocus() {
    if (!this.#hasWorked || document.activeElement !== document.body) return;
    this.#hasWorked = false;
    const heading = this.view.root.querySelector('#today-waiting') ??
      this.view.root.querySelector('h1');
    if (heading instanceof HTMLElement) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }

  #draw() {
    const { failed, known } = this.reading;
    return html`<div class="stack loose today">
      <div class="stack tight"><div class="row spread"><h1>${t('today.title')}</h1>
        <a class="button" href="/calendar/new">${icon('plus')}<span class="unless-narrow">${
      t('today.newAppointment')
    }</span></a></div>
        <p class="soft">${dayWords(new Date())}</p></div>
      ${tutorialOffer(this.view)}
      ${
      this.reading.isStale
        ? html`<p class="soft small" role="status">${t('shell.stale')}</p>`
        : nothing
    }
      ${this.#things()}
      ${known.all ? nothing : loading(2)}
      ${known.all && failed.length > 0 ? this.#failed() : nothing}
      ${known.all ? familyCentre(this.reading.families) : nothing}
    </div>`;
  }

  #things() {
    const { known, failed } = this.reading;
    const now = new Date();
    const card = known.coming ? nextCard(this.reading.coming.data?.items ?? [], now) : null;
    const sorts = known.waiting ? this.rows.sorts(now, known.all) : [];
    const count = sorts.reduce((sum, { rows }) => sum + rows.length, card ? 1 : 0);
    if (count === 0) return known.all && failed.length === 0 ? quiet() : nothing;
    const room = (settings.simple ? mostSimple : most) - (card ? 1 : 0);
    const shown = shares(sorts.map(({ rows }) => rows.length), room);
    const rest = sorts.map((sort, index) => ({ ...sort, rows: sort.rows.slice(shown[index]) }));
    const others = rest.reduce((sum, { rows }) => sum + rows.length, 0);
    return html`${card ?? nothing}
      <div class="stack loose" @click=${() => this.#hasWorked = true}>
      ${sorts.map((sort, index) => this.#sort(sort, sort.rows.slice(0, shown[index]), sort.name))}
      ${
      others > 0
        ? html`<details class="stack"><summary>${t('shell.others', { count: others })}</summary>${
          rest.map((sort) => this.#sort(sort, sort.rows))
        }</details>`
        : nothing
    }</div>`;
  }

  /** @param {Sort} sort @param {Sort['rows']} rows that are shown @param {string} [name] of the first of the kind */
  #sort({ name: kind }, rows, name) {
    if (rows.length === 0) return nothing;
    const title = t(`today.${kind}`);
    return html`<section class="stack tight"><h2 id=${
      name ? `today-${name}` : nothing
    }>${title}</h2>
      ${this.rows.list(rows, title)}</section>`;
  }

  #failed() {
    const { failed } = this.reading;
    const again = () => failed.forEach((source) => source.refresh());
    const { error } = failed[0];
    const why = error instanceof OfflineError ? t('shell.noNetworkLong') : reason(error);
    return this.reading.coming.data === null ? errorState(why, again) : warning(
      t('today.partly', { why }),
      html`<div><button class="button" @click=${again}>${t('shell.tryAgain')}</button></div>`,
    );
  }
}

/** A day on which nothing is to be done. */
const quiet = () =>
  emptyState({
    icon: 'sun',
    title: t('today.quiet'),
    text: t('today.quietText'),
    action: html`
      <a class="button main" href="/around">${icon('map-pin')}${t('today.lookAround')}</a>
      <a class="button" href="/people">${icon('users')}${t('today.findPeople')}</a>
    `,
  });

/**
 * What families plan and share (MF-ACC-08), with whose it is for those who are in several.
 *
 * @param {import('api-types').Realm[]} families
 */
const familyCentre = (families) =>
  families.length === 0 ? nothing : html`
    <nav class="stack tight" aria-labelledby="today-family">
      <h2 id="today-family">${t('shell.familyCentre')}</h2>
      <div class="row">${families.map(({ id, name }) => {
        const of = (/** @type {string} */ text) =>
          families.length === 1 ? t(text) : `${t(text)} · ${name}`;
        return html`
          <a class="button" href="/people/${id}/activities">${icon('calendar-plus')}${of(
            'shell.familyActivities',
          )}</a><a class="button"
            href="/people/${id}/resources">${icon('key-round')}${of('shell.resources')}</a>
        `;
      })}</div>
    </nav>
  `;
