// The top of the editor: what the tour is called, how far it has come, and what is done with it.

import { html, nothing } from 'lit-html';
import { distance, duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';
import { nameOf } from './document.js';
import { lengthOf } from './lines.js';
import { publication } from './state.js';

/** @typedef {import('./editor-page.js').EditorPage} EditorPage */

/** @param {EditorPage} page */
export function head(page) {
  const { editor } = page;
  const { history } = editor;
  const name = nameOf(editor.doc) || t(editor.isNew ? 'studio.newTour' : 'studio.tour');
  const { mark, look } = publication(editor.tour, editor.isDirty);
  return html`
    <header class="studio-head">
      <div class="row spread"><a class="button quiet" href="/studio">${icon('arrow-left')}${t(
        'studio.title',
      )}</a>
            <span class="mark ${look}">${t(`studio.${mark}`)}</span></div>
      <h1>${name}</h1>
      <div class="studio-actions" role="toolbar" aria-label=${t('studio.actions')}>
        <button class="button" aria-label=${t('studio.undo')} aria-keyshortcuts="Control+Z"
          title=${history.undoable ??
            t('studio.undo')} ?disabled=${history.undoable === undefined}
          @click=${() => editor.undo()}>${icon('undo-2')}</button>
        <button class="button" aria-label=${t('studio.redo')} aria-keyshortcuts="Control+Shift+Z"
          title=${history.redoable ??
            t('studio.redo')} ?disabled=${history.redoable === undefined}
          @click=${() => editor.redo()}>${icon('redo-2')}</button>
        <button class="button" aria-keyshortcuts="Control+S" ?disabled=${editor.isSaving}
          @click=${() => page.save()}>${t('studio.saveDraft')}</button>
        <button class="button main" ?disabled=${editor.isSaving}
          @click=${() => page.publish()}>${t('studio.publish')}</button>
      </div>
      <p class="soft small studio-status" role="status">${status(page)}</p>
    </header>
  `;
}

/** How long it takes: as set, else at 5 km/h with two minutes for a stop. @param {import('./document.js').Doc} doc */
function secondsOf(doc) {
  const set = Number(doc.durationMinutes) * 60;
  return set > 0 ? set : lengthOf(doc.route) / (5 / 3.6) + doc.stops.length * 120;
}

/** What visitors see and where one's own work is are two facts. @param {EditorPage} page */
function status({ editor }) {
  const { text, number } = publication(editor.tour, editor.isDirty);
  const facts = editor.doc.route.length > 1
    ? `${distance(lengthOf(editor.doc.route))} · ${duration(secondsOf(editor.doc))} · ${
      t('studio.stops', { count: editor.doc.stops.length })
    }`
    : '';
  return html`
    <span>${t(`studio.${text}`, { number })}</span> <span>${t(
      `studio.status-${editor.status}`,
    )}</span>${facts ? html`<br>${facts}` : nothing}
  `;
}
