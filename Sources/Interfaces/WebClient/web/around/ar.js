// The AR view of the Around page: how it begins, its few controls, and everything in it as a list.

import { html, nothing } from 'lit-html';
import { followPosition, lastPosition, simulate } from '../map/position.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { complain, notice, reason } from '../shell/notices.js';
import { settings } from '../shell/settings.js';
import { t } from '../shell/texts.js';
import { Aligning } from './aligning.js';
import { messageLine } from './thing-words.js';
import { askXR, learnXR, offersXR } from '../view/xr.js';

/** @typedef {import('./around.js').AroundPage} AroundPage */
/** @typedef {import('../view/place-view.js').PlaceView} PlaceView */

export class ArScreen {
  /** @param {AroundPage} page */
  constructor(page) {
    this.page = page;
    /** @type {PlaceView | undefined} */
    this.place = undefined;
    this.isListOpen = false;
    /** @type {Aligning | undefined} while outlines of houses are brought onto them */
    this.aligning = undefined;
    this.words = '';
    /** @type {number | undefined} */
    this.keeping = undefined;
  }

  /** Whether the person has still to choose between camera and drawn world. */
  get isAsking() {
    return !this.place && !this.page.view.query.has('simulate');
  }

  /** The AR view is shown: walks at once where a place is simulated. */
  show() {
    learnXR().then(() => this.page.view.update(), complain);
    const spot = this.page.view.query.has('simulate') ? lastPosition() : undefined;
    if (spot && !this.place) this.walkFrom(spot);
  }

  /** @returns {Promise<PlaceView | undefined>} */
  async make() {
    if (this.place) return this.place;
    const { view } = this.page;
    const { PlaceView } = await import('../view/place-view.js');
    const holder = /** @type {HTMLElement | null} */ (view.root.querySelector('.stage'));
    if (!holder || view.isLeft || this.place) return this.place;
    const time = view.query.get('time');
    this.place = new PlaceView(holder, {
      realm: this.page.realm,
      onSelect: (id) => this.page.open(id),
      changed: () => {
        if (this.place && !this.place.isLoading) this.page.placing?.viewReady();
        view.update();
      },
      distance,
      time: time && !Number.isNaN(Date.parse(time)) ? new Date(time) : undefined,
      moved: (at) => this.moved(at),
      cameraFailed: (error) => {
        this.cameraFailed(error);
        this.endFollowing?.();
        this.place?.end();
        this.place = undefined;
        view.update();
      },
    });
    return this.place;
  }

  /** Keeps the place in the address, so that reload and share lead here. @param {{lat: number, lon: number, heading: number}} at */
  moved(at) {
    if (this.place?.mode !== 'synthetic') return;
    this.page.spot = { lat: at.lat, lon: at.lon };
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      if (this.page.view.isLeft || !this.page.isAR) return;
      simulate({ lat: at.lat, lon: at.lon, accuracy: 1, heading: at.heading });
      this.page.view.setQuery({
        simulate: `${at.lat.toFixed(6)},${at.lon.toFixed(6)},${Math.round(at.heading)}`,
      });
      this.page.look();
    }, 700);
  }

  /** @param {{lat: number, lon: number, heading?: number | null}} spot */
  async walkFrom(spot) {
    const { view } = this.page;
    if (!view.query.has('simulate')) {
      view.setQuery({
        simulate: `${spot.lat.toFixed(6)},${spot.lon.toFixed(6)},${Math.round(spot.heading ?? 0)}`,
        view: 'ar',
      });
    }
    this.words = '';
    try {
      const place = await this.make();
      await place?.walkFrom(spot);
    } catch (error) {
      complain(error);
    }
  }

  /** Camera and position, by the browser's own AR where there is one; in a tap. */
  async useCamera() {
    const { view } = this.page;
    const video = /** @type {HTMLVideoElement | null} */ (view.root.querySelector('.stage video'));
    // The question belongs to the tap: it may not wait until the view is loaded.
    const asked = askXR();
    simulate(null);
    try {
      const [place, answer] = await Promise.all([this.make(), asked]);
      if (!place || !video || view.isLeft) return void answer.session?.end();
      const { sensors, refusal } = await place.useDevice(video, answer);
      view.setQuery({ simulate: null });
      this.words = [
        refusal === 'refused' ? t('around.xrRefused') : refusal ? t('around.xrMissing') : '',
        sensors === 'granted' ? '' : t('around.sensorsRefused'),
      ].filter(Boolean).join(' ');
      this.endFollowing?.();
      this.endFollowing = followPosition((position, problem) => {
        if (position) {
          place.positioned(position);
          this.page.stands(position);
        } else if (problem) {
          this.words = problem === 'denied'
            ? t('around.positionRefused')
            : t('around.positionMissing');
        }
        view.update();
      });
    } catch (error) {
      this.cameraFailed(error);
      if (this.place && this.place.mode === 'synthetic' && !this.place.stage) {
        this.place.end();
        this.place = undefined;
      }
    }
    view.update();
  }

  /** Says why there is no picture. @param {unknown} error */
  cameraFailed(error) {
    const name = error instanceof DOMException ? error.name : '';
    this.words = name === 'NotAllowedError'
      ? t('around.cameraRefused')
      : name === 'NotFoundError'
      ? t('around.cameraMissing')
      : reason(error);
  }

  async align() {
    const { place } = this;
    if (!place) return;
    try {
      if (!await place.startAligning()) return notice(t('around.alignNone'));
    } catch (error) {
      return complain(error);
    }
    this.aligning = new Aligning(place, () => this.page.view.update(), (isKept) => {
      this.aligning?.end();
      this.aligning = undefined;
      place.stopAligning(isKept);
      if (isKept) notice(t('around.aligned'));
      this.page.view.update();
    });
    this.page.view.update();
  }

  /** @param {{lat: number, lon: number, accuracy: number}} position */
  positioned(position) {
    this.place?.positioned(position);
  }

  /** @param {string} realm */
  setRealm(realm) {
    this.place?.setRealm(realm);
  }

  /** @param {string} id */
  lookAt(id) {
    this.place?.lookAt(id);
  }

  /** @param {string | undefined} id */
  highlight(id) {
    this.place?.stage?.highlight(id);
  }

  /** @param {string} id */
  forget(id) {
    this.place?.visible.forget(id);
  }

  /** Asks the server anew, after a change. */
  refresh() {
    this.place?.visible.reset();
    this.place?.stage?.invalidate();
  }

  end() {
    clearTimeout(this.keeping);
    this.endFollowing?.();
    this.aligning?.end();
    this.aligning = undefined;
    this.place?.end();
    this.place = undefined;
  }

  // Drawing

  draw() {
    return html`
      <div class="stage" tabindex="0" role="group" aria-label=${t('around.stage')}>
        <video playsinline muted aria-hidden="true"></video>
      </div>
            ${this.isAsking ? this.start() : nothing}
            ${this.place?.mode === 'synthetic' && this.place.isLoading
              ? html`<p class="around-words" role="status">${t('around.loadingWorld')}</p>`
              : nothing}
    `;
  }

  start() {
    return html`
      <div class="around-start">
        <section class="around-card stack" aria-label=${t('around.arTitle')}>
            <h2>${t('around.arTitle')}</h2>
            ${this.words ? html`<p role="alert">${this.words}</p>` : nothing}
            <p>${t('around.arWhy')}</p>
            <button class="button main" @click=${() => this.useCamera()}>${icon('camera')}${t(
              'around.useCamera',
            )}</button>
            <p>${t('around.walkWhy')}</p>
            <button class="button" @click=${() =>
              this.page.spot && this.walkFrom(this.page.spot)}>${icon('footprints')}${t(
                'around.walkInstead',
              )}</button>
          </section>
      </div>
    `;
  }

  /** A quiet line: which world, how exact, what is wrong. */
  state() {
    const { place } = this;
    if (!place) return nothing;
    const { problem, isLocal } = place.visible;
    const words = [
      place.mode === 'synthetic' ? t('around.drawn') : '',
      place.mode !== 'synthetic' && place.accuracy === undefined
        ? t('around.waitingForPosition')
        : '',
      place.accuracy !== undefined
        ? t('around.accuracy', { distance: distance(place.accuracy) })
        : '',
      place.lack ? t(`around.${place.lack}`) : '',
      place.tracking?.isLost ? t('around.trackingLost') : '',
      place.isUnturned ? t('around.noCompass') : '',
      isLocal
        ? t('around.localOnly')
        : problem
        ? t('around.refusedHere', { reason: reason(problem) })
        : '',
      this.words,
    ].filter(Boolean);
    // That the world is drawn is seen.
    const isPlain = place.mode === 'synthetic' && words.length === 1;
    return html`<p class=${isPlain ? 'unseen' : 'around-state'} role="status">${
      words.join(' · ')
    }</p>`;
  }

  controls() {
    if (!this.place) return nothing;
    if (this.aligning) return this.aligning.draw();
    const isSynthetic = this.place.mode === 'synthetic';
    return html`
      ${this.inView()}
      <div class="around-bar">
        ${this.state()}
        <div class="row around-buttons">
          ${isSynthetic ? this.walkButtons() : html`
            <button class="button sign" aria-label=${t('around.align')}
              @click=${() => this.align()}>${icon('building')}<span>${t(
                'around.align',
              )}</span></button>
            ${this.place.mode === 'camera' && offersXR()
              ? html`<button class="button" @click=${() => this.useCamera()}>${icon('box')}${
                t(
                  'around.xr',
                )
              }</button>`
              : nothing}
          `}
          <button class="button" aria-expanded=${this.isListOpen
            ? 'true'
            : 'false'} aria-controls="in-view" @click=${() => {
            this.isListOpen = !this.isListOpen;
            this.page.view.update();
          }}>${icon('list')}${t('around.list')}</button>
          ${settings.simple ? nothing : this.adding()}
          ${isSynthetic
            ? html`
              <button class="button sign" aria-label=${t('around.useCamera')}
                @click=${() => this.useCamera()}>${icon('camera')}<span>${t(
                  'around.cameraShort',
                )}</span></button>
            `
            : nothing}
        </div>
      </div>
    `;
  }

  /** In simple mode it is on the map only. */
  adding() {
    return html`
      <button class="button main" @click=${() => this.page.startPlacing()}>${icon('plus')}${t(
        'around.placeObject',
      )}</button>
      <a class="button sign" href="/inventory?add=scan"
        aria-label=${t('around.scan')}>${icon(
          'scan',
        )}<span>${t('around.scanShort')}</span></a>
    `;
  }

  walkButtons() {
    const button = (
      /** @type {string} */ what,
      /** @type {string} */ label,
      /** @type {string} */ word,
      /** @type {unknown} */ sign,
    ) =>
      html`
        <button class="button walk" aria-label=${label} title=${label}
          @click=${() =>
            this.place?.nudge(what)}>${sign}<span class="symbol-word">${word}</span></button>
      `;
    return html`<div class="around-walk" role="group" aria-label=${t('around.walkInstead')}>
      ${button('turnLeft', t('around.turnLeft'), t('around.left'), icon('rotate-ccw'))}
      ${button('forward', t('around.forward'), t('around.ahead'), icon('arrow-up'))}
      ${button('back', t('around.backward'), t('around.backwards'), icon('arrow-down'))}
      ${button('turnRight', t('around.turnRight'), t('around.right'), icon('rotate-cw'))}</div>`;
  }

  /** Everything that is in the picture, as a list. */
  inView() {
    const { place } = this;
    const items = place?.items ?? [];
    const isLooking = place?.isLoading || place?.visible.isLoading;
    return html`<section id="in-view" class="in-view ${
      this.isListOpen ? 'is-open' : ''
    }" role="region" aria-label=${t('around.inView')}>
      <h2>${t('around.inView')}</h2>
      ${
      items.length === 0
        ? html`<p>${isLooking ? t('around.looking') : t('around.nothingInView')}</p>`
        : html`<ul class="plain-list near-list">${
          items.map((item) =>
            html`<li><button class="button quiet near-name" @click=${() =>
              this.page.open(item.thing.id)}><span>${item.name || t('around.details')}${
              messageLine(item.thing.message)
            }</span></button>
            <span class="soft figure">${
              t('around.direction', { hour: item.hour, distance: distance(item.distance) })
            }</span></li>`
          )
        }</ul>`
    }
    </section>`;
  }
}
