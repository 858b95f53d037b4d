// Month and week as a grid. It is for eyes and pointers: the list beside it says the same to everybody.

import { language, locale, t } from '../shell/texts.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */

/** The calendar part with its styles, without its font: that is a data: address, which the policy refuses. */
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

/** @param {ConstructorParameters<typeof Grid>[1]} element @param {ConstructorParameters<typeof Grid>[2]} calls */
export const makeGrid = async (element, calls) => new Grid(await load(), element, calls);

class Grid {
  /**
   * @param {any} library @param {HTMLElement} element
   * @param {{choose: (id: string, at: string | null) => void, chooseDay: (day: string) => void}} calls
   */
  constructor(library, element, { choose, chooseDay }) {
    this.shown = '';
    this.calendar = new library.Calendar(element, {
      initialView: 'dayGridMonth',
      headerToolbar: false,
      height: 'auto',
      firstDay: 1,
      locale: language === 'en' ? locale : language,
      allDayText: t('calendar.allDay'),
      eventInteractive: false,
      nowIndicator: true,
      views: { timeGridWeek: { dayHeaderFormat: { weekday: 'short', day: 'numeric' } } },
      eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
      eventClick: (/** @type {any} */ { event }) =>
        choose(event.extendedProps.appointment, event.extendedProps.at),
      dateClick: (/** @type {any} */ { dateStr }) => chooseDay(dateStr.slice(0, 10)),
    });
    this.calendar.render();
  }

  /** @param {'month' | 'week'} view @param {string} date @param {CalendarLine[]} lines */
  show(view, date, lines) {
    const next = JSON.stringify([view, date, lines]);
    if (next === this.shown) return;
    this.shown = next;
    this.calendar.changeView(view === 'week' ? 'timeGridWeek' : 'dayGridMonth', date);
    const isEarly = lines.some((line) => !line.allDay && new Date(line.startsAt).getHours() < 6);
    this.calendar.setOption('slotMinTime', isEarly ? '00:00:00' : '06:00:00');
    this.calendar.removeAllEvents();
    for (const line of lines) {
      this.calendar.addEvent({
        title: line.title,
        start: line.allDay ? line.startsAt.slice(0, 10) : line.startsAt,
        end: line.endsAt,
        allDay: line.allDay,
        classNames: [line.status === 'cancelled' ? 'is-cancelled' : `is-${line.answer}`],
        extendedProps: { appointment: line.id, at: line.repeats ? line.startsAt : null },
      });
    }
  }

  end() {
    this.calendar.destroy();
  }
}
