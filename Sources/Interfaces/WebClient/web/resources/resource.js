import { html, nothing } from 'lit-html';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { day, moment } from '../parts/format.js';
import { Paged, row } from '../parts/list.js';
import { look, photo } from '../parts/photo.js';
import { hint, shown, warning } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { oneAtATime } from '../shell/view.js';
import { dayText, midnight, timeFields, timeText, when } from '../parts/people/times.js';
import { dayBar, mistakes, reasonFields, why } from './booking-words.js';
import { brokenRules, ruleWords } from './fields.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('api-types').Resource} Resource */

/** Most days that are shown at once. */
const mostDays = 31;

/**
 * Booking something: when it is free, and asking its holder where it is not.
 *
 * @param {import('../shell/view.js').View} view
 */
export default function page(view) {
  const { id, resource: resourceID } = view.params;
  const path = `/v1/resources/${resourceID}`;
  const resource = view.watch(path, ({ data }) => data && view.title(data.name));
  const tomorrow = dayText(midnight(dayText(new Date()), 1));
  const range = { from: view.query.get('from') ?? tomorrow, to: view.query.get('to') ?? '' };
  if (!range.to) range.to = dayText(midnight(range.from, 6));
  const first = midnight(range.from, 0);
  first.setHours(9);
  const form = new Form({
    start: view.query.get('start') ?? timeText(first),
    end: view.query.get('end') ?? timeText(new Date(first.getTime() + 3_600_000)),
    priority: '',
    reason: '',
  }, () => lookUp());
  const days = new Form({ ...range }, () => load());
  // Whoever was refused is brought here to choose another time.
  const refused = view.query.get('request');
  const request = refused ? view.watch(`/v1/override-requests/${refused}`) : null;
  /** @type {Paged} */
  let bookings;
  const read = oneAtATime((address) => new Paged(view, address, 200));
  let loaded = '';
  /** Reads who has it in the days that are chosen (CUSR1.A4.5-6). */
  function load() {
    const { from, to } = days.values;
    if (from && to >= from && `${from} ${to}` !== loaded) {
      loaded = `${from} ${to}`;
      const span = `from=${midnight(from).toISOString()}&to=${midnight(to, 1).toISOString()}`;
      bookings = read(`/v1/realms/${id}/bookings?resource=${resourceID}&all=true&${span}`);
      view.setQuery({ from, to });
    }
    view.update();
  }
  load();

  const span = () => ({ start: new Date(form.values.start), end: new Date(form.values.end) });
  /** Who has the chosen time; asked for anew with every change of it. */
  /** @type {import('../shell/api.js').Watch<{items: Booking[]}> | null} */
  let atTime = null;
  let asked = '';
  function lookUp() {
    const { start, end } = span();
    const times = end > start ? `from=${start.toISOString()}&to=${end.toISOString()}` : '';
    if (times && times !== asked) {
      atTime?.end();
      asked = times;
      atTime = api.watch(
        `/v1/realms/${id}/bookings?resource=${resourceID}&${times}`,
        () => view.update(),
      );
    }
    view.update();
  }
  lookUp();
  // While it is another's, the chosen time is looked at again every second (MF-T-after1).
  const timer = setInterval(() => {
    if (holder() && document.visibilityState === 'visible') atTime?.refresh();
  }, 1000);
  view.onLeave(() => {
    clearInterval(timer);
    atTime?.end();
  });

  /** Who has the chosen time. @returns {Booking | undefined} */
  const holder = () => {
    const { start, end } = span();
    return end > start ? atTime?.resource.data?.items?.[0] : undefined;
  };

  const submit = () =>
    form.submit(async ({ reason, priority }) => {
      const { start, end } = span();
      const body = {
        start: start.toISOString(),
        end: end.toISOString(),
        reason: reason.trim(),
        priority,
      };
      const taken = holder();
      const changes = [path, `/v1/realms/${id}`, '/v1/appointments', '/v1/override-requests'];
      try {
        if (taken) {
          await api.send('POST', `/v1/bookings/${taken.id}/override-requests`, { body, changes });
          notice(t('resources.askedHolder', { name: taken.holder.name }));
        } else {
          const made = await api.send('POST', `${path}/bookings`, { body, changes });
          const words = made.state === 'pending' ? 'resources.isAsked' : 'resources.isBooked';
          notice(t(words, { name: resource.data?.name ?? '' }));
        }
        view.go(`/people/${id}`);
      } catch (error) {
        // Another was faster: the page shows who.
        api.invalidate(`/v1/realms/${id}/bookings`);
        throw error;
      }
    }, (values) => ({
      ...(resource.data ? brokenRules(resource.data.rules, values) : {}),
      ...mistakes(values),
    }));

  /** What was given up or away is still seen, and holds no time (CUSR1.A1.11). @param {Booking} item */
  const stands = ({ state }) => state === 'confirmed' || state === 'pending';

  /** @param {Booking} item */
  const isOwn = (item) => item.holder.id === session.account?.id;

  /** @param {Booking} item */
  const giveUp = async (item) => {
    try {
      await api.send('DELETE', `/v1/bookings/${item.id}`, {
        changes: [path, `/v1/realms/${id}`, '/v1/appointments'],
        match: null,
      });
      notice(t('resources.givenUp'));
    } catch (error) {
      complain(error);
    }
  };

  view.dialog('picture', (at) => {
    const shot = resource.data?.picture;
    return shot && look([shot], 0, { at });
  });

  view.draw(() =>
    html`<div class="stack loose">
      ${
      shown(resource, (/** @type {Resource} */ data) =>
        html`${heading(data.name, `/people/${id}/resources`, t('people.resources'))}
        ${data.picture ? closeUp(data.picture) : nothing}
        ${data.description ? html`<p>${data.description}</p>` : nothing}
        ${data.place?.label ? html`<p class="soft">${data.place.label}</p>` : nothing}
        <section class="stack tight"><h2>${t('resources.bookingRules')}</h2>
          <ul class="plain-list" aria-label=${t('resources.bookingRules')}>${
          ruleWords(data.rules).map((words) => html`<li>${words}</li>`)
        }</ul>
          ${
          data.editable
            ? html`<div><a class="button" href="/people/${id}/resources/${data.id}/edit">${
              icon('pencil')
            }${t('people.edit')}</a></div>`
            : nothing
        }</section>
        ${
          request?.data && request.data.state !== 'open'
            ? hint(t(`resources.request-${request.data.state}`))
            : nothing
        }
        ${data.calendar && data.calendar.state !== 'current' ? failing(data) : nothing}
        <section class="stack"><h2>${t('resources.whoHas')}</h2>
          <div class="row">
            ${field(days, { name: 'from', label: t('people.from-day'), type: 'date' })}
            ${
          field(days, {
            name: 'to',
            label: t('people.to-day'),
            type: 'date',
            min: days.values.from,
          })
        }
          </div>
          ${calendar()}
        </section>
        <section class="stack"><h2>${
          t(holder() ? 'resources.overrideTitle' : 'resources.bookTitle')
        }</h2>${bookingForm()}</section>`, [`/people/${id}/resources`, t('people.resources')])
    }
    </div>`
  );

  /** Its photo, larger by a tap. @param {import('api-types').Picture} shot */
  function closeUp(shot) {
    return html`<div><button class="gallery-item" aria-label=${
      t('shell.enlarge', { name: shot.alt || (resource.data?.name ?? '') })
    } @click=${() => view.open('picture')}>${
      photo(shot, { look: 'chosen', sizes: '320px' })
    }</button></div>`;
  }

  /** The calendar of it cannot be read: it is booked all the same, when all know of it. @param {Resource} data */
  function failing(data) {
    const since = data.calendar?.failingSince;
    return html`<div role="status">${
      warning(
        html`${
          since
            ? t('resources.calendarFails', { name: data.name, since: moment(since) })
            : t('resources.calendarWaits', { name: data.name })
        } ${data.calendar?.problem ?? nothing} ${t('resources.bookedWhenAcknowledged')}`,
        html`<button class="button" @click=${readNow}>${t('resources.readCalendar')}</button>`,
      )
    }</div>`;
  }

  async function readNow() {
    try {
      await api.send('POST', `${path}/reading`, { changes: [path] });
      notice(t('resources.calendarIsRead'));
      // The server reads it within seconds.
      setTimeout(() => resource.refresh(), 3000);
    } catch (error) {
      complain(error);
    }
  }

  /** The days with what is booked in them, in hours and in words. */
  function calendar() {
    return shown(bookings.first, () => {
      const { from, to } = days.values;
      /** @type {Date[]} */
      const all = [];
      for (let date = midnight(from); dayText(date) <= to && all.length < mostDays;) {
        all.push(date);
        date = midnight(dayText(date), 1);
      }
      return html`<ul class="list" aria-label=${t('resources.whoHas')}>${
        all.map((date) => {
          const end = midnight(dayText(date), 1);
          const items = bookings.items.filter((/** @type {Booking} */ item) =>
            new Date(item.start) < end && new Date(item.end) > date
          );
          const standing = items.filter(stands);
          return html`<li class="stack tight"><h3 class="small">${day(date)}</h3>
            ${dayBar(date, standing)}
            ${
            standing.length === 0
              ? html`<p class="soft small">${t('resources.freeAllDay')}</p>`
              : nothing
          }${
            items.map((/** @type {Booking} */ item) =>
              row({
                start: icon('clock'),
                title: html`${item.holder.name} · ${when(item)}${
                  item.state === 'confirmed'
                    ? nothing
                    : ` · ${t(`resources.booking-${item.state}`)}`
                }`,
                text: why(item),
                end: isOwn(item) && stands(item)
                  ? html`
                    <a class="button quiet" href="/people/bookings/${item.id}">${t(
                      'resources.changeBooking',
                    )}</a><button class="button"
                      @click=${() => giveUp(item)}>${t('resources.giveUp')}</button>
                  `
                  : nothing,
              })
            )
          }</li>`;
        })
      }</ul>`;
    });
  }

  function bookingForm() {
    const taken = holder();
    return html`<div class="stack">
      ${
      taken
        ? html`<div role="status">${
          warning(
            html`${
              t(isOwn(taken) ? 'resources.ownTime' : 'resources.taken', { name: taken.holder.name })
            } ${when(taken)}. ${why(taken)}`,
            isOwn(taken)
              ? html`<a class="button" href="/people/bookings/${taken.id}">${
                t('resources.changeBooking')
              }</a>`
              : nothing,
          )
        }</div>`
        : nothing
    }
      ${
      taken && isOwn(taken) ? timeFields(form) : formOf(form, {
        label: t(taken ? 'resources.overrideTitle' : 'resources.bookTitle'),
        submit,
        button: t(taken ? 'resources.sendRequest' : 'resources.submit'),
        fields: html`${timeFields(form)}${reasonFields(form)}`,
      })
    }</div>`;
  }
}
