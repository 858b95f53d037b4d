// The calendar and other programs: files in and out, and private addresses to subscribe to.

import { html, nothing } from 'lit-html';
import { confirm } from '../../parts/dialog.js';
import { field, Form, formOf, select } from '../../parts/form.js';
import { day } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { row } from '../../parts/list.js';
import { hint, shown } from '../../parts/states.js';
import * as api from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { subscriptions } from './subscriptions.js';

/** @typedef {import('api-types').CalendarFeed} CalendarFeed */
/** @typedef {import('api-types').ImportedCalendar} ImportedCalendar */

const feedsPath = '/v1/calendar/feeds';

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const feeds = view.watch(feedsPath);
  const others = subscriptions(view);
  const realms = view.watch('/v1/realms?limit=200');
  const form = new Form({ name: '', realm: '' }, () => view.update());
  /** @type {CalendarFeed | null} the one that was just made: its address is shown only now */
  let made = null;
  /** @type {ImportedCalendar | null} */
  let imported = null;
  let isImporting = false;

  /** @param {Event} event */
  async function take(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    isImporting = true;
    imported = null;
    view.update();
    try {
      imported = await api.send('POST', '/v1/calendar/import', {
        body: file,
        type: 'text/calendar',
        changes: ['/v1/appointments'],
      });
    } catch (error) {
      complain(error);
    }
    input.value = '';
    isImporting = false;
    view.update();
  }

  const create = () =>
    form.submit(async ({ name, realm }) => {
      made = await api.send('POST', feedsPath, {
        body: { name, ...(realm ? { realm } : {}) },
        changes: [feedsPath],
      });
      form.values.name = '';
    }, ({ name }) => name.trim() ? {} : { name: t('calendar.needsName') });

  /** @param {CalendarFeed} feed */
  async function revoke(feed) {
    const title = t('calendar.revokeNamed', { name: feed.name });
    if (!await confirm({ title, text: t('calendar.revokeText'), button: t('calendar.revoke') })) {
      return;
    }
    try {
      await api.send('DELETE', `${feedsPath}/${feed.id}`, { match: null, changes: [feedsPath] });
      if (made?.id === feed.id) made = null;
      notice(t('calendar.revoked', { name: feed.name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {CalendarFeed} feed */
  async function renew(feed) {
    const title = t('calendar.renewNamed', { name: feed.name });
    if (!await confirm({ title, text: t('calendar.renewText'), button: t('calendar.renew') })) {
      return;
    }
    try {
      made = await api.send('POST', `${feedsPath}/${feed.id}/address`, { changes: [feedsPath] });
    } catch (error) {
      complain(error);
    }
    view.update();
  }

  /** One's sub-realms that have a calendar. @returns {import('api-types').Realm[]} */
  const withCalendar = () =>
    (realms.data?.items ?? []).filter((/** @type {import('api-types').Realm} */ { kind }) =>
      kind !== 'public' && kind !== 'personal'
    );

  /** @param {string} address */
  async function copy(address) {
    try {
      await navigator.clipboard.writeText(address);
      notice(t('calendar.copied'));
    } catch {
      notice(t('calendar.copyByHand'), { bad: true });
    }
  }

  const whole = (/** @type {string} */ address) => new URL(address, location.href).href;

  view.draw(() =>
    html`
      <div class="stack loose">
        ${heading(t('calendar.exchange'), '/calendar', t('calendar.title'))}
        <section class="stack">
          <h2>${t('calendar.import')}</h2>
          <p class="soft">${t('calendar.importHelp')}</p>
          <div class="field"><label for="calendar-file">${t('calendar.file')}</label>
                <div class="field-box"><input id="calendar-file" type="file" accept=".ics,text/calendar"
                  ?disabled=${isImporting} @change=${take}></div></div>
          <div role="status">${isImporting ? t('shell.loading') : nothing}${imported
            ? html`<p>${
              t('calendar.importedWords', {
                added: imported.added,
                updated: imported.updated,
                removed: imported.removed,
              })
            }</p>${
              imported.notes.length > 0
                ? html`<ul>${imported.notes.map((note) => html`<li>${note}</li>`)}</ul>`
                : nothing
            }`
            : nothing}</div>
        </section>
        <section class="stack">
          <h2>${t('calendar.export')}</h2>
          <p class="soft">${t('calendar.exportHelp')}</p>
          <div><a class="button" href="/v1/calendar/export.ics" download="wayside.ics">${icon(
            'download',
          )}${t('calendar.exportButton')}</a></div>
        </section>
        ${others()}
        <section class="stack"><h2>${t('calendar.feeds')}</h2>
              <p class="soft">${t('calendar.feedsHelp')}</p>
              ${made?.address ? shownOnce(made.name, whole(made.address)) : nothing}
              ${shown(feeds, (data) => list(data.items))}
              ${formOf(form, {
                submit: create,
                button: t('calendar.makeFeed'),
                fields: html`${
                  withCalendar().length > 0
                    ? select(form, {
                      name: 'realm',
                      label: t('calendar.feedOf'),
                      options: [
                        { value: '', text: t('calendar.feedOfMe') },
                        ...withCalendar().map(({ id, name }) => ({ value: id, text: name })),
                      ],
                    })
                    : ''
                }${
                  field(form, {
                    name: 'name',
                    label: t('calendar.feedName'),
                    help: t('calendar.feedNameHelp'),
                    maxlength: 100,
                  })
                }`,
              })}
            </section>
      </div>
    `
  );

  /** @param {CalendarFeed[]} items */
  function list(items) {
    if (items.length === 0) return html`<p class="soft">${t('calendar.noFeeds')}</p>`;
    const button = (/** @type {CalendarFeed} */ feed) =>
      html`
        <button class="button" @click=${() => renew(feed)}>${t('calendar.renew')}</button>
        <button class="button" @click=${() => revoke(feed)}>${t('calendar.revoke')}</button>
      `;
    return html`<ul class="list" aria-label=${t('calendar.feeds')}>${
      items.map((feed) =>
        html`<li>${
          row({
            title: feed.name,
            text: [
              feed.realm?.name ?? t('calendar.feedOfMe'),
              t('calendar.since', { day: day(feed.createdAt) }),
            ].join(' · '),
            end: button(feed),
          })
        }</li>`
      )
    }</ul>`;
  }

  /** @param {string} name @param {string} address */
  function shownOnce(name, address) {
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
}
