// The stops: their list in order, and one of them open.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../parts/icon.js';
import { emptyState } from '../parts/states.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { languagesOf, mostStops, titleOf, withStop, withStopMoved } from './document.js';
import { chooseObject, nameOf } from './objects.js';
import { RealmView } from './realm-view.js';
import { Sorting } from './sorting.js';
import { StopForm } from './stop-form.js';

/** @typedef {import('./document.js').Stop} Stop */

export class StopsPart {
  #sorting = new Sorting('.studio-grip', (from, to) => this.move(from, to));

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    this.form = new StopForm(page, this);
    this.realm = new RealmView(page);
    page.view.dialog('object', (at) => this.#choose(at));
    page.view.onLeave(() => this.#sorting.end());
  }

  get editor() {
    return this.page.editor;
  }

  /** @param {string} key @param {Partial<Stop>} change @param {string} label @param {string} [group] */
  set(key, change, label, group) {
    const { editor } = this;
    editor.change(withStop(editor.doc, key, change), label, group && `${key}-${group}`);
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    const { editor } = this;
    if (to < 0 || to >= editor.doc.stops.length || from === to) return;
    const stop = editor.doc.stops[from];
    editor.change(withStopMoved(editor.doc, from, to), t('studio.didOrder'));
    const name = titleOf(stop, languagesOf(editor.doc));
    editor.said = t('studio.movedTo', { name, number: to + 1 });
    if (this.page.view.query.get('stop')) this.page.view.setQuery({ stop: String(to + 1) });
  }

  /** @param {string} key */
  remove(key) {
    const { editor } = this;
    const stop = editor.doc.stops.find((one) => one.key === key);
    if (!stop) return;
    editor.change(
      { ...editor.doc, stops: editor.doc.stops.filter((one) => one.key !== key) },
      t('studio.didRemoveStop'),
    );
    this.page.show('stops');
    notice(t('studio.stopRemoved', { name: titleOf(stop, languagesOf(editor.doc)) }), {
      action: { label: t('studio.undo'), run: () => editor.undo() },
    });
  }

  draw() {
    const { page } = this;
    const stop = this.editor.doc.stops.find(({ key }) => key === page.stopKey);
    return html`${page.isView ? this.realm.controls() : nothing}${
      stop ? this.form.draw(stop) : this.#list()
    }`;
  }

  drawView() {
    return this.realm.draw();
  }

  #list() {
    const { page, editor } = this;
    const { stops } = editor.doc;
    const isFull = stops.length >= mostStops;
    return html`<h2 id="studio-part-title" tabindex="-1">${t('studio.part-stops')}</h2>
      ${
      page.tool === 'add'
        ? html`${page.toolHint(page.object ? 'studio.placeHint' : 'studio.addHint')}
          ${page.object ? html`<p>${icon('box')} ${page.object.name}</p>` : nothing}`
        : html`<div class="row">
        <button class="button main" ?disabled=${isFull} @click=${() => page.setTool('add')}>${
          icon('map-pin-plus')
        }${t('studio.addStop')}</button>
        <button class="button" ?disabled=${isFull} @click=${() => page.view.open('object')}>${
          icon('box')
        }${t('studio.placeObject')}</button>
        <button class="button" aria-pressed=${page.isView} @click=${() => {
          page.isView = !page.isView;
          page.view.update();
        }}>${icon(page.isView ? 'map' : 'scan-eye')}${
          t(page.isView ? 'studio.mapView' : 'studio.realmView')
        }</button></div>`
    }
      ${isFull ? html`<p class="soft">${t('studio.mostStops', { count: mostStops })}</p>` : nothing}
      ${
      stops.length === 0
        ? page.tool === 'add' ? nothing : emptyState({ icon: 'map-pin', text: t('studio.noStops') })
        : html`
          <p class="soft small" id="studio-order-help">${t('studio.orderHelp')}</p>
          <ol class="studio-stops plain-list" aria-label=${t('studio.part-stops')} ${ref(
            this.#sorting.list,
          )}>${repeat(stops, ({ key }) => key, (stop, index) => this.#row(stop, index))}</ol>
        `
    }
      <div class="row"><button class="button" @click=${() => page.show('route')}>${
      t('studio.back')
    }</button>
        <button class="button" ?disabled=${stops.length === 0} @click=${() => {
      page.show('check');
      page.focus('#studio-part-title');
    }}>${t('studio.nextCheck')}</button></div>`;
  }

  /** @param {Stop} stop @param {number} index */
  #row(stop, index) {
    const { editor, page } = this;
    const languages = languagesOf(editor.doc);
    const name = titleOf(stop, languages) || t('studio.untitled');
    const missing = languages.filter((tag) => !stop.text[tag]?.trim()).length;
    const step = (/** @type {KeyboardEvent} */ event) => {
      const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
      if (!event.altKey || to === undefined) return;
      event.preventDefault();
      this.move(index, to);
      page.focus(`#stop-row-${CSS.escape(stop.key)}`);
    };
    return html`<li data-key=${stop.key} @keydown=${step}>
      <span class="studio-grip" aria-hidden="true">${icon('grip-vertical')}</span>
      <button class="studio-stop" id="stop-row-${stop.key}" aria-describedby="studio-order-help"
        @click=${() => page.openStop(stop.key)}><span class="figures">${index + 1}.</span>
        <span class="row-body"><span>${name}</span>${
      missing > 0
        ? html`<span class="row-text">${t('studio.textMissing')}</span>`
        : stop.objects.length > 0
        ? html`<span class="row-text">${
          t('studio.objectCount', { count: stop.objects.length })
        }</span>`
        : nothing
    }</span></button>
      <button class="button quiet" aria-label=${t('studio.moveUp', { name })} ?disabled=${
      index === 0
    } @click=${() => this.move(index, index - 1)}>${icon('chevron-up')}</button>
      <button class="button quiet" aria-label=${t('studio.moveDown', { name })} ?disabled=${
      index === editor.doc.stops.length - 1
    } @click=${() => this.move(index, index + 1)}>${icon('chevron-down')}</button></li>`;
  }

  /** An object for the stop that is open, else for a new one. @param {import('../shell/view.js').At} at */
  #choose(at) {
    const { page, editor } = this;
    if (page.part !== 'stops' || !editor.isReady) return null;
    const key = page.stopKey;
    const stop = editor.doc.stops.find((one) => one.key === key);
    const isFull = stop ? !this.form.takesObjects(stop) : editor.doc.stops.length >= mostStops;
    if (isFull) return null;
    return chooseObject(page.view, at).then((object) => {
      if (!object) return;
      if (stop) this.form.addObject(key, object.id);
      else this.#placeObject(object);
    });
  }

  /** @param {import('../data/objects.js').InventoryItem} object */
  #placeObject(object) {
    this.page.setTool('add');
    this.page.object = { id: object.id, name: object.name };
    nameOf(object.id, this.page.view);
    if (this.page.isView) this.realm.addHere();
    this.page.view.update();
  }
}
