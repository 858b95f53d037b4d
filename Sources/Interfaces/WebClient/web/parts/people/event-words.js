// How events and practices are said: when, where, who comes, and what one can answer.

import { html, nothing } from 'lit-html';
import { icon } from '../icon.js';
import { daysOf, endOf, moment } from '../format.js';
import * as api from '../../shell/api.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

/** The page of an occurrence. @param {GroupEvent} event */
export const pageOf = (event) => `/people/events/${event.id}${occurrence(event)}`;

/** What names the occurrence of a series in an address. @param {GroupEvent} event */
export const occurrence = (event) =>
  event.repeats ? `?occurrence=${encodeURIComponent(event.startsAt)}` : '';

/** When it takes place, by the reader's clocks. @param {GroupEvent} event */
export const whenOf = (event) =>
  event.allDay
    ? daysOf(event)
    : `${moment(event.startsAt)} – ${endOf(event.startsAt, event.endsAt)}`;

/** @param {GroupEvent} event */
export const whereOf = (event) => event.place?.label ?? event.place?.address ?? '';

/** How many come, in words. @param {GroupEvent} event */
export function countsOf({ counts, capacity }) {
  const parts = [
    capacity === undefined
      ? t('people.coming', { count: counts.accepted })
      : t('people.comingOf', { count: counts.accepted, places: capacity }),
  ];
  if (counts.tentative > 0) parts.push(t('people.perhaps', { count: counts.tentative }));
  if (counts.declined > 0) parts.push(t('people.notComing', { count: counts.declined }));
  if (counts.waiting > 0) parts.push(t('people.onList', { count: counts.waiting }));
  if (counts.late) parts.push(t('people.late', { count: counts.late }));
  if (counts.unanswered > 0) parts.push(t('people.unanswered', { count: counts.unanswered }));
  return parts.join(' · ');
}

/**
 * Answers, and says what has come of it; false where it was refused.
 *
 * @param {GroupEvent} event @param {'accepted' | 'declined' | 'tentative'} answer
 * @param {string} [comment]
 */
export async function give(event, answer, comment) {
  try {
    const now = await api.send('PUT', `/v1/group-events/${event.id}/answer${occurrence(event)}`, {
      body: { answer, ...(comment === undefined ? {} : { comment }) },
      changes: [
        `/v1/realms/${event.realm.id}/events`,
        `/v1/group-events/${event.id}`,
        '/v1/appointments',
      ],
      match: null,
    });
    if (now?.answer === 'waiting') notice(t('people.nowWaiting'));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Whether it is over, by the clock of the device. @param {GroupEvent} event */
const hasEnded = (event) => event.begun && Date.parse(event.endsAt) <= Date.now();

/** Buttons to answer with; those of communities carry their own words. @param {GroupEvent} event @param {boolean} isCommunity */
export const answerButtons = (event, isCommunity) =>
  isCommunity ? joinButton(event) : threeAnswers(event);

/** @param {GroupEvent} event */
function joinButton(event) {
  const named = (/** @type {string} */ words) => `${words}: ${event.title}`;
  // The list and the page say themselves that it was cancelled.
  if (event.status === 'cancelled') return nothing;
  if (hasEnded(event)) {
    return html`<button class="button ended" aria-label=${named(t('people.ended'))} @click=${() =>
      notice(t('people.hasEnded'))}>${t('people.ended')}</button>`;
  }
  if (event.begun) return html`<span class="mark">${t('people.underWay')}</span>`;
  const isIn = event.answer === 'accepted' || event.answer === 'waiting';
  const words = t(
    event.answer === 'waiting'
      ? 'people.waitingDrop'
      : isIn
      ? 'people.clickToDrop'
      : 'people.clickToJoin',
  );
  return html`
    <button class=${isIn ? 'button drop' : 'button main'} aria-label=${named(words)}
      @click=${() => give(event, isIn ? 'declined' : 'accepted')}>${isIn
        ? icon('x')
        : icon('check')}${words}</button>
  `;
}

/** @type {('accepted' | 'tentative' | 'declined')[]} */
const answers = ['accepted', 'tentative', 'declined'];

/** @param {GroupEvent} event */
function threeAnswers(event) {
  if (!event.open) return nothing;
  return html`<div class="choice" role="group" aria-label=${
    t('people.yourAnswer', { title: event.title })
  }>${
    answers.map((answer) =>
      html`<button class="button" aria-pressed=${
        event.answer === answer || (answer === 'accepted' && event.answer === 'waiting')
      } @click=${() => give(event, answer)}>${
        answer === 'accepted'
          ? icon('check')
          : answer === 'declined'
          ? icon('x')
          : icon('circle-question-mark')
      }${t(`people.answer-${answer}`)}</button>`
    )
  }</div>`;
}

/** The host that an address of the web names; empty for what is none. @param {string} address */
export function hostOf(address) {
  try {
    const { protocol, host } = new URL(address);
    return ['http:', 'https:'].includes(protocol) ? host : '';
  } catch {
    return '';
  }
}
