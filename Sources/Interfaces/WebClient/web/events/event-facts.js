// Facts of an event: times, place, deadline, answers.

import { html, nothing } from 'lit-html';
import { assertAge } from '../data/events.js';
import { facts } from '../parts/facts.js';
import { deadline, there } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { countsOf, hostOf, whenOf, whereOf } from '../parts/people/event-words.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { teamsOf } from './teams.js';
import { wayTo } from './way-there.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */

/** @param {GroupEvent} data */
export const factsOf = (data) =>
  facts([
    [t('events.when'), times(data)],
    [t('events.where'), whereOf(data) && place(data)],
    [t('events.linkOutside'), data.link && hostOf(data.link) && linkTo(data.link)],
    [t('events.answerUntil'), data.responseDeadline && until(data.responseDeadline, data.zone)],
    [t('events.fromAge'), data.minimumAge ? age(data.minimumAge) : undefined],
    [t('events.teams'), teamsOf(data)],
    [t('events.whoComes'), countsOf(data)],
  ]);

/** By the reader's clocks, and by those of the place. @param {GroupEvent} data */
const times = (data) =>
  html`<time datetime=${data.startsAt}>${whenOf(data)}</time>${
    data.allDay
      ? nothing
      : html`<div class="soft small">${there(data.startsAt, data.zone) ?? nothing}</div>`
  }`;

/** @param {string} instant @param {string} zone */
const until = (instant, zone) =>
  html`
    <time datetime=${instant}>${deadline(instant, zone)}</time>
  `;

/** @param {GroupEvent} data */
const place = (data) =>
  html`${whereOf(data)}${
    data.place?.lat === undefined ? nothing : html`
      <a href=${wayTo(data.place)}>${t('events.wayThere')}</a>
    `
  }`;

/** A page outside. @param {string} address */
const linkTo = (address) =>
  html`<a href=${address} rel="noopener noreferrer" target="_blank">${hostOf(address)}${
    icon('external-link')
  }</a>`;

/** @param {number} count years */
const age = (count) =>
  html`${t('events.years', { count })} <button class="button quiet small" @click=${() =>
    oldEnough(count)}>${t('events.iAmOldEnough', { count })}</button>`;

/** @param {number} years */
async function oldEnough(years) {
  try {
    await assertAge(years);
    notice(t('events.ageKept'));
  } catch (error) {
    complain(error);
  }
}
