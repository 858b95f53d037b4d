// Answering an event or practice.

import { html, nothing } from 'lit-html';
import { answerEvent } from '../../data/events.js';
import { complain, notice } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { icon } from '../icon.js';
import { hasEnded } from './event-words.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

/**
 * Answers, and says what has come of it; false where it was refused.
 *
 * @param {import('../../data/events.js').Asked} event @param {'accepted' | 'declined' | 'tentative'} answer
 * @param {string} [comment]
 */
export async function give(event, answer, comment) {
  try {
    const now = await answerEvent(event, {
      answer,
      ...(comment === undefined ? {} : { comment }),
    });
    if (now?.answer === 'waiting') notice(t('people.nowWaiting'));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

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
const threeAnswers = (event) => event.open ? answerChoice(event) : nothing;

/** Yes, perhaps or no. @param {import('../../data/events.js').Asked & {title: string, answer: string}} event */
export function answerChoice(event) {
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
