// Making and changing a tour: what it says, its route, its stops, the checks, and publication. The
// map stands beside; every part has an address.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/heading.js';
import { icon } from '../parts/icon.js';
import { hint, shown, warning } from '../parts/states.js';
import { ChecksPart } from './checks-part.js';
import { DetailsPart } from './details-part.js';
import { languagesOf, mostStops, nameOf, newStop } from './document.js';
import { Editor } from './editor.js';
import { EditorMap } from './editor-map.js';
import { ringGrip, routeGrip, stopGrip } from './grips.js';
import { head } from './head.js';
import { shortcut } from './keys.js';
import { lead, where } from './leading.js';
import { rounded } from './lines.js';
import { askMerge } from './merge.js';
import { RouteEdit } from './route-edit.js';
import { RoutePart } from './route-part.js';
import { SharePart } from './share-part.js';
import { StopsPart } from './stops-part.js';
import { VersionsPart } from './versions-part.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {'details' | 'route' | 'stops' | 'check' | 'versions' | 'share'} Part */

/** @type {Part[]} */
const parts = ['details', 'route', 'stops', 'check', 'versions', 'share'];

export class EditorPage {
  /** @type {'' | 'area' | 'add' | 'trigger'} */
  tool = '';
  /** @type {number} the point of the route that is chosen; -1 for none */
  point = -1;
  /** @type {number} the corner of an area that is chosen */
  corner = -1;
  /** @type {Point[] | null} an area with fewer than three corners yet */
  draft = null;
  /** @type {{id: string, name: string} | null} what the next new stop shows */
  object = null;
  /** The language whose texts are seen where there is no room for all of them. */
  language = '';
  /** Whether the place of the map shows the isolated view. */
  isView = false;

  /**
   * What the editor asks about two versions, until it is asked in the dialog.
   *
   * @type {{asked: Parameters<import('./editor.js').AskMerge>, answer: (chosen?: Set<string>) => void} | null}
   */
  #question = null;
  /** Whether what is to be saved is still on its way. */
  #isFinishing = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.editor = new Editor(view, view.params.id ?? 'new', (...asked) =>
      new Promise((answer) => {
        this.#question = { asked, answer };
        // By its address it is about to open.
        if (view.query.get('dialog') !== 'merge') view.open('merge');
      }));
    view.dialog('merge', (at) => {
      const { isReady, resource } = this.editor;
      return (this.#question || isReady && !resource?.loading) && this.#merge(at);
    });
    view.onLeave(() => this.#question?.answer());
    this.routeEdit = new RouteEdit(this.editor, () => view.update());
    this.map = new EditorMap(this);
    this.details = new DetailsPart(this);
    this.route = new RoutePart(this);
    this.stops = new StopsPart(this);
    this.checks = new ChecksPart(this);
    this.versions = new VersionsPart(this);
    this.share = new SharePart(this);
    const keys = (/** @type {KeyboardEvent} */ event) => shortcut(this, event);
    document.addEventListener('keydown', keys);
    view.onLeave(() => document.removeEventListener('keydown', keys));
  }

  /** @returns {Part} */
  get part() {
    const wanted = this.view.query.get('part');
    return parts.find((part) => part === wanted) ?? 'details';
  }

  /** The key of the stop that is open. */
  get stopKey() {
    const order = Number(this.view.query.get('stop'));
    return this.part === 'stops' ? this.editor.doc.stops[order - 1]?.key ?? '' : '';
  }

  /** The area that is drawn by hand: that of the tour, or of the open stop's trigger. @returns {Point[] | null} */
  get ring() {
    if (this.tool !== 'area' && this.tool !== 'trigger') return null;
    return this.draft ?? this.#storedRing();
  }

  /** @returns {Point[] | null} */
  #storedRing() {
    const { doc } = this.editor;
    const stop = doc.stops.find(({ key }) => key === this.stopKey);
    const shape = this.tool === 'area'
      ? doc.area
      : stop?.trigger && 'polygon' in stop.trigger
      ? stop.trigger.polygon
      : null;
    if (!shape) return [];
    const rings = shape.type === 'MultiPolygon' ? shape.coordinates[0] : shape.coordinates;
    return rings[0].slice(0, -1).map(([lon, lat]) => [lon, lat]);
  }

  /** The area that the server made, as long as it fits the route. */
  get computedArea() {
    const { tour, doc, base } = this.editor;
    return tour?.areaComputed && doc.route === base.route ? tour.area : null;
  }

  /** Asks in a dialog; come to by its address, it begins with the version that was put off. @param {import('../shell/view.js').At} at */
  async #merge(at) {
    const { theirs } = this.editor;
    if (!this.#question && theirs) this.editor.bringTogether(theirs).catch(complain);
    const question = this.#question;
    this.#question = null;
    question?.answer(await askMerge(...question.asked, at));
  }

  // Where one is

  /** @param {Part} part @param {{stop?: number | null}} [where] */
  show(part, { stop = null } = {}) {
    this.tool = '';
    this.draft = null;
    this.point = -1;
    this.corner = -1;
    this.view.setQuery(
      { part: part === 'details' ? null : part, stop: stop === null ? null : String(stop) },
      { push: true },
    );
    if (part === 'stops' || part === 'route') this.map.draw();
  }

  /** @param {string} key */
  openStop(key) {
    const index = this.editor.doc.stops.findIndex((stop) => stop.key === key);
    this.show('stops', { stop: index < 0 ? null : index + 1 });
    const stop = this.editor.doc.stops[index];
    if (stop) this.map.reveal([stop.position.lon, stop.position.lat]);
    this.focus('#studio-part-title');
  }

  /** Brings somebody to what is named by a JSON pointer. @param {string} pointer */
  lead(pointer) {
    lead(this, pointer);
  }

  /** @type {number | undefined} The focus that is about to move. */
  #focusing;

  /** @param {string} selector */
  focus(selector) {
    const before = document.activeElement;
    this.view.update();
    clearTimeout(this.#focusing);
    this.#focusing = setTimeout(() => {
      // Whoever went on by keys meanwhile stays where they write.
      const now = document.activeElement;
      if (now !== before && now !== document.body) return;
      const element = /** @type {HTMLElement | null} */ (this.view.root.querySelector(selector));
      element?.scrollIntoView({ block: 'center' });
      element?.focus();
    }, 30);
  }

  /** @param {EditorPage['tool']} tool */
  setTool(tool) {
    this.tool = tool;
    this.draft = null;
    this.corner = -1;
    this.point = -1;
    if (tool !== 'add') this.object = null;
    this.view.update();
  }

  /** @param {number} index of a point of the route */
  choosePoint(index) {
    this.point = index;
    const at = this.editor.doc.route[index];
    if (at) this.map.reveal(at);
    this.view.update();
  }

  // By hand on the map

  /** What can be taken hold of now. @returns {import('./handles.js').Grip | null} */
  grip() {
    if (this.part === 'route') return this.tool === 'area' ? ringGrip(this) : routeGrip(this);
    if (this.part === 'stops') return this.tool === 'trigger' ? ringGrip(this) : stopGrip(this);
    return null;
  }

  /** @param {Point[]} ring open */
  setRing(ring) {
    const { editor } = this;
    this.corner = -1;
    if (ring.length < 3) {
      this.draft = ring;
      if (this.#storedRing()?.length) this.#storeRing(null);
      return this.view.update();
    }
    this.draft = null;
    const line = ring.map(([lon, lat]) => [lon, lat]);
    this.#storeRing({ type: 'Polygon', coordinates: [[...line, line[0]]] });
    editor.view.update();
  }

  /** @param {import('api-types').Polygon | null} shape */
  #storeRing(shape) {
    const { editor } = this;
    if (this.tool === 'area') {
      editor.change({ ...editor.doc, area: shape }, t('studio.didArea'));
    } else {
      this.stops.set(
        this.stopKey,
        { trigger: shape ? { polygon: shape } : null },
        t('studio.didTrigger'),
      );
    }
  }

  /** A new stop, with the object that was chosen. @param {Point} at */
  addStop(at) {
    const { editor } = this;
    if (editor.doc.stops.length >= mostStops) return;
    const [language] = languagesOf(editor.doc);
    const key = editor.newKey();
    const title = this.object?.name ??
      t('studio.stopNumber', { number: editor.doc.stops.length + 1 });
    editor.change({
      ...editor.doc,
      stops: [
        ...editor.doc.stops,
        newStop(key, { [language]: title }, rounded(at), this.object ? [this.object.id] : []),
      ],
    }, t('studio.didAddStop'));
    this.setTool('');
    this.openStop(key);
    return key;
  }

  /** Puts something in the middle of the map, for those who do not point. */
  addInMiddle() {
    const at = this.map.center;
    if (this.part === 'route' && this.tool === 'area') this.setRing([...this.ring ?? [], at]);
    else if (this.part === 'route') this.routeEdit.append(at);
    else if (this.tool === 'trigger') this.setRing([...this.ring ?? [], at]);
    else if (this.part === 'stops') this.addStop(at);
    else return false;
    return true;
  }

  /** Takes out the point or corner that is chosen. */
  removeChosen() {
    if (this.part === 'route' && this.tool === '' && this.point >= 0) {
      this.routeEdit.remove(this.point);
      this.point = -1;
      return true;
    }
    const ring = this.ring;
    if (!ring?.[this.corner]) return false;
    this.setRing(ring.filter((_one, index) => index !== this.corner));
    return true;
  }

  // Drawing

  draw() {
    const { editor } = this;
    queueMicrotask(() => this.map.draw());
    if (!editor.isNew && !editor.isReady) {
      const failed = editor.resource ? shown(editor.resource, () => nothing) : nothing;
      return html`<div class="studio-loading stack">${
        heading(t('studio.tour'), '/studio', t('studio.title'))
      }${failed}</div>`;
    }
    const { part } = this;
    return html`
      <div class="studio-editor" data-part=${part} data-languages=${languagesOf(editor.doc).length >
          1
        ? 'many'
        : 'one'} @dragover=${refuseDrop}>
        <div class="studio-pane" data-scrolls>
              ${head(this)}
              <nav class="studio-parts" aria-label=${t('studio.parts')}><ul>${parts.map((one) =>
                this.#tab(one)
              )}</ul></nav>
              ${this.#told()}
              <section class="studio-part stack" aria-labelledby="studio-part-title">
                ${this[this.#drawer(part)].draw()}
              </section>
            </div>
        <div class="studio-place">${this.isView && part === 'stops' ? this.stops.drawView() : html`
          <div class="map-frame">
            <div class="map" ${ref(this.map.place)}></div>
          </div>
                    ${this.#mapTools()}
        `}</div>
        <p class="unseen" role="status">${editor.said}</p>
      </div>
    `;
  }

  /** @param {Part} part */
  #tab(part) {
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      this.show(part);
    };
    return html`<li><a href=${this.#address(part)} aria-current=${
      part === this.part ? 'page' : nothing
    } @click=${open}>${t(`studio.part-${part}`)}</a></li>`;
  }

  /** @param {Part} part @returns {'details' | 'route' | 'stops' | 'checks' | 'versions' | 'share'} */
  #drawer(part) {
    return part === 'check' ? 'checks' : part;
  }

  /** @param {Part} part */
  #address(part) {
    const path = this.editor.isNew ? '/studio/tours/new' : `/studio/tours/${this.editor.id}`;
    return part === 'details' ? path : `${path}?part=${part}`;
  }

  /** What is wrong, and that somebody else was here. */
  #told() {
    const { editor } = this;
    const { theirs, problems } = editor;
    return html`${
      theirs
        ? html`<div role="alert">${
          warning(
            t('studio.othersSaved'),
            html`<div class="row"><button class="button" @click=${() =>
              editor.bringTogether(theirs)}>${t('studio.compare')}</button></div>`,
          )
        }</div>`
        : nothing
    }${
      problems.length > 0
        ? html`<div role="alert" class="studio-problems">${
          warning(html`
            <p>${t('studio.cannotSave')}</p>
            <ul class="plain-list">${problems.map((problem) =>
              html`<li><button class="button quiet studio-lead" @click=${() =>
                this.lead(problem.pointer)}>${
                where(editor.doc, problem.pointer)
              }: ${problem.detail}</button></li>`
            )}</ul>
          `)
        }</div>`
        : nothing
    }`;
  }

  /**
   * Saves or publishes, once what has been typed is taken and the paths under way are found; not at all where
   * what was typed is no place.
   *
   * @param {() => Promise<boolean>} step
   */
  async #finish(step) {
    if (this.#isFinishing) return;
    this.#isFinishing = true;
    const places = [this.route.place, this.stops.form.place].map((place) => place.settled());
    const areTaken = (await Promise.all(places)).every(Boolean);
    await this.routeEdit.settled;
    this.#isFinishing = false;
    if (areTaken && !await step()) this.#leadToFirst();
  }

  save = () => this.#finish(() => this.editor.save());

  publish = () => this.#finish(() => this.editor.publish());

  #leadToFirst() {
    const [first] = this.editor.problems;
    if (first) this.lead(first.pointer);
  }

  #mapTools() {
    const { doc } = this.editor;
    if (doc.route.length === 0 && doc.stops.length === 0) return nothing;
    return html`
      <div class="studio-map-tools">
        <button class="button" aria-label=${t('studio.wholeTour')} title=${t('studio.wholeTour')}
          @click=${() => this.map.fit()}>${icon('maximize')}</button>
      </div>
    `;
  }

  /** A hint that is drawn while a tool is in use. @param {string} key */
  toolHint(key) {
    return hint(
      t(key),
      html`<div class="row"><button class="button" @click=${() => this.addInMiddle()}>${
        icon('crosshair')
      }${t('studio.addMiddle')}</button>
        <button class="button" @click=${() => this.setTool('')}>${
        t('studio.toolDone')
      }</button></div>`,
    );
  }
}

/** A file that misses its field does not take the page away. @param {DragEvent} event */
function refuseDrop(event) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.dataTransfer.dropEffect = 'none';
  event.preventDefault();
}

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const editing = new EditorPage(view);
  view.draw(() => {
    const name = nameOf(editing.editor.doc);
    if (name) view.title(name);
    return editing.draw();
  });
}
