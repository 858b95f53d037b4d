// What leaves from a stop: when by the timetable, and when in fact.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { otherClocks } from '../../parts/clocks.js';
import { day, duration, time } from '../../parts/format.js';
import { heading } from '../../parts/heading.js';
import { icon } from '../../parts/icon.js';
import { emptyState, errorState, loading, shown } from '../../parts/states.js';
import * as api from '../../shell/api.js';
import { reason } from '../../shell/notices.js';
import { t } from '../../shell/texts.js';
import { instant, wallTime } from '../../parts/days.js';
import { looks, rideWords } from '../../parts/journey/itineraries.js';

/** @typedef {import('api-types').Stop} Stop */
/** @typedef {import('api-types').Departure} Departure */

/** Departures that are shown at first, and more at a time; what the server tells at once. */
const few = 20;
const most = 200;
/** Minutes that are looked ahead: all of a day, for after the last bus comes the first. */
const ahead = 1440;
const dayLong = ahead * 60_000;
/** Milliseconds until it is looked up again; what is nearer than `soon` is counted down. */
const tick = 30_000;
const soon = 45 * 60_000;

/** @param {import('../../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/stops/${encodeURIComponent(view.params.id)}`;
  const stop = view.watch(path, ({ data }) => data && view.title(data.name));
  /** @type {import('../../shell/api.js').Resource<{items: Departure[]}>} */
  let board = { data: null, error: null, loading: true, stale: false };
  let refresh = async () => {};
  let end = () => {};
  let asked = new Date();
  let fieldValue = '';

  /** Where the field stands; whoever is entering another time is not interrupted. @param {string} zone */
  const fromField = (zone) => {
    const isEntering = document.activeElement?.id === 'board-from';
    if (!isEntering || !fieldValue) fieldValue = wallTime(from() ?? new Date(), zone);
    return fieldValue;
  };

  /** From when, if not from now on. @returns {Date | null} */
  const from = () => {
    const at = Date.parse(view.query.get('from') ?? '');
    return Number.isFinite(at) ? new Date(at) : null;
  };
  const count = () => {
    const wished = Number(view.query.get('count'));
    return wished > few && wished <= most ? Math.round(wished) : few;
  };

  /** @param {boolean} keeps whether what is shown stays until there is more */
  function follow(keeps = false) {
    end();
    const query = new URLSearchParams({
      minutes: String(ahead),
      limit: String(count()),
      cancelled: 'true',
    });
    const start = from();
    if (start) query.set('from', start.toISOString());
    const kept = keeps ? board.data : null;
    const watching = api.watch(`${path}/departures?${query}`, (resource) => {
      if (resource.data && !resource.error) asked = new Date();
      board = { ...resource, data: resource.data ?? kept };
      view.update();
    });
    board = { ...watching.resource, data: watching.resource.data ?? kept };
    ({ refresh, end } = watching);
    view.update();
  }

  /** @param {Date | null} at */
  function leaveFrom(at) {
    view.setQuery({ from: at ? at.toISOString() : null, count: null });
    follow();
  }

  function later() {
    const items = board.data?.items ?? [];
    const isFull = items.length >= count();
    if (isFull && count() < most) {
      view.setQuery({ count: String(Math.min(count() + few, most)) });
      return follow(true);
    }
    const last = items.at(-1);
    leaveFrom(
      isFull && last
        ? new Date(last.expected)
        : new Date((from() ?? new Date()).getTime() + dayLong),
    );
  }

  const lookUp = () => {
    view.update();
    if (!document.hidden) refresh();
  };
  const clock = setInterval(lookUp, tick);
  document.addEventListener('visibilitychange', lookUp, { signal: view.signal });
  view.onLeave(() => {
    clearInterval(clock);
    end();
  });
  follow();

  /** What is still to come, in days by the clocks there. @param {string} zone */
  function days(zone) {
    const begin = from() ? 0 : Date.now() - 60_000;
    /** @type {Map<string, Departure[]>} */
    const found = new Map();
    for (const item of board.data?.items ?? []) {
      if (Date.parse(item.expected) < begin) continue;
      const key = day(item.expected, zone);
      found.set(key, [...found.get(key) ?? [], item]);
    }
    return [...found];
  }

  /** @param {Stop} stop */
  function departures({ name, timeZone, firstDay, lastDay }) {
    const start = from() ?? new Date();
    const isOutside = board.error instanceof api.ApiError &&
      board.error.slug === 'outside-timetable';
    if (!isOutside && board.data === null) return shown({ ...board, refresh }, () => nothing);
    const found = isOutside ? [] : days(timeZone);
    if (found.length === 0) {
      const beyond = outside(start, timeZone, firstDay, lastDay);
      return emptyState({
        icon: 'bus',
        title: t('calendar.boardNone'),
        text: beyond ?? t('calendar.boardNoneText', { time: whenWords(start, timeZone) }),
        action: [beyond ? nothing : laterButton(), from() ? nowButton() : nothing],
      });
    }
    const total = found.reduce((sum, [, items]) => sum + items.length, 0);
    const today = day(new Date(), timeZone);
    const agencies = new Set(found.flatMap(([, items]) => items.map(({ agency }) => agency)));
    const namesAgency = agencies.size > 1;
    return shown(
      { ...board, refresh },
      () =>
        html`<div class="stack board-days"><p class="unseen" role="status">${
          t('calendar.boardCount', { count: total })
        }</p>
        ${
          found.map(([key, items]) =>
            html`<section>${key === today ? nothing : html`<h2>${key}</h2>`}
            <ol class="list board" aria-label=${
              key === today ? t('journey.departuresOf', { stop: name }) : key
            }>${
              repeat(items, (item) => `${item.trip} ${item.planned}`, (item) =>
                row(item, timeZone, namesAgency))
            }</ol></section>`
          )
        }
        <div class="row">${laterButton()}${from() ? nowButton() : nothing}${
          from()
            ? nothing
            : html`<span class="soft small">${
              t('calendar.boardAsOf', { time: time(asked, timeZone) })
            }</span>`
        }</div></div>`,
    );
  }

  const laterButton = () =>
    html`<button class="button" @click=${later}>${icon('chevron-down')}${
      t('calendar.boardLater')
    }</button>`;

  const nowButton = () =>
    html`<button class="button" @click=${() => leaveFrom(null)}>${icon('clock')}${
      t('calendar.boardNow')
    }</button>`;

  /** @param {Stop} stop */
  const content = (stop) =>
    html`
      ${otherClocks(stop.timeZone)}
      <div class="row board-head">
        <div class="field"><label for="board-from">${t('calendar.boardFrom')}</label>
          <div class="field-box"><input id="board-from" type="datetime-local" .value=${fromField(
            stop.timeZone,
          )} @change=${(/** @type {Event} */ event) =>
            leaveFrom(
              instant(/** @type {HTMLInputElement} */ (event.target).value, stop.timeZone),
            )}></div></div>
        <div class="row board-ways">
          <a class="button quiet" href="/around?at=${stop.lat},${stop.lon}">${icon('map')}${t(
            'calendar.boardMap',
          )}</a>
          <a class="button quiet" href="/ways/find?${new URLSearchParams({
            from: `${stop.lat},${stop.lon}`,
            fromName: stop.name,
          })}">${icon('route')}${t('calendar.boardWays')}</a>
        </div>
        ${stop.wheelchair === undefined
          ? nothing
          : html`<span class="mark ${stop.wheelchair ? 'good' : ''}">${
            t(stop.wheelchair ? 'calendar.boardWheelchair' : 'calendar.boardNoWheelchair')
          }</span>`}
      </div>
      ${departures(stop)}
    `;

  view.draw(() => {
    const known = stop.data;
    const isUnknown = stop.error instanceof api.ApiError && stop.error.status === 404;
    return html`<div class="stack">
      ${heading(known?.name ?? t('calendar.departures'), '/stops', t('calendar.stops'))}
      ${
      known ? content(known) : isUnknown
        ? emptyState({
          icon: 'bus',
          text: t('calendar.stopUnknown'),
          action: html`<a class="button main" href="/stops">${t('calendar.stopSearchOther')}</a>`,
        })
        : stop.error
        ? errorState(reason(stop.error), stop.refresh)
        : loading(6)
    }</div>`;
  });
}

/** The time there, with its day if it is not the reader's. @param {Date} at @param {string} zone */
const whenWords = (at, zone) =>
  day(at, zone) === day(new Date()) ? time(at, zone) : `${day(at, zone)}, ${time(at, zone)}`;

/**
 * Why nothing is known of a day, if the timetable does not hold it.
 *
 * @param {Date} at @param {string} zone @param {string} first @param {string} last day, as in `2027-03-01`
 */
function outside(at, zone, first, last) {
  const wall = wallTime(at, zone).slice(0, 10);
  const words = (/** @type {string} */ text) => day(`${text}T12:00:00Z`, 'UTC');
  if (wall > last) return t('calendar.boardEnded', { day: words(last) });
  if (wall < first) return t('calendar.boardNotBegun', { day: words(first) });
  return undefined;
}

/** @param {Departure} item @param {string} zone @param {boolean} namesAgency */
function row(item, zone, namesAgency) {
  const { planned, expected, cancelled, delay } = item;
  const isMoved = !cancelled && time(planned, zone) !== time(expected, zone);
  const mark = cancelled
    ? html`<span class="mark bad">${t('calendar.boardCancelled')}</span>`
    : isMoved
    ? html`<span class="mark warn">${
      t(delay < 0 ? 'calendar.boardEarly' : 'calendar.boardLate', {
        duration: duration(Math.abs(delay)),
      })
    }</span>`
    : nothing;
  const text = [
    item.platform ? t('calendar.boardPlatform', { platform: item.platform }) : '',
    item.headway ? t('calendar.boardEvery', { duration: duration(item.headway) }) : '',
    namesAgency ? item.agency : '',
  ].filter(Boolean).join(' · ');
  return html`<li class="departure ${cancelled ? 'is-cancelled' : ''}">
    <span class="departure-when">${
    isMoved
      ? html`
        <time class="is-moved" datetime=${expected}>${time(expected, zone)}</time>
        <span><span class="unseen">${t('calendar.boardPlanned')}</span>
                <s>${time(planned, zone)}</s></span>
      `
      : html`<time datetime=${planned}>${time(planned, zone)}</time>`
  }</span>
    <span class="departure-line">${icon((looks[item.mode] ?? looks.bus).icon)}<span
      class="unseen">${rideWords({ mode: item.mode })}</span>${item.line}</span>
    <span class="row-body"><span class="row-title"><span class="unseen">${
    t('calendar.boardTo')
  }</span> ${item.headsign}</span>${
    text || mark !== nothing
      ? html`<span class="row-text departure-notes">${mark}${
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
  if (cancelled || away > soon || away < -60_000) return nothing;
  return html`<span class="departure-end">${
    away < 60_000
      ? t('calendar.boardLeaving')
      : t('calendar.boardInMinutes', { duration: duration(Math.floor(away / 60_000) * 60) })
  }</span>`;
}
