// The tours of one's organization: looked at, made, checked, published and taken back.

import { importTour, pagedOwnTours, publishTour, readDraft, retireTour } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from '../parts/dialog.js';
import { distance, duration, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { cover } from '../parts/picture.js';
import { emptyState } from '../parts/states.js';
import { nameOf } from './document.js';
import { allKept, dropKept, writeKept } from './kept.js';

/** @typedef {import('api-types').TourSummary} TourSummary */

const largest = 50 << 20;

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const tours = pagedOwnTours(view);
  /** @type {number | null} part of the file that has left */
  let sending = null;
  /** @type {string | null} the tour that is being changed */
  let busy = null;
  /** @type {Map<string, import('./kept.js').Kept>} */
  let kept = new Map();

  const readKept = async () => {
    kept = await allKept();
    view.update();
  };
  readKept();

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
      const made = await importTour(file, (part) => {
        sending = part;
        view.update();
      });
      notice(t('studio.made', { name: made.name }));
      if (made.notes?.length) showLines(t('studio.notes'), made.notes);
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

  /**
   * @param {TourSummary} tour @param {(id: string) => Promise<unknown>} change @param {string} said
   * @param {() => void} undo
   */
  async function publication(tour, change, said, undo) {
    busy = tour.id;
    view.update();
    try {
      await change(tour.id);
      notice(t(said, { name: tour.name }), { action: { label: t('studio.undo'), run: undo } });
    } catch (error) {
      complain(error);
    }
    busy = null;
    view.update();
  }

  const publish = (/** @type {TourSummary} */ tour) =>
    publication(tour, publishTour, 'studio.published', () => retire(tour));
  const retire = (/** @type {TourSummary} */ tour) =>
    publication(tour, retireTour, 'studio.retired', () => publish(tour));

  // The preview of a tour, with the way to its editor.
  view.dialog('tour', async (at) => {
    const { id } = at;
    const tour = await readDraft(id, view.signal);
    const edit = await openDialog({
      at,
      title: tour.name,
      body: (/** @type {(edit?: boolean) => void} */ close) => {
        const { description, price, currency, stops, links } = tour;
        return html`
          <p class="studio-said">${description}</p>
                    <p>${distance(tour.distance)} · ${duration(
                      tour.duration,
                    )} · ${Number(price) === 0
                      ? t('studio.free')
                      : money(Math.round(Number(price) * 100), currency)}</p>
                    ${stops.length > 0
                      ? html`<ol>${stops.map(({ title }) => html`<li>${title}</li>`)}</ol>`
                      : html`<p class="soft">${t('studio.noStops')}</p>`}
                    ${links.length > 0
                      ? html`<ul>${
                        links.map((link) => html`<li>${link.title ?? link.url}</li>`)
                      }</ul>`
                      : nothing}
                    <div
            class="row"><button class="button main" @click=${() => close(true)}>${icon(
              'pencil',
            )}${t('studio.edit')}</button><button class="button" @click=${() => close()}>${t(
              'studio.backToTours',
            )}</button></div>
        `;
      },
    });
    if (edit) view.go(`/studio/tours/${id}`);
  });

  /** @param {TourSummary} tour */
  const marks = (tour) =>
    html`<span class="mark ${tour.state === 'published' ? 'good' : 'warn'}">${
      t(`studio.state-${tour.state}`)
    }</span>${
      tour.hasDraft && tour.state !== 'draft'
        ? html`<span class="mark warn">${t('studio.hasDraft')}</span>`
        : nothing
    }${kept.has(tour.id) ? html`<span class="mark warn">${t('studio.hasKept')}</span>` : nothing}`;

  const tourRow = (/** @type {TourSummary} */ tour) =>
    html`
      <div
        class="studio-tour">${row({
          href: `/studio?dialog=tour.${tour.id}`,
          start: cover(tour.name, { of: tour.picture, shape: tour.shape, size: 64 }),
          title: tour.name,
          text: html`${distance(tour.distance)} · ${duration(tour.duration)} · ${
            t('studio.stops', { count: tour.stopCount })
          }`,
        })}<div class="studio-tour-end"><span class="row tight">${marks(
          tour,
        )}</span><span class="row">
            <a class="button" href="/studio/tours/${tour.id}" aria-label=${t('studio.editNamed', {
              name: tour.name,
            })}>${icon('pencil')}${t('studio.edit')}</a>
            <a class="button" href="/studio/tours/${tour.id}?part=check" aria-label=${t(
              'studio.checkNamed',
              { name: tour.name },
            )}>${icon('list-checks')}${t('studio.check')}</a>
            ${tour.state === 'published' && !tour.hasDraft
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
              `}</span></div></div>
    `;

  /** A new tour that was begun and not saved. */
  const begun = () => {
    const work = kept.get('new');
    if (!work) return nothing;
    const name = nameOf(work.doc) || t('studio.newTour');
    const drop = async () => {
      await dropKept('new');
      await readKept();
      notice(t('studio.workDropped', { name }), {
        action: { label: t('studio.undo'), run: () => writeKept('new', work).then(readKept) },
      });
    };
    return html`
      <div
        class="callout">${icon('file-pen')}<div class="stack tight"><div>${t('studio.begun', {
          name,
        })}</div><div class="row"><a class="button" href="/studio/tours/new">${t('studio.goOn')}</a>
            <button class="button" @click=${drop}>${t('studio.drop')}</button></div></div></div>
    `;
  };

  /** Below the list, and so not before it. */
  const upload = () =>
    html`<div class="field"><label for="studio-file">${t('studio.fromFile')}</label>
      <input id="studio-file" class="studio-file" type="file" accept=".gpx,.kml,.geojson,.json,.zip" ?disabled=${
      sending !== null
    } @change=${take}><p class="field-help">${t('studio.files')}</p></div>`;

  view.draw(() =>
    html`<div class="stack"><h1>${t('studio.title')}</h1>
      <p>${t('studio.intro')}</p>
      <div class="row"><button class="button main" @click=${() => view.go('/studio/tours/new')}>${
      icon('plus')
    }${t('studio.create')}</button></div>
      ${begun()}
      ${
      pagedList(tours, {
        label: t('studio.title'),
        row: tourRow,
        empty: emptyState({ icon: 'pencil-ruler', text: t('studio.none') }),
      })
    }
      ${tours.first.data || tours.first.error ? upload() : nothing}
      ${
      sending === null
        ? nothing
        : html`<p role="status">${t('studio.sending', { percent: Math.round(sending * 100) })}</p>`
    }</div>`
  );

  // A row opens the preview in place.
  view.root.addEventListener('click', (event) => {
    const link = /** @type {Element} */ (event.target).closest?.('.studio-tour a.row-link');
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [name, id] =
      new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get('dialog')?.split(
        '.',
      ) ??
        [];
    if (name) view.open(name, id);
  });
}
