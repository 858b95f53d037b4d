// Bookings that wait for what their group says: another's time that is asked for, and what cannot be checked.

import { html } from 'lit-html';
import { acknowledgeBooking, decideOverride } from '../../data/bookings.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { dayKey } from '../days.js';
import { icon } from '../icon.js';
import { row } from '../list.js';
import { timeText, when } from '../people/times.js';
import { why } from './words.js';

/** @typedef {import('api-types').Booking} Booking */
/** @typedef {import('api-types').OverrideRequest} OverrideRequest */

const quarter = 15 * 60_000;

/** The page on which another time is booked. @param {OverrideRequest} data @param {{start: string}} [free] */
export function elsewhere(data, free) {
  const { realm, resource } = data.booking;
  const start = free ? new Date(free.start) : new Date(data.start);
  const from = new Date(Math.ceil(start.getTime() / quarter) * quarter);
  const times = free
    ? `&start=${timeText(from)}&end=${timeText(new Date(from.getTime() + 3_600_000))}`
    : '';
  const days = `from=${dayKey(from)}&to=${dayKey(new Date(from.getTime() + 6 * 86_400_000))}`;
  return `/people/${realm}/resources/${resource.id}?${days}${times}`;
}

/**
 * Gives a time away, or keeps it.
 *
 * @param {OverrideRequest} data @param {'approve' | 'deny'} decision
 * @param {{label: string, run: (page: string) => void}} [then] what is offered to whoever gives a time away, with
 *   the page on which another one is booked
 * @returns {Promise<OverrideRequest | undefined>} as it now is, unless it was refused
 */
export async function decide(data, decision, then) {
  const { name } = data.requester;
  try {
    const decided = await decideOverride(data.id, decision);
    if (decision === 'deny') notice(t('waiting.deniedRequest', { name }));
    else {
      const page = elsewhere(data, decided.freeTimes[0]);
      notice(
        t('waiting.approved', { name }),
        then && { action: { label: then.label, run: () => then.run(page) } },
      );
    }
    return decided;
  } catch (error) {
    complain(error);
    return undefined;
  }
}

/** A request for a time that one has, with its answers. @param {OverrideRequest} data @param {(page: string) => void} go */
export function overrideRow(data, go) {
  const { name } = data.booking.resource;
  const of = { name, person: data.requester.name };
  return row({
    href: `/people/override-requests/${data.id}`,
    start: icon('key-round'),
    title: t('waiting.wants', of),
    text: `${when(data)} · ${why(data)}`,
    end: html`
      <button class="button main" aria-label=${t('waiting.approveNamed', of)} @click=${() =>
        decide(data, 'approve', { label: t('waiting.otherTime'), run: go })}>${t(
          'waiting.approve',
        )}</button>
      <button class="button" aria-label=${t('waiting.keepNamed', of)} @click=${() =>
        decide(data, 'deny')}>${t('people.deny')}</button>
    `,
  });
}

/** Agrees to what cannot be checked. @param {Booking} data */
export async function acknowledge(data) {
  try {
    await acknowledgeBooking(data);
    notice(t('waiting.acknowledged', { name: data.holder.name }));
  } catch (error) {
    complain(error);
  }
}

/** A booking that waits for one's word, as nobody can look whether it is free. @param {Booking} data */
export const pendingRow = (data) =>
  row({
    href: `/people/bookings/${data.id}`,
    start: icon('key-round'),
    title: t('waiting.books', { person: data.holder.name, name: data.resource.name }),
    text: `${when(data)} · ${why(data)}`,
    end: html`
      <button class="button main" aria-label=${t('waiting.acknowledgeNamed', {
        name: data.resource.name,
        person: data.holder.name,
      })} @click=${() => acknowledge(data)}>${t('waiting.acknowledge')}</button>
    `,
  });
