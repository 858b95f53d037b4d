// What comes next: when to leave for it, and what else is on this day.

import { html, nothing } from 'lit-html';
import { ago, time } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { hours, leaveBy, pageOf, placeWords, wayTime } from '../parts/journey/appointment-words.js';
import { verdictMark } from '../parts/journey/verdict.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { alsoToday, nextOf } from './things.js';
import { dayNear } from './words.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */

/** So much else of a day is named; in simple mode only how much it is. */
const mostElse = 3;

/** @param {CalendarLine} line @param {Date} now */
const whenOf = (line, now) =>
  new Date(line.startsAt) <= now
    ? t('today.underWay', { hours: hours(line) })
    : `${dayNear(line, now)}, ${hours(line)}`;

/** @param {CalendarLine[]} lines @param {Date} now @returns {unknown} null where nothing is ahead */
export function nextCard(lines, now) {
  const next = nextOf(lines, now);
  if (!next) return null;
  const leave = new Date(next.startsAt) > now ? leaveBy(next) : '';
  const way = wayTime(next);
  return html`<section class="card today-next" aria-labelledby="today-next">
    <h2 id="today-next">${t('today.next')}</h2>
    <a class="today-next-link" href=${pageOf(next)}>
      <span class="row-title">${next.title}</span>
      <span>${[whenOf(next, now), placeWords(next)].filter(Boolean).join(' · ')}</span>
      ${
    leave
      ? html`
        <span class="today-leave">${icon('alarm-clock')}<span role="timer">${leave}</span></span>
        <span class="soft small">${[
          ago(next.leaveAt ?? ''),
          way && t('today.wayTime', { time: way }),
        ].filter(Boolean).join(' · ')}</span>
      `
      : nothing
  }
      ${verdictMark(next.verdict)}
    </a>
    ${alsoList(alsoToday(lines, next, now))}
  </section>`;
}

/** @param {CalendarLine[]} lines */
function alsoList(lines) {
  if (lines.length === 0) return nothing;
  const named = settings.simple ? [] : lines.slice(0, mostElse);
  const others = lines.length - named.length;
  return html`<div class="today-also">${
    named.length > 0
      ? html`
        <h3>${t('today.also')}</h3>
        <ul class="plain-list" aria-label=${t('today.also')}>${named.map((line) =>
          html`<li><a href=${pageOf(line)}><span class="today-hour">${
            line.allDay ? t('journey.allDay') : time(line.startsAt)
          }</span> ${line.title}</a></li>`
        )}</ul>
      `
      : nothing
  }${
    others > 0
      ? html`<a class="today-more" href="/calendar?view=day">${
        t('today.more', { count: others })
      }</a>`
      : nothing
  }</div>`;
}
