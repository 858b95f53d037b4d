// How old the imported maps, heights and timetables are, and what should be done about them.

import { html, nothing } from 'lit-html';
import { watchGeodata } from '../data/admin.js';
import { day } from '../parts/format.js';
import { heading } from '../parts/heading.js';
import { row } from '../parts/list.js';
import { emptyState, shown } from '../parts/states.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').Geodata} Geodata */

/** @param {string} label @param {{name: string, text: string}[]} items */
const section = (label, items) =>
  items.length === 0 ? nothing : html`
    <section class="stack tight" aria-label=${label}>
      <h2>${label}</h2>
      <ul class="rows" aria-label=${label}>${items.map(({ name, text }) =>
        html`<li>${row({ title: name, text })}</li>`
      )}</ul>
    </section>
  `;

/** @param {string} at */
const imported = (at) => t('admin.importedOn', { day: day(at) });

/** @param {Geodata['timetables'][number]} one */
const timetable = (one) => ({
  name: [one.name, one.publisher].filter(Boolean).join(' · '),
  text: [
    t('admin.holds', {
      from: day(`${one.firstDay}T00:00:00Z`, 'UTC'),
      to: day(`${one.lastDay}T00:00:00Z`, 'UTC'),
    }),
    one.daysLeft < 0
      ? t('admin.ended', { count: -one.daysLeft })
      : t('admin.daysLeft', { count: one.daysLeft }),
    imported(one.imported),
  ].join(' · '),
});

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const read = watchGeodata(view);
  view.draw(() =>
    html`<div class="stack loose">
      ${heading(t('admin.geodata'), '/admin/reports', t('admin.reports'))}
      ${
      shown(read, (data) =>
        data.maps.length + data.heights.length + data.timetables.length === 0
          ? emptyState({ icon: 'map', text: t('admin.noGeodata') })
          : html`${
            data.warnings.length === 0
              ? nothing
              : html`<section class="stack tight" aria-label=${t('admin.warnings')}>
              <h2>${t('admin.warnings')}</h2>${
                data.warnings.map((one) => html`<p class="card">${one}</p>`)
              }</section>`
          }${
            section(
              t('admin.maps'),
              data.maps.map((one) => ({ name: one.name, text: imported(one.imported) })),
            )
          }${
            section(
              t('admin.heights'),
              data.heights.map((one) => ({ name: one.name, text: imported(one.imported) })),
            )
          }${section(t('admin.timetables'), data.timetables.map(timetable))}`)
    }</div>`
  );
}
