// A year: twelve small months, whose days with appointments lead to the day.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { t } from '../../shell/texts.js';
import { dayKey, dayWords, monday, monthWords, shift } from '../../parts/days.js';
import { locale } from '../../shell/texts.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */

const weekdays = () =>
  Array.from({ length: 7 }, (_, index) => {
    // 5 January 1970 was a Monday.
    const at = new Date(Date.UTC(1970, 0, 5 + index));
    const name = (/** @type {'narrow' | 'long'} */ weekday) =>
      new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(at);
    return { short: name('narrow'), long: name('long') };
  });

/** A year opens at the present month; who has moved on from there stays. @param {Element | undefined} element */
const atMonth = (element) => {
  // After the months before it stand above.
  if (element && scrollY === 0) {
    requestAnimationFrame(() => element.scrollIntoView({ block: 'start' }));
  }
};

/**
 * @param {number} year @param {Map<string, number>} counts appointments by day
 * @param {(day: string) => string} href of a day
 */
export function yearView(year, counts, href) {
  const now = new Date();
  const today = dayKey(now);
  const names = weekdays();
  return html`<div class="year">${
    Array.from({ length: 12 }, (_, month) => {
      const first = new Date(year, month, 1);
      const from = monday(first);
      const weeks = Math.ceil(
        (new Date(year, month + 1, 0).getDate() + (first.getDay() + 6) % 7) / 7,
      );
      return html`
        <table class="year-month" ${year === now.getFullYear() && month === now.getMonth()
          ? ref(atMonth)
          : nothing}>
          <caption>${monthWords(first)}</caption>
          <thead>
            <tr>${names.map(({ short, long }) =>
              html`
                <th scope="col" abbr=${long}>${short}</th>
              `
            )}</tr>
          </thead>
          <tbody>${Array.from({ length: weeks }, (_, week) =>
            html`
              <tr>${Array.from({ length: 7 }, (_, index) => {
                const at = shift(from, week * 7 + index);
                if (at.getMonth() !== month) return html`<td></td>`;
                const key = dayKey(at);
                const count = counts.get(key) ?? 0;
                return html`<td class=${key === today ? 'is-today' : ''}>${
                  count === 0
                    ? html`<span>${at.getDate()}</span>`
                    : html`<a href=${href(key)} aria-label=${
                      t('calendar.dayWith', { day: dayWords(at), count })
                    }>${at.getDate()}</a>`
                }</td>`;
              })}</tr>
            `)}</tbody>
        </table>
      `;
    })
  }</div>`;
}
