// Those who ask to ride together, answered in place.

import { html } from 'lit-html';
import { decideRide } from '../../data/rides.js';
import { complain } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { day, moment } from '../format.js';
import { personRow } from '../person.js';

/** @typedef {import('../../data/rides.js').RideRequest} RideRequest */
/** @typedef {import('../../data/rides.js').Goal} Goal */

/** @param {Goal} event @param {string} account @param {boolean} accept */
async function answer(event, account, accept) {
  try {
    await decideRide(event, account, accept);
  } catch (error) {
    complain(error);
  }
}

/** The answers to somebody who asks. @param {Goal} event @param {{id: string, name: string}} account */
export const rideAnswers = (event, { id, name }) =>
  html`
    <button class="button small" aria-label=${t('people.acceptNamed', { name })} @click=${() =>
      answer(event, id, true)}>${t('people.accept')}</button>
    <button class="button small" aria-label=${t('people.declineNamed', { name })} @click=${() =>
      answer(event, id, false)}>${t('people.decline')}</button>
  `;

/** @param {RideRequest} request */
export const rideRow = ({ account, role, event }) =>
  personRow(account, {
    href: `/people/events/${event.id}${
      event.repeats ? `?occurrence=${encodeURIComponent(event.startsAt)}` : ''
    }`,
    title: t(role === 'driver' ? 'waiting.offersSeat' : 'waiting.wantsSeat', {
      name: account.name,
    }),
    text: `${event.title} · ${
      event.allDay ? day(event.startsAt, event.zone) : moment(event.startsAt)
    }`,
    end: rideAnswers(event, account),
  });
