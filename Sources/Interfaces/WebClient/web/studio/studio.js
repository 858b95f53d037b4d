// The tours of one's organization: made from a file, checked, published and taken back.

import { html, nothing } from 'lit-html';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from '../parts/dialog.js';
import { distance, duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList, row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

const largest = 100 << 20;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const tours = new Paged(view, '/v1/tours?own=true');
  /** @type {number | null} part of the file that has left */
  let sending = null;
  /** @type {string | null} the tour that is being changed */
  let busy = null;

  /** @param {Event} event */
  async function take(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (file.size > largest) return complain(new Error(t('studio.tooLarge')));
    sending = 0;
    view.update();
    try {
      const made = await api.send('POST', '/v1/tours/import', {
        body: file,
        type: 'application/octet-stream',
        match: null,
        changes: ['/v1/tours'],
        progress: (part) => {
          sending = part;
          view.update();
        },
      });
      notice(t('studio.made', { name: made.name }));
      if (made.notes?.length > 0) showLines(t('studio.notes'), made.notes);
    } catch (error) {
      complain(error);
    }
    sending = null;
    view.update();
  }

  /** @param {string} title @param {string[]} lines */
  const showLines = (title, lines) =>
    openDialog({
      title,
      body: () => html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
    });

  /** @param {TourSummary} tour @param {'POST' | 'DELETE'} method @param {string} said @param {() => void} undo */
  async function publication(tour, method, said, undo) {
    busy = tour.id;
    view.update();
    try {
      await api.send(method, `/v1/tours/${tour.id}/publication`, {
        match: null,
        changes: ['/v1/tours'],
      });
      notice(t(said, { name: tour.name }), { action: { label: t('studio.undo'), run: undo } });
    } catch (error) {
      complain(error);
    }
    busy = null;
    view.update();
  }

  const publish = (/** @type {TourSummary} */ tour) =>
    publication(tour, 'POST', 'studio.published', () => retire(tour));
  const retire = (/** @type {TourSummary} */ tour) =>
    publication(tour, 'DELETE', 'studio.retired', () => publish(tour));

  /** What would be amiss on a walk. @param {TourSummary} tour */
  async function check(tour) {
    busy = tour.id;
    view.update();
    try {
      const details = await api.get(`/v1/tours/${tour.id}`);
      const warnings = details.warnings ?? [];
      if (warnings.length === 0) notice(t('studio.fine', { name: tour.name }));
      else {
        showLines(
          t('studio.findings', { name: tour.name }),
          warnings.map((/** @type {{detail: string}} */ one) => one.detail),
        );
      }
    } catch (error) {
      complain(error);
    }
    busy = null;
    view.update();
  }

  const tourRow = (/** @type {TourSummary} */ tour) =>
    row({
      href: `/t/${tour.id}`,
      start: picture(tour.name, { size: 56 }),
      title: tour.name,
      text: html`${distance(tour.distance)} · ${duration(tour.duration)} · ${
        t('studio.stops', { count: tour.stopCount })
      }`,
      end: html`
        <span class="mark ${tour.state === 'published' ? 'good' : 'warn'}">${t(
          `studio.state-${tour.state}`,
        )}</span>
                <button class="button" ?disabled=${busy === tour.id} aria-label=${t(
                  'studio.checkNamed',
                  { name: tour.name },
                )}
          @click=${() => check(tour)}>${icon('list-checks')}${t('studio.check')}</button>
                ${tour.state === 'published'
                  ? html`
                    <button class="button" ?disabled=${busy === tour.id} aria-label=${t(
                      'studio.retireNamed',
                      { name: tour.name },
                    )}
                      @click=${() => retire(tour)}>${t('studio.retire')}</button>
                  `
                  : html`
                    <button class="button main" ?disabled=${busy === tour.id} aria-label=${t(
                      'studio.publishNamed',
                      { name: tour.name },
                    )}
                      @click=${() => publish(tour)}>${t('studio.publish')}</button>
                  `}
      `,
    });

  view.draw(() =>
    html`<div class="stack"><h1>${t('studio.title')}</h1>
      <p>${t('studio.intro')}</p>
      <div class="field"><label for="studio-file">${t('studio.create')}</label>
        <input id="studio-file" class="studio-file" type="file" accept=".gpx,.kml,.geojson,.json,.zip" ?disabled=${
      sending !== null
    } @change=${take}><p class="field-help">${t('studio.files')}</p></div>
      ${
      sending === null
        ? nothing
        : html`<p role="status">${t('studio.sending', { percent: Math.round(sending * 100) })}</p>`
    }
      ${
      pagedList(tours, {
        label: t('studio.title'),
        row: tourRow,
        empty: emptyState({ icon: 'pencil-ruler', text: t('studio.none') }),
      })
    }</div>`
  );
}
