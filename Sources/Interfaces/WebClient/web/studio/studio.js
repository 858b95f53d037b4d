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
  new StudioPage(view);
}

class StudioPage {
  /** Part of the file that has left. @type {number | null} */
  sending = null;
  /** The tour that is being changed. @type {string | null} */
  busy = null;
  /** @type {Map<string, import('./kept.js').Kept>} */
  kept = new Map();

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.tours = pagedOwnTours(view);
    view.dialog('tour', (at) => this.look(at));
    view.draw(() => this.draw());
    view.root.addEventListener('click', (event) => this.open(event));
    this.readKept();
  }

  async readKept() {
    this.kept = await allKept();
    this.view.update();
  }

  /** @param {Event} event */
  async take(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (file.size > largest) return complain(new Error(t('studio.tooLarge')));
    this.sending = 0;
    this.view.update();
    try {
      const made = await importTour(file, (part) => {
        this.sending = part;
        this.view.update();
      });
      notice(t('studio.made', { name: made.name }));
      if (made.notes?.length) showLines(t('studio.notes'), made.notes);
    } catch (error) {
      complain(error);
    }
    this.sending = null;
    this.view.update();
  }

  /**
   * @param {TourSummary} tour @param {(id: string) => Promise<unknown>} verb @param {string} said
   * @param {() => void} undo
   */
  async change(tour, verb, said, undo) {
    this.busy = tour.id;
    this.view.update();
    try {
      await verb(tour.id);
      notice(t(said, { name: tour.name }), { action: { label: t('studio.undo'), run: undo } });
    } catch (error) {
      complain(error);
    }
    this.busy = null;
    this.view.update();
  }

  /** @param {TourSummary} tour */
  publish(tour) {
    this.change(tour, publishTour, 'studio.published', () => this.retire(tour));
  }

  /** @param {TourSummary} tour */
  retire(tour) {
    this.change(tour, retireTour, 'studio.retired', () => this.publish(tour));
  }

  /** The preview of a tour, with the way to its editor. @param {import('../shell/view.js').At} at */
  async look(at) {
    const { id } = at;
    const tour = await readDraft(id, this.view.signal);
    const edit = await openDialog({
      at,
      title: tour.name,
      body: (/** @type {(edit?: boolean) => void} */ close) => preview(tour, close),
    });
    if (edit) this.view.go(`/studio/tours/${id}`);
  }

  /** @param {TourSummary} tour */
  marks(tour) {
    return html`<span class="mark ${tour.state === 'published' ? 'good' : 'warn'}">${
      t(`studio.state-${tour.state}`)
    }</span>${
      tour.hasDraft && tour.state !== 'draft'
        ? html`<span class="mark warn">${t('studio.hasDraft')}</span>`
        : nothing
    }${
      this.kept.has(tour.id) ? html`<span class="mark warn">${t('studio.hasKept')}</span>` : nothing
    }`;
  }

  /** @param {TourSummary} tour */
  row(tour) {
    return html`
      <div
        class="studio-tour">${row({
          href: `/studio?dialog=tour.${tour.id}`,
          start: cover(tour.name, { of: tour.picture, shape: tour.shape, size: 64 }),
          title: tour.name,
          text: html`${distance(tour.distance)} · ${duration(tour.duration)} · ${
            t('studio.stops', { count: tour.stopCount })
          }`,
        })}<div class="studio-tour-end"><span class="row tight">${this.marks(
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
                <button class="button" ?disabled=${this.busy === tour.id} aria-label=${t(
                  'studio.retireNamed',
                  { name: tour.name },
                )}
                  @click=${() => this.retire(tour)}>${t('studio.retire')}</button>
              `
              : html`
                <button class="button main" ?disabled=${this.busy === tour.id} aria-label=${t(
                  'studio.publishNamed',
                  { name: tour.name },
                )}
                  @click=${() => this.publish(tour)}>${t('studio.publish')}</button>
              `}</span></div></div>
    `;
  }

  /** A new tour that was begun and not saved. */
  begun() {
    const work = this.kept.get('new');
    if (!work) return nothing;
    const name = nameOf(work.doc) || t('studio.newTour');
    const drop = async () => {
      await dropKept('new');
      await this.readKept();
      notice(t('studio.workDropped', { name }), {
        action: {
          label: t('studio.undo'),
          run: () => writeKept('new', work).then(() => this.readKept()),
        },
      });
    };
    return html`
      <div
        class="callout">${icon('file-pen')}<div class="stack tight"><div>${t('studio.begun', {
          name,
        })}</div><div class="row"><a class="button" href="/studio/tours/new">${t('studio.goOn')}</a>
            <button class="button" @click=${drop}>${t('studio.drop')}</button></div></div></div>
    `;
  }

  /** Below the list, and so not before it. */
  upload() {
    return html`<div class="field"><label for="studio-file">${t('studio.fromFile')}</label>
      <input id="studio-file" class="studio-file" type="file" accept=".gpx,.kml,.geojson,.json,.zip" ?disabled=${
      this.sending !== null
    } @change=${(/** @type {Event} */ event) => this.take(event)}><p class="field-help">${
      t('studio.files')
    }</p></div>`;
  }

  draw() {
    return html`<div class="stack"><h1>${t('studio.title')}</h1>
      <p>${t('studio.intro')}</p>
      <div class="row"><button class="button main" @click=${() =>
      this.view.go('/studio/tours/new')}>${icon('plus')}${t('studio.create')}</button></div>
      ${this.begun()}
      ${
      pagedList(this.tours, {
        label: t('studio.title'),
        row: (tour) => this.row(tour),
        empty: emptyState({ icon: 'pencil-ruler', text: t('studio.none') }),
      })
    }
      ${this.tours.first.data || this.tours.first.error ? this.upload() : nothing}
      ${
      this.sending === null
        ? nothing
        : html`<p role="status">${
          t('studio.sending', { percent: Math.round(this.sending * 100) })
        }</p>`
    }</div>`;
  }

  /** A row opens the preview in place. @param {MouseEvent} event */
  open(event) {
    const link = /** @type {Element} */ (event.target).closest?.('.studio-tour a.row-link');
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [name, id] =
      new URL(/** @type {HTMLAnchorElement} */ (link).href).searchParams.get('dialog')?.split(
        '.',
      ) ??
        [];
    if (name) this.view.open(name, id);
  }
}

/** @param {import('api-types').Tour} tour @param {(edit?: boolean) => void} close */
function preview(tour, close) {
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
                ? html`<ul>${links.map((link) => html`<li>${link.title ?? link.url}</li>`)}</ul>`
                : nothing}
              <div
      class="row"><button class="button main" @click=${() => close(true)}>${icon(
        'pencil',
      )}${t('studio.edit')}</button><button class="button" @click=${() => close()}>${t(
        'studio.backToTours',
      )}</button></div>
  `;
}

/** @param {string} title @param {string[]} lines */
const showLines = (title, lines) =>
  openDialog({
    title,
    body: () => html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
  });
