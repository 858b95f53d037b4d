// The isolated view: the tour's own objects and pop-ups in the synthetic world, and nothing else; they
// are put where they belong by hand or by keys.

import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { languagesOf, titleOf } from './document.js';
import { rounded } from './lines.js';

/** @typedef {import('./document.js').Stop} Stop */
/** @typedef {import('../view/place-view.js').PlaceView} PlaceView */
/** @typedef {import('../view/stage.js').Thing} Thing */

/** A sign of half a metre at the height of the eyes, in the place of a pop-up. */
const sign = { min: [-0.3, -0.04, 1.2], max: [0.3, 0.04, 1.7] };
const plain = { id: '', content: '', boundingBox: sign };
/** Metres that one stands away from what one looks at, and that new things are ahead. */
const away = 7;
const ahead = 4;

/** What a draft shows, in the place of what the server would. */
class Draft {
  /** @type {Thing[]} */
  answered = [];
  /** @type {Thing[]} */
  known = [];

  /** @param {() => Pick<Thing, 'pose'>[]} places that tell how high the ground is @param {(things: Thing[]) => void} changed */
  constructor(places, changed) {
    this.places = places;
    this.changed = changed;
  }

  /** @param {Thing[]} things */
  show(things) {
    if (JSON.stringify(things) === JSON.stringify(this.answered)) return;
    this.answered = things;
    this.changed(things);
  }

  async learn() {
    return this.places();
  }

  follow() {}
  setRealm() {}
  reset() {}
  jumped() {}
  end() {}
}

/** A place, and not turned. @param {Stop['position']} position @returns {Thing['pose']} */
const upright = (position) => ({ position, quaternion: { x: 0, y: 0, z: 0, w: 1 } });

/** Midday, today. */
function noon() {
  const time = new Date();
  time.setHours(12, 0, 0, 0);
  return time;
}

export class RealmView {
  /** @type {PlaceView | undefined} */
  place;
  /** @type {Draft | undefined} */
  #draft;
  /** @type {import('../view/placing.js').Placing | undefined} */
  #placing;
  /** @type {string} the stop that is being put somewhere */
  moving = '';
  /** @type {Map<string, import('../data/objects.js').ARObject | null>} */
  #objects = new Map();
  #turn = 0;

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    page.view.onLeave(() => this.#end());
  }

  get editor() {
    return this.page.editor;
  }

  #end() {
    this.#turn++;
    this.stopMoving();
    this.place?.end();
    this.place = undefined;
  }

  /** @type {(element: Element | undefined) => void} */
  holder = (element) => {
    if (!element) return this.#end();
    if (!this.place) this.#begin(/** @type {HTMLElement} */ (element)).catch(complain);
  };

  /** @param {HTMLElement} element */
  async #begin(element) {
    const turn = ++this.#turn;
    const { PlaceView } = await import('../view/place-view.js');
    if (turn !== this.#turn || !element.isConnected) return;
    this.place = new PlaceView(element, {
      realm: 'public',
      distance,
      // What one works on is seen by day.
      time: noon(),
      onSelect: (id) => this.page.openStop(id.split('/')[0]),
      changed: () => this.page.view.update(),
      visible: (changed) =>
        this.#draft = new Draft(
          () => this.editor.doc.stops.map(({ position }) => ({ pose: upright(position) })),
          changed,
        ),
    });
    await this.place.walkFrom(this.#stand());
    this.#show();
    this.page.view.update();
  }

  /** Where one stands at first: a few steps from what is open. */
  #stand() {
    const { doc } = this.editor;
    const stop = doc.stops.find(({ key }) => key === this.page.stopKey) ?? doc.stops[0];
    const [lon, lat] = stop
      ? [stop.position.lon, stop.position.lat]
      : doc.route[0] ?? this.page.map.center;
    return { lat: lat - away / 111_195, lon, heading: 0 };
  }

  /** Shows the tour as it is now. */
  #show() {
    const { doc } = this.editor;
    const languages = languagesOf(doc);
    /** @type {Thing[]} */
    const things = [];
    doc.stops.forEach((stop, order) => {
      if (stop.key === this.moving) return;
      const label = `${order + 1}. ${titleOf(stop, languages)}`;
      const parts = stop.objects.length > 0 ? stop.objects : [''];
      parts.forEach((id, index) => {
        const object = this.#object(id);
        if (!object) return;
        things.push({
          id: index === 0 ? stop.key : `${stop.key}/${index}`,
          object: id,
          pose: upright(stop.position),
          scale: 1,
          priority: 0,
          boundingBox: object.boundingBox,
          label,
        });
      });
    });
    this.#draft?.show(things);
  }

  /** What is known of an object; undefined until it is. @param {string} id */
  #object(id) {
    if (id === '') return plain;
    const known = this.#objects.get(id);
    if (known === undefined) {
      this.#objects.set(id, null);
      this.#learn(id).then(() => this.page.view.update(), () => {});
    }
    return known ?? undefined;
  }

  /** @param {string} id */
  async #learn(id) {
    if (id === '') return plain;
    const { objectOf } = await import('../view/server.js');
    const object = await objectOf(id);
    this.#objects.set(id, object);
    return object;
  }

  /** A new stop a few steps ahead, ready to be put in its place. */
  addHere() {
    const { place } = this;
    const here = place?.place;
    if (!place || !here) return;
    const turn = (place.heading * Math.PI) / 180;
    const at = rounded([
      here.lon + (Math.sin(turn) * ahead) / (111_320 * Math.cos(here.lat * Math.PI / 180)),
      here.lat + (Math.cos(turn) * ahead) / 111_195,
    ]);
    const key = this.page.addStop(at);
    if (key) this.move(key).catch(complain);
  }

  /** Takes a stop in the hand. @param {string} key */
  async move(key) {
    this.stopMoving();
    const stop = this.editor.doc.stops.find((one) => one.key === key);
    if (!stop) return;
    const turn = this.#turn;
    const object = await this.#learn(stop.objects[0] ?? '');
    const { Placing } = await import('../view/placing.js');
    if (turn !== this.#turn || !this.place?.frame) return;
    this.moving = key;
    this.#show();
    const { lat, lon } = stop.position;
    // Tours know where things stand; how they are turned and how large they are comes with them.
    const fixed = { heading: 0, scale: 1, lift: 0 };
    this.#placing = new Placing(this.place, object, { lat, lon, ...fixed }, (placement) => {
      const isTurned = placement.heading !== 0 || placement.scale !== 1 || placement.lift !== 0;
      if (isTurned) this.#placing?.set(fixed);
      else this.page.view.update();
    });
    this.#placing.handles.remove();
    this.page.view.update();
  }

  confirm() {
    const { placement } = this.#placing ?? {};
    const key = this.moving;
    const stop = this.editor.doc.stops.find((one) => one.key === key);
    if (placement && stop) {
      const [lon, lat] = rounded([placement.lon, placement.lat]);
      this.page.stops.set(
        key,
        { position: { ...stop.position, lat, lon } },
        t('studio.didMoveStop'),
      );
    }
    this.stopMoving();
    this.page.view.update();
  }

  stopMoving() {
    this.#placing?.end();
    this.#placing = undefined;
    this.moving = '';
  }

  draw() {
    const { place } = this;
    queueMicrotask(() => this.#show());
    return html`<div class="stage" tabindex="0" role="group" aria-label=${t('studio.stage')} ${
      ref(this.holder)
    }></div>${
      place && !place.isLoading
        ? nothing
        : html`<p class="studio-words" role="status">${t('studio.loadingWorld')}</p>`
    }`;
  }

  /** What can be done in the view; beside it, so that the picture stays free. */
  controls() {
    const { place, page } = this;
    const isWaiting = !place || place.isLoading;
    const open = this.editor.doc.stops.find(({ key }) => key === page.stopKey);
    const walk = (
      /** @type {string} */ what,
      /** @type {string} */ label,
      /** @type {unknown} */ picture,
    ) =>
      html`
        <button class="button" aria-label=${label} title=${label}
          @click=${() => place?.nudge(what)}>${picture}</button>
      `;
    const moving = () =>
      html`
        <p class="soft small">${t('studio.movingHelp')}</p>
        <div class="row">
                <button class="button main" @click=${() => this.confirm()}>${t(
                  'studio.confirmPlacement',
                )}</button>
                <button class="button" @click=${() => {
                  this.stopMoving();
                  page.view.update();
                }}>${t('studio.cancel')}</button></div>
      `;
    const adding = () =>
      html`
        <div
          class="row"><button class="button" ?disabled=${isWaiting} @click=${() =>
            this.addHere()}>${icon('message-square-plus')}${t('studio.addPopup')}</button>${open
            ? html`<button class="button" ?disabled=${isWaiting} @click=${() =>
              this.move(open.key).catch(complain)}>${icon('move')}${t('studio.moveHere')}</button>`
            : nothing}</div>
      `;
    return html`<section class="card stack tight" aria-label=${t('studio.realmView')}>
      <div class="row" role="group" aria-label=${t('studio.walkLabel')}>
        ${walk('turnLeft', t('studio.turnLeft'), icon('rotate-ccw'))}
        ${walk('forward', t('studio.forward'), icon('arrow-up'))}
        ${walk('back', t('studio.backward'), icon('arrow-down'))}
        ${walk('turnRight', t('studio.turnRight'), icon('rotate-cw'))}
      </div>
      ${this.moving ? moving() : adding()}${this.#list()}</section>`;
  }

  #list() {
    const items = this.place?.items ?? [];
    return html`<section class="studio-in-view" role="region" aria-label=${t('studio.inView')}>
      <h2>${t('studio.inView')}</h2>${
      items.length === 0
        ? html`<p class="soft small">${t('studio.nothingInView')}</p>`
        : html`<ul class="plain-list">${
          items.map((item) =>
            html`<li><button class="button quiet" @click=${() => {
              this.page.openStop(item.thing.id.split('/')[0]);
              this.place?.lookAt(item.thing.id);
            }}>${item.thing.label} · ${distance(item.distance)}</button></li>`
          )
        }</ul>`
    }</section>`;
  }
}
