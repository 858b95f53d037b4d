// What the tour was: its publications, compared with what is edited, and taken up again.

import { pagedRevisions, readRevision } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from '../parts/dialog.js';
import { day, distance, time } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { pagedList, row } from '../parts/list.js';
import { emptyState } from '../parts/states.js';
import { fromServer } from './document.js';
import { differences } from './merging.js';
import { summary } from './summary.js';

export class VersionsPart {
  /** @type {ReturnType<typeof pagedRevisions> | null} */
  #list = null;
  #of = '';

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    page.view.dialog('version', (at) => {
      const revision = this.#list?.items.find(({ id }) => id === at.id);
      return revision && this.#compare(revision, at);
    });
  }

  draw() {
    const { editor, view } = this.page;
    if (editor.isNew) {
      return html`${heading()}${emptyState({ icon: 'history', text: t('studio.versionsNew') })}`;
    }
    if (!this.#list || this.#of !== editor.id) {
      this.#of = editor.id;
      this.#list = pagedRevisions(view, editor.id);
    }
    return html`${heading()}<p>${t('studio.versionsIntro')}</p>
      ${
      pagedList(this.#list, {
        label: t('studio.part-versions'),
        row: (item) => this.#row(item),
        empty: nothing,
      })
    }`;
  }

  /** @param {import('api-types').TourRevision} revision */
  #row(revision) {
    const at = revision.publishedAt ?? revision.createdAt;
    const name = t('studio.versionNumber', { number: revision.number });
    return row({
      title: html`${name} <span class="mark ${revision.use === 'current' ? 'good' : 'warn'}">${
        t(`studio.use-${revision.use}`)
      }</span>`,
      text: html`${day(at)}, ${time(at)} · ${revision.name} · ${distance(revision.distance)} · ${
        t('studio.stops', { count: revision.stopCount })
      }`,
      end: html`<button class="button" aria-label=${
        t('studio.compareNamed', { name })
      } @click=${() => this.page.view.open('version', revision.id)}>${
        t('studio.compare')
      }</button>`,
    });
  }

  /** @param {import('api-types').TourRevision} revision @param {import('../shell/view.js').At} at */
  async #compare(revision, at) {
    const { editor } = this.page;
    try {
      const tour = await readRevision(editor.id, revision.id);
      editor.media.learn(tour);
      const then = fromServer(tour);
      // Stops of another publication have other ids: the same content is the same stop.
      const now = editor.doc;
      const known = {
        ...then,
        stops: then.stops.map((stop, index) => ({
          ...stop,
          key: now.stops[index]?.key ?? stop.key,
        })),
      };
      const changed = differences(known, now);
      const restored = await openDialog({
        at,
        title: t('studio.versionNumber', { number: revision.number }),
        wide: true,
        body: (/** @type {(yes?: boolean) => void} */ close) =>
          changed.length === 0
            ? html`<p>${icon('circle-check')} ${t('studio.versionSame')}</p>`
            : html`
              <p>${t('studio.versionDiffers', { count: changed.length })}</p>
              <div data-scrolls>
                <table class="studio-compare">
                  <thead>
                    <tr>
                      <th scope="col">${t('studio.comparePart')}</th>
                      <th scope="col">${t('studio.versionNumber', { number: revision.number })}</th>
                      <th scope="col">${t('studio.compareNow')}</th>
                    </tr>
                  </thead>
                  <tbody>${changed.map((part) =>
                    html`
                      <tr>
                        <th scope="row">${t(`studio.name-${part}`)}</th>
                        <td>${summary(part, then)}</td>
                        <td>${summary(part, now)}</td>
                      </tr>
                    `
                  )}</tbody>
                </table>
              </div>
              <div class="row"><button class="button main" @click=${() => close(true)}>${t(
                'studio.restore',
              )}</button></div>
            `,
      });
      if (!restored) return;
      editor.change(
        { ...then, stops: then.stops.map((stop) => ({ ...stop, key: editor.newKey() })) },
        t('studio.didRestore'),
      );
      notice(t('studio.restored', { number: revision.number }), {
        action: { label: t('studio.undo'), run: () => editor.undo() },
      });
    } catch (error) {
      complain(error);
    }
  }
}

const heading = () =>
  html`<h2 id="studio-part-title" tabindex="-1">${t('studio.part-versions')}</h2>`;
