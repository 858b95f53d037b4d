// The departures of a stop as a board shows them: by days, with how late each is, and in how many minutes.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { wallTime } from '../../parts/days.js';
import { day, duration, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import { looks, rideWords } from '../../parts/journey/words.js';
import { t } from '../../shell/texts.js';

/** @typedef {import('api-types').Stop} Stop */
/** @typedef {import('api-types').Departure} Departure */
/** @typedef {[day: string, departures: Departure[]]} Day */

/** Milliseconds; what is nearer than that is counted down. */
const soon = 45 * 60_000;
const minute = 60_000;

/** What is still to come, in days by the clocks there. @param {Departure[]} items @param {number} begin @param {string} zone @returns {Day[]} */
export function toCome(items, begin, zone) {
  /** @type {Map<string, Departure[]>} */
  const found = new Map();
  for (const item of items) {
    if (Date.parse(item.expected) < begin) continue;
    const key = day(item.expected, zone);
    found.set(key, [...found.get(key) ?? [], item]);
  }
  return [...found];
}

/** Who runs them. @param {Day[]} days */
export const agenciesOf = (days) =>
  new Set(days.flatMap(([, items]) => items.map(({ agency }) => agency)));

/**
 * Why nothing is known of a day, if the timetable does not hold it.
 *
 * @param {Date} at @param {Pick<Stop, 'timeZone' | 'firstDay' | 'lastDay'>} stop
 */
export function outside(at, { timeZone, firstDay, lastDay }) {
  const wall = wallTime(at, timeZone).slice(0, 10);
  const words = (/** @type {string} */ text) => day(`${text}T12:00:00Z`, 'UTC');
  if (wall > lastDay) return t('calendar.boardEnded', { day: words(lastDay) });
  if (wall < firstDay) return t('calendar.boardNotBegun', { day: words(firstDay) });
  return undefined;
}

/** The departures of a day. @param {Stop} stop @param {string} key @param {Departure[]} items @param {boolean} namesAgency */
export function departureList({ name, timeZone }, key, items, namesAgency) {
  const isToday = key === day(new Date(), timeZone);
  return html`<section>${isToday ? nothing : html`<h2>${key}</h2>`}
    <ol class="list board" aria-label=${
    isToday ? t('journey.departuresOf', { stop: name }) : key
  }>${
    repeat(items, (item) =>
      `${item.trip} ${item.planned}`, (item) =>
      row(item, timeZone, namesAgency))
  }</ol></section>`;
}

/** How late or early it is, or that it does not come. @param {Departure} item @param {boolean} isMoved */
function mark({ cancelled, delay }, isMoved) {
  if (cancelled) return html`<span class="mark bad">${t('calendar.boardCancelled')}</span>`;
  if (!isMoved) return nothing;
  return html`<span class="mark warn">${
    t(delay < 0 ? 'calendar.boardEarly' : 'calendar.boardLate', {
      duration: duration(Math.abs(delay)),
    })
  }</span>`;
}

/** @param {Departure} item @param {string} zone @param {boolean} isMoved */
const when = ({ planned, expected }, zone, isMoved) =>
  isMoved
    ? html`
      <time class="is-moved" datetime=${expected}>${time(expected, zone)}</time>
      <span><span class="unseen">${t('calendar.boardPlanned')}</span>
        <s>${time(planned, zone)}</s></span>
    `
    : html`<time datetime=${planned}>${time(planned, zone)}</time>`;

/** @param {Departure} item @param {string} zone @param {boolean} namesAgency */
function row(item, zone, namesAgency) {
  const { planned, expected, cancelled } = item;
  const isMoved = !cancelled && time(planned, zone) !== time(expected, zone);
  const lateness = mark(item, isMoved);
  const text = [
    item.platform ? t('calendar.boardPlatform', { platform: item.platform }) : '',
    item.headway ? t('calendar.boardEvery', { duration: duration(item.headway) }) : '',
    namesAgency ? item.agency : '',
  ].filter(Boolean).join(' · ');
  return html`<li class="departure ${cancelled ? 'is-cancelled' : ''}">
    <span class="departure-when">${when(item, zone, isMoved)}</span>
    <span class="departure-line">${icon((looks[item.mode] ?? looks.bus).icon)}<span
      class="unseen">${rideWords({ mode: item.mode })}</span>${item.line}</span>
    <span class="row-body"><span class="row-title"><span class="unseen">${
    t('calendar.boardTo')
  }</span> ${item.headsign}</span>${
    text || lateness !== nothing
      ? html`<span class="row-text departure-notes">${lateness}${
        text ? html`<span>${text}</span>` : nothing
      }</span>`
      : nothing
  }</span>
    ${countdown(item)}
  </li>`;
}

/** In how many minutes it leaves, if that is soon. @param {Departure} item */
function countdown({ expected, cancelled }) {
  const away = Date.parse(expected) - Date.now();
  if (cancelled || away > soon || away < -minute) return nothing;
  return html`<span class="departure-end">${
    away < minute
      ? t('calendar.boardLeaving')
      : t('calendar.boardInMinutes', { duration: duration(Math.floor(away / minute) * 60) })
  }</span>`;
}
