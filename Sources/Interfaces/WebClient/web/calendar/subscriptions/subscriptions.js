// Calendars elsewhere whose entries stand in one's own: adding, how each is doing, ending.

import { html, nothing } from 'lit-html';
import {
  createCalendarSubscription,
  readCalendarSubscription,
  removeCalendarSubscription,
  watchCalendarSubscriptions,
} from '../../data/calendar-subscriptions.js';
import { confirm } from '../../parts/dialog.js';
import { field, Form, formOf } from '../../parts/form.js';
import { moment } from '../../parts/format.js';
import { row } from '../../parts/list.js';
import { shown } from '../../parts/states.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').CalendarSubscription} CalendarSubscription */

/** Milliseconds after which it is looked up whether one that waits was read, and how often. */
const pause = 1000;
const mostLooks = 20;

/** The section of a page that shows them, while the page is there. */
export class Subscriptions {
  /** How often it was looked up without a change. */
  #looks = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.form = new Form({ name: '', address: '' }, () => view.update());
    this.all = watchCalendarSubscriptions(view, ({ data }) => this.#lookAgain(data?.items ?? []));
    view.onLeave(() => clearTimeout(this.#timer));
  }

  /** What was just added is read by the server within seconds. @param {CalendarSubscription[]} items */
  #lookAgain(items) {
    clearTimeout(this.#timer);
    const waits = items.some((one) =>
      one.state === 'waiting' || Date.parse(one.nextAt) <= Date.now()
    );
    this.#looks = waits ? this.#looks + 1 : 0;
    if (waits && this.#looks < mostLooks) {
      this.#timer = setTimeout(() => this.all.refresh(), pause);
    }
  }

  #add() {
    return this.form.submit(async (values) => {
      await createCalendarSubscription(values);
      this.form.values = { name: '', address: '' };
      notice(t('calendar.subscribed'));
    }, ({ name, address }) => ({
      ...(name.trim() ? {} : { name: t('calendar.needsName') }),
      ...(address.trim() ? {} : { address: t('calendar.needsCalendarAddress') }),
    }));
  }

  draw() {
    return html`<section class="stack"><h2>${t('calendar.others')}</h2>
      <p class="soft">${t('calendar.othersHelp')}</p>
      ${shown(this.all, (data) => list(data.items))}
      ${
      formOf(this.form, {
        submit: () => this.#add(),
        button: t('calendar.subscribe'),
        fields: html`${
          field(this.form, {
            name: 'name',
            id: 'followed-name',
            label: t('calendar.othersName'),
            maxlength: 100,
          })
        }${
          field(this.form, {
            name: 'address',
            id: 'followed-address',
            label: t('calendar.othersAddress'),
            help: t('calendar.othersAddressHelp'),
            maxlength: 2000,
          })
        }`,
      })
    }</section>`;
  }
}

/** @param {CalendarSubscription} one */
async function readNow(one) {
  try {
    await readCalendarSubscription(one.id);
    notice(t('calendar.isRead', { name: one.name }));
  } catch (error) {
    complain(error);
  }
}

/** @param {CalendarSubscription} one */
async function end(one) {
  const title = t('calendar.unsubscribeNamed', { name: one.name });
  const button = t('calendar.unsubscribe');
  if (!await confirm({ title, text: t('calendar.unsubscribeText'), button })) return;
  try {
    await removeCalendarSubscription(one.id);
    notice(t('calendar.unsubscribed', { name: one.name }));
  } catch (error) {
    complain(error);
  }
}

/** How it is doing, in words. @param {CalendarSubscription} one */
function words(one) {
  if (one.state === 'waiting') return t('calendar.subscriptionWaits');
  const read = one.readAt
    ? t('calendar.subscriptionRead', { count: one.entries, at: moment(one.readAt) })
    : nothing;
  if (one.state === 'current') return read;
  return html`${
    t('calendar.subscriptionFails', { since: moment(one.failingSince ?? one.createdAt) })
  } ${one.problem} ${read}`;
}

/** @param {CalendarSubscription} one */
const buttons = (one) =>
  html`
    <button class="button quiet" aria-label=${t('calendar.readNamed', {
      name: one.name,
    })} @click=${() => readNow(one)}>${t('calendar.readNow')}</button>
    <button class="button" aria-label=${t('calendar.unsubscribeNamed', {
      name: one.name,
    })} @click=${() => end(one)}>${t('calendar.unsubscribe')}</button>
  `;

/** @param {CalendarSubscription[]} items */
const list = (items) =>
  items.length === 0
    ? html`<p class="soft">${t('calendar.noSubscriptions')}</p>`
    : html`<ul class="list" aria-label=${t('calendar.others')}>${
      items.map((one) =>
        html`<li>${row({ title: one.name, text: words(one), end: buttons(one) })}</li>`
      )
    }</ul>`;
