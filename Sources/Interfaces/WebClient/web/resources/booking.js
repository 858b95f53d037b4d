import { html, nothing } from 'lit-html';
import { Form, formOf } from '../parts/form.js';
import { list } from '../parts/format.js';
import { hint, shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { dayText, timeFields, timeText, when } from '../parts/people/times.js';
import { mistakes, reasonFields, why } from './booking-words.js';
import { heading } from '../parts/people/words.js';

/** @typedef {import('api-types').Booking} Booking */

/**
 * One booking: what, who, when and why; whoever has made it changes it or gives it up.
 *
 * @param {import('../shell/view.js').View} view
 */
export default function page(view) {
  const path = `/v1/bookings/${view.params.booking}`;
  const form = new Form({ start: '', end: '', reason: '', priority: '' }, () => view.update());
  const booking = view.watch(path, ({ data }) => {
    if (!data || form.isChanged) return;
    const { reason, priority } = data;
    const [start, end] = [timeText(new Date(data.start)), timeText(new Date(data.end))];
    Object.assign(form.values, { start, end, reason, priority });
  });
  /** @param {Booking} data */
  const changes = (data) => [path, `/v1/realms/${data.realm}`, '/v1/resources', '/v1/appointments'];

  /** @param {Booking} data */
  const save = (data) =>
    form.submit(async ({ start, end, reason, priority }) => {
      await api.send('PATCH', path, {
        body: {
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          reason: reason.trim(),
          priority,
        },
        changes: changes(data),
      });
      notice(t('resources.bookingChanged'));
    }, mistakes);

  /** @param {Booking} data */
  const giveUp = async (data) => {
    try {
      await api.send('DELETE', path, { changes: changes(data), match: null });
      notice(t('resources.givenUp'));
      view.go(`/people/${data.realm}`);
    } catch (error) {
      complain(error);
    }
  };

  /** @param {Booking} data */
  const acknowledge = async (data) => {
    try {
      await api.send('POST', `${path}/acknowledgement`, { changes: changes(data) });
      notice(t('resources.acknowledged', { name: data.holder.name }));
    } catch (error) {
      complain(error);
    }
  };

  /** Whom it waits for, and the button of whoever is asked. @param {Booking} data */
  const waiting = (data) =>
    html`
      <section class="stack">
        ${hint(t('resources.waitsForAll', {
          names: list((data.missing ?? []).map(({ name }) => name)),
        }))}
        ${data.missing?.some(({ id }) => id === session.account?.id)
          ? html`<div><button class="button main" @click=${() => acknowledge(data)}>${
            t(
              'resources.acknowledge',
            )
          }</button></div>`
          : nothing}
      </section>
    `;

  /** @param {Booking} data */
  const isMine = (data) =>
    data.holder.id === session.account?.id && ['pending', 'confirmed'].includes(data.state) &&
    new Date(data.end) > new Date();

  view.draw(() =>
    html`<div class="stack loose">${
      shown(booking, (/** @type {Booking} */ data) => {
        const date = dayText(new Date(data.start));
        const page = `/people/${data.realm}/resources/${data.resource.id}?from=${date}&to=${date}`;
        return html`
          ${heading(data.resource.name, `/people/${data.realm}`, t('people.group'))}
          <section class="card stack">
            <dl class="people-facts">
              <div>
                <dt>${t('resources.heldBy')}</dt>
                <dd>${data.holder.name}</dd>
              </div>
              <div>
                <dt>${t('people.wanted')}</dt>
                <dd>${when(data)}</dd>
              </div>
              <div>
                <dt>${t('resources.reason')}</dt>
                <dd>${why(data)}</dd>
              </div>
              <div>
                <dt>${t('resources.state')}</dt>
                <dd>${t(`resources.booking-${data.state}`)}</dd>
              </div>
            </dl>
          </section>
          ${data.state === 'pending' ? waiting(data) : nothing}
          ${data.state === 'confirmed' && !data.entered
            ? hint(t('resources.notEntered', { name: data.resource.name }))
            : nothing}
          <div><a class="button" href=${page}>${t('resources.openResource')}</a></div>
          ${isMine(data)
            ? html`<section class="stack"><h2>${t('resources.changeBooking')}</h2>${
              formOf(form, {
                label: t('resources.changeBooking'),
                submit: () => save(data),
                button: t('shell.save'),
                fields: html`${timeFields(form)}${reasonFields(form)}`,
                other: html`<button type="button" class="button" @click=${() => giveUp(data)}>${
                  t('resources.giveUp')
                }</button>`,
              })
            }</section>`
            : nothing}
        `;
      }, ['/people', t('people.title')])
    }</div>`
  );
}
