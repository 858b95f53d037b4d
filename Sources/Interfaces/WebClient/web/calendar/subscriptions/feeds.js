// Private addresses by which other programs follow one's calendar, or a group's: making, renewing, revoking.

import { html, nothing } from 'lit-html';
import {
  createCalendarFeed,
  removeCalendarFeed,
  renewCalendarFeed,
  watchCalendarFeeds,
} from '../../data/calendar-feeds.js';
import { watchGroups } from '../../data/groups.js';
import { confirm } from '../../parts/dialog.js';
import { field, Form, formOf, select } from '../../parts/form.js';
import { day } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { row } from '../../parts/list.js';
import { hint, shown } from '../../parts/states.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').CalendarFeed} CalendarFeed */

/** The section of a page that shows them, while the page is there. */
export class Feeds {
  /** @type {CalendarFeed | null} the one that was just made: its address is shown only now */
  #made = null;

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.all = watchCalendarFeeds(view);
    this.groups = watchGroups(view);
    this.form = new Form({ name: '', realm: '' }, () => view.update());
  }

  #create() {
    return this.form.submit(async ({ name, realm }) => {
      this.#made = await createCalendarFeed({ name, ...(realm ? { realm } : {}) });
      this.form.values.name = '';
    }, ({ name }) => name.trim() ? {} : { name: t('calendar.needsName') });
  }

  /** @param {CalendarFeed} feed */
  async #revoke(feed) {
    const title = t('calendar.revokeNamed', { name: feed.name });
    const button = t('calendar.revoke');
    if (!await confirm({ title, text: t('calendar.revokeText'), button })) return;
    try {
      await removeCalendarFeed(feed.id);
      if (this.#made?.id === feed.id) this.#made = null;
      notice(t('calendar.revoked', { name: feed.name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {CalendarFeed} feed */
  async #renew(feed) {
    const title = t('calendar.renewNamed', { name: feed.name });
    const button = t('calendar.renew');
    if (!await confirm({ title, text: t('calendar.renewText'), button })) return;
    try {
      this.#made = await renewCalendarFeed(feed.id);
    } catch (error) {
      complain(error);
    }
    this.view.update();
  }

  /** One's sub-realms that have a calendar. */
  get #withCalendar() {
    return (this.groups.data?.items ?? []).filter(({ kind }) =>
      kind !== 'public' && kind !== 'personal'
    );
  }

  /** @param {CalendarFeed} feed */
  #row(feed) {
    return row({
      title: feed.name,
      text: [
        feed.realm?.name ?? t('calendar.feedOfMe'),
        t('calendar.since', { day: day(feed.createdAt) }),
      ].join(' · '),
      end: html`
        <button class="button" @click=${() => this.#renew(feed)}>${t('calendar.renew')}</button>
        <button class="button" @click=${() => this.#revoke(feed)}>${t('calendar.revoke')}</button>
      `,
    });
  }

  /** @param {CalendarFeed[]} items */
  #list(items) {
    return items.length === 0
      ? html`<p class="soft">${t('calendar.noFeeds')}</p>`
      : html`<ul class="list" aria-label=${t('calendar.feeds')}>${
        items.map((feed) => html`<li>${this.#row(feed)}</li>`)
      }</ul>`;
  }

  #fields() {
    const groups = this.#withCalendar;
    return html`${
      groups.length > 0
        ? select(this.form, {
          name: 'realm',
          label: t('calendar.feedOf'),
          options: [
            { value: '', text: t('calendar.feedOfMe') },
            ...groups.map(({ id, name }) => ({ value: id, text: name })),
          ],
        })
        : ''
    }${
      field(this.form, {
        name: 'name',
        label: t('calendar.feedName'),
        help: t('calendar.feedNameHelp'),
        maxlength: 100,
      })
    }`;
  }

  draw() {
    return html`<section class="stack"><h2>${t('calendar.feeds')}</h2>
      <p class="soft">${t('calendar.feedsHelp')}</p>
      ${this.#made?.address ? shownOnce(this.#made.name, this.#made.address) : nothing}
      ${shown(this.all, (data) => this.#list(data.items))}
      ${
      formOf(this.form, {
        submit: () => this.#create(),
        button: t('calendar.makeFeed'),
        fields: this.#fields(),
      })
    }
    </section>`;
  }
}

/** @param {string} address */
async function copy(address) {
  try {
    await navigator.clipboard.writeText(address);
    notice(t('calendar.copied'));
  } catch {
    notice(t('calendar.copyByHand'), { bad: true });
  }
}

/** @param {string} name @param {string} path */
function shownOnce(name, path) {
  const address = new URL(path, location.href).href;
  return hint(
    html`
      <label for="feed-address">${t('calendar.addressOf', { name })}</label>
      <div class="field-box"><input id="feed-address" readonly .value=${address}></div>
    `,
    html`<div><button class="button" @click=${() => copy(address)}>${icon('copy')}${
      t('calendar.copy')
    }</button></div>`,
  );
}
