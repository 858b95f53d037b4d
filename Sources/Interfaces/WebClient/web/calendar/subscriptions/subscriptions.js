// Calendars elsewhere whose entries stand in one's own: adding, how each is doing, ending.

import { html, nothing } from 'lit-html';
import { confirm } from '../../parts/dialog.js';
import { field, Form, formOf } from '../../parts/form.js';
import { moment } from '../../parts/format.js';
import { row } from '../../parts/list.js';
import { shown } from '../../parts/states.js';
import * as api from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').CalendarSubscription} CalendarSubscription */

const path = '/v1/calendar/subscriptions';
const changes = [path, '/v1/appointments'];

/** @param {import('../../shell/view.js').View} view @returns {() => unknown} draws the section */
export function subscriptions(view) {
  let looks = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  // What was just added is read by the server within seconds.
  const all = view.watch(path, ({ data }) => {
    clearTimeout(timer);
    const waits = data?.items.some((/** @type {CalendarSubscription} */ one) =>
      one.state === 'waiting' || Date.parse(one.nextAt) <= Date.now()
    );
    looks = waits ? looks + 1 : 0;
    if (waits && looks < 20) timer = setTimeout(() => all.refresh(), 1000);
  });
  view.onLeave(() => clearTimeout(timer));
  const form = new Form({ name: '', address: '' }, () => view.update());

  const add = () =>
    form.submit(async (values) => {
      await api.send('POST', path, { body: values, changes });
      form.values = { name: '', address: '' };
      notice(t('calendar.subscribed'));
    }, ({ name, address }) => ({
      ...(name.trim() ? {} : { name: t('calendar.needsName') }),
      ...(address.trim() ? {} : { address: t('calendar.needsCalendarAddress') }),
    }));

  /** @param {CalendarSubscription} one */
  async function readNow(one) {
    try {
      await api.send('POST', `${path}/${one.id}/reading`, { changes });
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
      await api.send('DELETE', `${path}/${one.id}`, { match: null, changes });
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

  return () =>
    html`<section class="stack"><h2>${t('calendar.others')}</h2>
      <p class="soft">${t('calendar.othersHelp')}</p>
      ${shown(all, (data) => list(data.items))}
      ${
      formOf(form, {
        submit: add,
        button: t('calendar.subscribe'),
        fields: html`${
          field(form, {
            name: 'name',
            id: 'followed-name',
            label: t('calendar.othersName'),
            maxlength: 100,
          })
        }${
          field(form, {
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
