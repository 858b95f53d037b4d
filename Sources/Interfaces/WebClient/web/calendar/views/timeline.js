// A day as it passes: appointments, and between them the ways, with when to leave and what is free.

import { html, nothing } from 'lit-html';
import { watchTravelPlan } from '../../data/travel-plans.js';
import { ago, duration, time } from '../../parts/format.js';
import { icon } from '../../parts/icon.js';
import {
  hours,
  lateBy,
  lateOf,
  leaveWords,
  pageOf,
  placeWords,
} from '../../parts/journey/appointment-words.js';
import { verdictMark } from '../../parts/journey/verdict.js';
import { t } from '../../shell/texts.js';
import { kindMark } from './kinds.js';
import { looks, meansWords } from '../../parts/journey/words.js';
import { stays } from '../editing/movable.js';
import { moveButton, moveByKeys } from '../editing/move-dialog.js';
import { marks } from '../words.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {import('api-types').TravelPlan} TravelPlan */

/** Free times shorter than that are not worth a line, in milliseconds. */
const shortest = 15 * 60_000;

export class Timeline {
  /** @type {Map<string, {data: TravelPlan | null, end: () => void}>} the plans that are shown, by what they are of */
  #plans = new Map();
  /** Those in the drawing that is being made. @type {Set<string>} */
  #drawn = new Set();

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
  }

  /** The plan of a line, read once it is shown. @param {CalendarLine} line */
  #plan(line) {
    if (line.allDay || line.verdict === undefined || line.status === 'cancelled') return null;
    const occurrence = line.repeats ? line.startsAt : undefined;
    const key = `${line.id} ${occurrence ?? ''}`;
    this.#drawn.add(key);
    const known = this.#plans.get(key);
    if (known) return known.data;
    /** @type {{data: TravelPlan | null, end: () => void}} */
    const plan = { data: null, end: () => {} };
    this.#plans.set(key, plan);
    queueMicrotask(() => {
      if (this.view.isLeft || this.#plans.get(key) !== plan) return;
      const watched = watchTravelPlan(this.view, line.id, occurrence, ({ data }) => {
        plan.data = data;
      });
      plan.end = watched.end;
      // Known from an earlier look at the day.
      plan.data = watched.data;
      if (plan.data) this.view.update();
    });
    return null;
  }

  /** Lets go of the plans that are not in the drawing: of all, where no day is drawn. */
  letGo() {
    for (const [key, plan] of this.#plans) {
      if (this.#drawn.has(key)) continue;
      plan.end();
      this.#plans.delete(key);
    }
    this.#drawn.clear();
  }

  /** The present moment on the day. @param {Date} now */
  #now(now) {
    return html`<li class="timeline-now" aria-current="time">
      <span class="timeline-time">${
      time(now)
    }</span><span class="timeline-dot" aria-hidden="true"></span>
      <span class="row-title">${t('calendar.rightNow')}</span></li>`;
  }

  /** @param {CalendarLine[]} lines of one day, in order @param {Date | null} now where it is that day */
  draw(lines, now) {
    const ofDay = lines.filter((line) => line.allDay);
    const timed = lines.filter((line) => !line.allDay);
    let until = 0;
    // Before what has not begun: what is under way stands above the mark.
    const next = now ? timed.findIndex((line) => Date.parse(line.startsAt) > now.getTime()) : -1;
    const drawn = html`<ol class="timeline" aria-label=${t('calendar.timeline')}>
      ${ofDay.map((line) => this.#appointment(line, icon('sun')))}
      ${
      timed.map((line, index) => {
        const plan = this.#plan(line);
        const begins = Date.parse(plan?.leaveAt ?? line.leaveAt ?? line.startsAt);
        const free = until > 0 && begins - until >= shortest
          ? html`
            <li
              class="timeline-free"><span class="timeline-time">${time(
                new Date(until),
              )}</span><span class="soft">${t('calendar.free', {
                time: duration((begins - until) / 1000),
              })}</span></li>
          `
          : nothing;
        if (line.status !== 'cancelled') until = Math.max(until, Date.parse(line.endsAt));
        return html`${free}${now && index === next ? this.#now(now) : nothing}${
          this.#way(line, plan)
        }${this.#appointment(line, time(line.startsAt))}`;
      })
    }${now && next < 0 ? this.#now(now) : nothing}</ol>`;
    this.letGo();
    return drawn;
  }

  /** The way to an appointment. @param {CalendarLine} line @param {TravelPlan | null} plan */
  #way(line, plan) {
    const leaveAt = plan?.leaveAt ?? line.leaveAt;
    if (!leaveAt || line.status === 'cancelled') return nothing;
    const journey = plan?.journey;
    const seconds = journey
      ? (Date.parse(journey.arrival) - Date.parse(journey.departure)) / 1000
      : (line.minutes ?? 0) * 60;
    const mode = journey?.legs.find((leg) => leg.mode !== 'walk')?.mode ?? 'walk';
    const from = plan && ['previous', 'home'].includes(plan.origin)
      ? t(`calendar.wayFrom-${plan.origin}`)
      : '';
    return html`<li class="timeline-way">
      <span class="timeline-time">${time(leaveAt)}</span>
      <span class="timeline-mark">${icon((looks[mode] ?? looks.walk).icon)}</span>
      <a class="row-body" href=${pageOf(line)}>
        <span class="row-title">${leaveWords(leaveAt, plan ? lateOf(plan) : lateBy(line))} <span
          class="soft small">${ago(leaveAt)}</span></span>
        <span class="row-text">${
      [
        journey ? meansWords(journey.legs) : '',
        duration(seconds),
        from,
        plan?.verdict === 'unreachable' ? plan.detail : '',
      ].filter(Boolean).join(' · ')
    } ${verdictMark(plan?.verdict)}</span></a></li>`;
  }

  /** @param {CalendarLine} line @param {unknown} start */
  #appointment(line, start) {
    return html`<li class="timeline-item ${
      line.status === 'cancelled' ? 'is-cancelled' : ''
    }" @keydown=${(/** @type {KeyboardEvent} */ event) => moveByKeys(event, this.view, line)}>
      <span class="timeline-time">${start}</span><span class="timeline-dot" aria-hidden="true"></span>
      <a class="row-body card" href=${pageOf(line)}><span class="row-title">${line.title}</span>
        <span class="row-text">${
      [hours(line), placeWords(line)].filter(Boolean).join(' · ')
    } <span class="calendar-marks">${kindMark(line)}${marks(line)}</span></span></a>${
      stays(line) ? nothing : moveButton(this.view, line)
    }</li>`;
  }
}
