// Placing an object, step by step: which object, who may see it, where and how it stands. Every step
// has an address, a way back and a way out.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { listHeights } from '../data/map.js';
import { changeInstance, createInstance, readInstance } from '../data/instances.js';
import { readInstancesNear } from '../data/near.js';
import { readInventory, readObject } from '../data/objects.js';
import { icon } from '../parts/icon.js';
import { emptyState, errorState, loading } from '../parts/states.js';
import { complain, notice, reason } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { trial } from '../shell/trial.js';
import { keepStep, keptStep } from '../shell/restored-input.js';
import { facingAs, modelHeading } from '../view/frames.js';
import { Undo } from '../view/gestures.js';
import { within } from '../view/placement.js';
import { freeOf, positionBar, sizeWords } from './placing-controls.js';
import { newWords, wordsFields, wordsOf } from './thing-words.js';
import { thumbnail } from './thumbnails.js';

/** @typedef {import('./around.js').AroundPage} AroundPage */
/** @typedef {import('../view/placement.js').Placement} Placement */

export class PlacingSteps {
  /** @param {AroundPage} page */
  constructor(page) {
    this.page = page;
    this.view = page.view;
    /** @type {import('../data/objects.js').InventoryItem[] | null} */
    this.inventory = null;
    /** @type {import('../data/objects.js').ARObject | null} */
    this.object = null;
    /** @type {import('../data/instances.js').Instance | null} that is moved */
    this.instance = null;
    /** @type {unknown} */
    this.error = null;
    this.problem = '';
    this.isSending = false;
    /** Whether nothing tells how high the ground is, so that it has to be typed. */
    this.asksHeight = false;
    /** What was typed. */
    this.typedHeight = NaN;
    /** @type {Set<string>} */
    this.realms = new Set(this.view.query.get('in')?.split(',').filter(Boolean) ?? [page.realm]);
    /** @type {Placement | undefined} */
    this.placement = undefined;
    /** @type {{name: string, text: string} | undefined} */
    this.typing = undefined;
    /** @type {import('../view/placing.js').Placing | undefined} */
    this.placing = undefined;
    /** @type {Undo<Placement>} */
    this.undoing = new Undo();
    this.isNumbersOpen = false;
    /** The name and message that it shall carry. */
    this.words = this.typedWords();
    /** Metres from the eye to what is placed at first. */
    this.ahead = 0;
    this.control = new AbortController();
    document.addEventListener('keydown', (event) => this.key(event), {
      signal: this.control.signal,
    });
    this.load();
  }

  /** At large type the bar needs the room of Around's choices, to which "Back" leads. */
  get needsRoom() {
    return this.step === 'position' && settings.size >= 150;
  }

  /** The fields stand in an earlier step than the one that may be loaded anew. */
  typedWords() {
    const account = session.account?.id ?? null;
    const typed = /** @type {Partial<import('./thing-words.js').ThingWords>} */ (
      keptStep('placing', account)
    );
    const form = wordsOf(typed, () => {
      keepStep('placing', account, form.values);
      this.view.update();
    });
    return form;
  }

  get step() {
    const { query } = this.view;
    if (query.get('place') === 'choose') return 'object';
    return query.get('step') === 'position' ? 'position' : 'realms';
  }

  async load() {
    this.error = null;
    try {
      const chosen = this.view.query.get('place');
      const moved = this.view.query.get('instance');
      if (moved) {
        this.instance = await readInstance(moved);
        this.realms = new Set(this.instance.realms);
      }
      if (chosen && chosen !== 'choose') this.object = await readObject(chosen);
      if (this.step === 'object') this.inventory = await readInventory();
      if (this.step === 'position') await this.begin();
    } catch (error) {
      this.error = error;
    }
    this.view.update();
  }

  /** @param {Record<string, string | null>} query */
  async go(query) {
    this.problem = '';
    this.view.setQuery(query, { push: true });
    if (this.step !== 'position') this.endPlacing();
    await this.load();
  }

  /**
   * Where the object stands at first: four metres ahead, facing the person. What is moved stands where
   * it stood; on the map it is lifted from there, as one does not see the ground.
   *
   * @returns {Placement}
   */
  first() {
    if (this.instance) {
      const { position, quaternion } = this.instance.pose;
      return {
        lat: position.lat,
        lon: position.lon,
        lift: 0,
        heading: modelHeading(quaternion),
        scale: this.instance.scale,
      };
    }
    const spot = this.page.ar.place?.place ?? this.page.spot ?? { lat: 0, lon: 0 };
    const heading = this.page.ar.place?.heading ?? 0;
    const [north, east] = [
      Math.cos((heading * Math.PI) / 180),
      Math.sin((heading * Math.PI) / 180),
    ];
    // As far as one steps back to see all of it.
    const { min, max } = this.object?.boundingBox ?? { min: [0, 0, 0], max: [0, 0, 0] };
    const size = Math.hypot(
      ...max.map((/** @type {number} */ value, /** @type {number} */ index) => value - min[index]),
    );
    const ahead = this.page.isAR ? Math.min(60, 2.5 + 1.1 * size) : 0;
    this.ahead = ahead;
    return {
      lat: spot.lat + (north * ahead) / 111_200,
      lon: spot.lon +
        (east * ahead) / (111_320 * Math.max(0.01, Math.cos((spot.lat * Math.PI) / 180))),
      lift: 0,
      heading: (heading + 180) % 360,
      scale: 1,
    };
  }

  /** Positioning begins, on the map or in the view. */
  async begin() {
    const { place } = this.page.ar;
    // The view says when it stands somewhere.
    if (!this.object || (this.page.isAR && (!place || place.isLoading))) return;
    const isFirst = !this.placement;
    this.placement ??= this.first();
    if (!this.page.isAR || !place) return this.drawOnMap();
    if (this.placing) return this.placing.place();
    const { Placing } = await import('../view/placing.js');
    if (this.placing || this.view.isLeft) return;
    this.placing = new Placing(place, this.object, this.placement, (placement, before, kind) => {
      if (kind !== 'set') this.undoing.step(before, kind, performance.now());
      this.placement = placement;
      this.view.update();
    }, {
      before: this.instance?.pose.quaternion,
      words: sizeWords,
      free: () => freeOf(this.view.root),
    });
    if (isFirst && !this.instance) {
      this.placing.comeIntoPicture(this.ahead);
      this.keepInSight();
    }
    if (this.instance && this.instance.pose.position.h !== undefined) {
      const at = this.placing.pose().position.h;
      this.placing.set({ lift: this.instance.pose.position.h - at });
    }
  }

  /** The AR view stands somewhere. */
  viewReady() {
    if (this.step !== 'position' || this.placing || !this.object) return;
    this.begin().then(() => this.view.update(), complain);
  }

  /** Map and AR view were switched. */
  modeChanged() {
    this.endPlacing();
    // On the map it counts from where it stood, in the view from the ground.
    if (this.instance && this.placement) this.placement = { ...this.placement, lift: 0 };
    if (this.step === 'position') this.load();
  }

  drawOnMap() {
    const { map } = this.page;
    if (!map || !this.placement) return;
    map.setPoints('placing', [{
      id: 'placing',
      at: [this.placement.lon, this.placement.lat],
      label: this.object?.name ?? '',
      current: true,
    }], { color: '--near' });
  }

  /** @param {{lat: number, lon: number}} at */
  mapClicked(at) {
    if (this.step !== 'position' || !this.placement) return;
    this.set(at);
  }

  /** What is typed, pushed or tapped on the map. @param {Partial<Placement>} change */
  set(change) {
    if (!this.placement) return;
    this.undoing.step(this.placement, Object.keys(change).join(), performance.now());
    this.show(change);
  }

  /** @param {Partial<Placement>} change */
  show(change) {
    if (!this.placement) return;
    this.placement = within({ ...this.placement, ...change });
    this.placing?.set(change);
    if (!this.page.isAR) this.drawOnMap();
    this.view.update();
  }

  /** Takes the last step back. */
  undo() {
    const before = this.undoing.back();
    this.typing = undefined;
    if (before) this.show(before);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
    if (!isUndo || this.step !== 'position' || this.undoing.isEmpty) return;
    // What is typed has an undo of its own.
    if (/** @type {Element} */ (event.target).closest?.('input, textarea, dialog')) return;
    event.preventDefault();
    this.undo();
  }

  toggleNumbers() {
    this.isNumbersOpen = !this.isNumbersOpen;
    this.keepInSight();
  }

  /** What is placed, and the knobs around it, keep to what the bar leaves free of the picture. */
  keepInSight() {
    this.view.update();
    requestAnimationFrame(() => {
      this.placing?.lookAtFoot();
      this.placing?.place();
    });
  }

  async confirm() {
    if (!this.placement || this.isSending) return;
    this.isSending = true;
    this.problem = '';
    this.view.update();
    try {
      const placement = this.placement;
      const pose = await this.pose(placement);
      if (pose) await this.store(pose, placement.scale);
      else {
        this.asksHeight = true;
        this.isNumbersOpen = true;
        this.problem = t('around.heightNeeded');
      }
    } catch (error) {
      this.problem = reason(error);
    }
    this.isSending = false;
    this.view.update();
  }

  /** @param {import('../data/instances.js').Pose} pose @param {number} scale */
  async store(pose, scale) {
    if (this.instance) {
      await changeInstance(this.instance, { pose, scale });
      notice(t('around.moved'));
    } else if (this.object) {
      await createInstance({
        object: this.object.id,
        realms: [...this.realms],
        pose,
        scale,
        ...newWords(this.words.values),
      });
      notice(t('around.placed', { name: this.words.values.name.trim() || this.object.name }));
    }
    const realm = [...this.realms][0];
    if (realm && !this.realms.has(this.page.realm)) this.page.setRealm(realm);
    this.page.stopPlacing({ placed: true });
  }

  /** The pose as it is stored; undefined where its height is not known. @param {Placement} placement */
  async pose(placement) {
    if (this.placing) return this.placing.pose();
    const { lat, lon, lift, heading } = placement;
    const base = this.instance ? await this.heightAt(placement) : await this.groundAt(placement);
    return base === undefined ? undefined : {
      position: { lat, lon, h: Math.round((base + lift) * 1000) / 1000 },
      quaternion: facingAs(heading, this.instance?.pose.quaternion),
    };
  }

  /** The height of what is moved, as far above the ground as before. @param {Placement} placement */
  async heightAt({ lat, lon }) {
    const position = this.instance?.pose.position;
    if (position?.h === undefined) return undefined;
    if (lat === position.lat && lon === position.lon) return position.h;
    const [there, before] = await listHeights(
      [[lon, lat], [position.lon, position.lat]],
      'ellipsoid',
    );
    return position.h + (there === null || before === null ? 0 : there - before);
  }

  /**
   * How high the ground is: as imported, else as what stands nearest in the groups, else as typed.
   *
   * @param {Placement} placement @returns {Promise<number | undefined>} metres above the ellipsoid
   */
  async groundAt({ lat, lon }) {
    const [ground] = await listHeights([[lon, lat]], 'ellipsoid');
    if (ground !== null) return ground;
    const around = await Promise.all(
      [...this.realms].map((realm) =>
        readInstancesNear({ lat, lon }, realm, { radius: 2000, limit: 1 })
      ),
    );
    const [nearest] = around.flat()
      .filter(({ pose }) => pose.position.h !== undefined)
      .sort((a, b) => a.distance - b.distance);
    if (nearest) return nearest.pose.position.h;
    if (Number.isFinite(this.typedHeight)) return this.typedHeight;
    // What is tried out is seen on this device only.
    return trial.isOn ? 0 : undefined;
  }

  endPlacing() {
    this.placing?.end();
    this.placing = undefined;
    this.page.map?.remove('placing');
  }

  end() {
    this.control.abort();
    this.endPlacing();
  }

  cancel() {
    this.page.stopPlacing({});
  }

  // Drawing

  draw() {
    const { step } = this;
    const isReady = !this.error && this.object && this.placement;
    if (step === 'position' && isReady) return positionBar(this);
    const title = {
      object: t('around.chooseObject'),
      realms: t('around.chooseRealms'),
      position: t('around.position'),
    }[step];
    return html`
      <div class="around-bottom">
        <section class="around-card stack tight" aria-label=${title}>
              <header class="row spread"><h2>${title}</h2>
                <button class="button quiet" @click=${() => this.cancel()}>${t(
                  'around.cancel',
                )}</button></header>
              ${this.error ? errorState(reason(this.error), () => this.load()) : this.body()}
            </section>
      </div>
    `;
  }

  body() {
    if (this.step === 'object') return this.objects();
    return this.step === 'realms' && this.object ? this.realmStep() : loading(2);
  }

  objects() {
    if (!this.inventory) return loading();
    const more = html`<div class="row"><a class="button" href="/inventory?add=prompt">${
      icon('wand-sparkles')
    }${t('around.prompt')}</a>
      <a class="button" href="/inventory?add=scan">${icon('scan')}${t('around.scan')}</a></div>`;
    if (this.inventory.length === 0) {
      return emptyState({ icon: 'box', text: t('around.noInventory'), action: more });
    }
    return html`<ul class="plain-list object-grid">${
      this.inventory.map((object) =>
        html`<li><button class="object-tile" @click=${() =>
          this.go({ place: object.id, step: 'realms' })}>
        ${thumbnail(object, this.view)}<span>${object.name}</span></button></li>`
      )
    }</ul>${more}`;
  }

  realmStep() {
    const toggle = (/** @type {string} */ id, /** @type {boolean} */ isOn) => {
      if (isOn) this.realms.add(id);
      else this.realms.delete(id);
      this.problem = '';
      this.view.update();
    };
    const next = () => {
      if (this.realms.size === 0) {
        this.problem = t('around.realmNeeded');
        return this.view.update();
      }
      this.go({ step: 'position', in: [...this.realms].join(',') });
    };
    return html`<p class="soft">${this.object?.name}. ${t('around.realmsHelp')}</p>
      <fieldset class="stack tight plain-set"><legend class="unseen">${
      t('around.chooseRealms')
    }</legend>
        ${
      this.page.realms.map((realm) =>
        html`<label class="check"><input type="checkbox" .checked=${live(this.realms.has(realm.id))}
            @change=${(/** @type {Event} */ event) =>
          toggle(realm.id, /** @type {HTMLInputElement} */ (event.target).checked)}>
            <span>${realm.name}</span></label>`
      )
    }
      </fieldset>
      ${wordsFields(this.words)}
      ${this.problem ? html`<p class="field-error" role="alert">${this.problem}</p>` : nothing}
      <div class="row last"><button class="button" @click=${() =>
      this.go({ place: 'choose', step: null })}>${t('around.back')}</button>
        <button class="button main" @click=${next}>${t('around.next')}</button></div>`;
  }
}
