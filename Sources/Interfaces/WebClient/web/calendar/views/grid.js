// Month and week as a grid. It is for eyes and pointers: the list beside it says the same to everybody.

import { language, locale, t } from '../../shell/texts.js';
import { wallTime } from '../../parts/days.js';
import { isAsked } from '../../parts/journey/appointment-words.js';
import { kindOf, kindWords } from './kinds.js';
import { stays } from '../editing/movable.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {{title: string, allDay: boolean, extendedProps: {line: CalendarLine}}} Entry as FullCalendar has it */
/** @typedef {{event: Entry, timeText: string, view: {type: string}}} Shown */
/** @typedef {{event: Entry, delta: {days: number, milliseconds: number}}} Drop */
/**
 * What is used of FullCalendar.
 *
 * @typedef {Object} FullCalendar
 * @property {() => void} render
 * @property {() => void} destroy
 * @property {() => void} removeAllEvents
 * @property {(entry: object) => void} addEvent
 * @property {(view: string, date: string) => void} changeView
 * @property {(name: string, value: unknown) => void} setOption
 * @property {(change: () => void) => void} batchRendering
 */
/** @typedef {{Calendar: new (element: HTMLElement, options: object) => FullCalendar}} Library */

/** A whole day is one of its own place's clocks, whatever the reader's. @param {string} at @param {CalendarLine} line */
const dayThere = (at, { zone }) => wallTime(new Date(at), zone).slice(0, 10);

/**
 * The calendar part with its styles, without its font: that is a data: address, which the policy refuses.
 *
 * @returns {Promise<Library>}
 */
async function load() {
  if (!document.querySelector('style[data-fullcalendar]')) {
    const style = document.createElement('style');
    style.dataset.fullcalendar = '';
    document.head.prepend(style);
    const sheet = /** @type {CSSStyleSheet} */ (style.sheet);
    const insert = sheet.insertRule.bind(sheet);
    sheet.insertRule = (rule) =>
      rule.startsWith('@font-face') ? 0 : insert(rule, sheet.cssRules.length);
  }
  return (await import('fullcalendar')).default;
}

/** What stands in an entry: when, what, which kind of whom, and what speaks against it. @param {Shown} entry */
function content({ event, timeText, view }) {
  const { line } = event.extendedProps;
  /** @param {string} name @param {string} text */
  const part = (name, text) => {
    const element = document.createElement('span');
    element.className = name;
    element.textContent = text;
    return element;
  };
  const against = line.status === 'cancelled' ? [] : [
    line.overlaps ? t('calendar.overlapShort') : '',
    line.verdict === 'unreachable' ? t('calendar.unreachableShort') : '',
  ].filter(Boolean);
  const mark = (/** @type {string} */ text) => {
    const element = part('calendar-against', '⚠');
    element.append(part('calendar-why', ` ${text}`));
    return element;
  };
  // Where hours are rows, they say when it is.
  const hasTime = timeText && view.type === 'dayGridMonth';
  return {
    domNodes: [
      ...(hasTime ? [part('fc-event-time', timeText), document.createTextNode(' ')] : []),
      part('fc-event-title', event.title),
      ...against.map(mark),
      ...(kindOf(line) === 'appointment' ? [] : [part('calendar-of', kindWords(line))]),
      ...(isAsked(line) ? [part('calendar-of', t('calendar.notAnswered'))] : []),
    ],
  };
}

const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' };

/** A line as FullCalendar takes it. @param {CalendarLine} line */
const entryOf = (line) => ({
  title: line.title,
  start: line.allDay ? dayThere(line.startsAt, line) : line.startsAt,
  end: line.allDay ? dayThere(line.endsAt, line) : line.endsAt,
  allDay: line.allDay,
  classNames: [
    line.status === 'cancelled' ? 'is-cancelled' : `is-${line.answer}`,
    `kind-${kindOf(line)}`,
  ],
  startEditable: stays(line) === '',
  extendedProps: { line },
});

/** @param {ConstructorParameters<typeof Grid>[1]} element @param {ConstructorParameters<typeof Grid>[2]} calls */
export const makeGrid = async (element, calls) => new Grid(await load(), element, calls);

export class Grid {
  /**
   * @param {Library} library @param {HTMLElement} element
   * @param {{choose: (line: CalendarLine) => void, chooseDay: (day: string) => void,
   *   move: (line: CalendarLine, by: import('../editing/shifting.js').By) => Promise<boolean>}} calls
   */
  constructor(library, element, { choose, chooseDay, move }) {
    this.shown = '';
    /** What is shown next. @type {Parameters<Grid['show']> | null} */
    this.next = null;
    this.isDragging = false;
    this.calendar = new library.Calendar(element, {
      initialView: 'dayGridMonth',
      headerToolbar: false,
      height: 'auto',
      firstDay: 1,
      locale: language === 'en' ? locale : language,
      allDayText: t('journey.allDay'),
      eventInteractive: false,
      nowIndicator: true,
      eventDurationEditable: false,
      slotEventOverlap: false,
      eventMinHeight: 44,
      eventAllow: (/** @type {{allDay: boolean}} */ to, /** @type {Entry} */ entry) =>
        to.allDay === entry.allDay,
      eventContent: content,
      eventDidMount: (/** @type {{el: HTMLElement, event: Entry}} */ { el, event }) => {
        const { line } = event.extendedProps;
        const why = stays(line);
        const open = isAsked(line) ? t('calendar.notAnswered') : '';
        el.title = [event.title, kindWords(line), open, why].filter(Boolean).join('\n');
      },
      eventDragStart: () => {
        this.isDragging = true;
      },
      eventDragStop: () => {
        this.isDragging = false;
      },
      eventDrop: async (/** @type {Drop} */ { event, delta }) => {
        const by = { days: delta.days, minutes: delta.milliseconds / 60_000 };
        const isMoved = await move(event.extendedProps.line, by);
        // What came meanwhile is drawn now; what stays is drawn where it was.
        if (!isMoved) this.shown = '';
        if (this.next) this.show(...this.next);
      },
      views: { timeGridWeek: { dayHeaderFormat: { weekday: 'short', day: 'numeric' } } },
      eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
      eventClick: (/** @type {{event: Entry}} */ { event }) => choose(event.extendedProps.line),
      dateClick: (/** @type {{dateStr: string}} */ { dateStr }) => chooseDay(dateStr.slice(0, 10)),
    });
    this.calendar.render();
  }

  /** @param {'month' | 'week' | 'day'} view @param {string} date @param {CalendarLine[]} lines */
  show(view, date, lines) {
    this.next = [view, date, lines];
    // Who may move what may become known later than the entries.
    const next = JSON.stringify([...this.next, lines.map(stays)]);
    if (next === this.shown || this.isDragging) return;
    this.shown = next;
    const isEarly = lines.some((line) => !line.allDay && new Date(line.startsAt).getHours() < 6);
    // Else all is drawn anew at each of them.
    this.calendar.batchRendering(() => {
      this.calendar.changeView(views[view], date);
      this.calendar.setOption('slotMinTime', isEarly ? '00:00:00' : '06:00:00');
      this.calendar.removeAllEvents();
      for (const line of lines) this.calendar.addEvent(entryOf(line));
    });
  }

  end() {
    this.calendar.destroy();
  }
}
