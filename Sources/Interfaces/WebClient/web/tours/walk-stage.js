// The AR view of a walk: at the place itself by the camera, elsewhere in the drawn world.

import { html } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { distance } from '../parts/format.js';
import { simulate } from '../map/position.js';
import { askXR, learnXR } from '../view/xr.js';
import { wayTo } from './guide.js';

/** @typedef {import('api-types').Tour} Tour */
/** @typedef {[number, number]} LonLat */

/** The public realm: what everybody sees. */
const publicRealm = '00000000-0000-7000-8000-000000000001';

export class WalkStage {
  /** The AR view, once it is shown. @type {import('../view/place-view.js').PlaceView | null} */
  place = null;
  /** What the browser answered when the camera was wanted, in the tap. @type {Promise<import('../view/xr.js').XRAnswer> | null} */
  #asked = null;

  /**
   * @param {import('../shell/view.js').View} view @param {import('./walking.js').Walking} walking
   * @param {() => Tour} tour
   */
  constructor(view, walking, tour) {
    this.view = view;
    this.walking = walking;
    this.tour = tour;
    learnXR().catch(() => {});
  }

  /** @returns {'' | 'synthetic' | 'camera' | 'xr'} what is shown */
  get mode() {
    return this.place?.mode ?? '';
  }

  get heading() {
    return this.place?.heading ?? 0;
  }

  /** The camera is wanted: asks for what belongs to a tap, also before the stage is there. */
  wantCamera() {
    this.#asked = askXR();
    // The question of iOS about the sensors belongs to the tap, too.
    for (const kind of ['DeviceOrientationEvent', 'DeviceMotionEvent']) {
      const asking = /** @type {Record<string, {requestPermission?: () => Promise<unknown>}>} */ (
        /** @type {unknown} */ (globalThis)
      )[kind];
      asking?.requestPermission?.().catch(() => {});
    }
    if (this.place) this.#useCamera();
  }

  /** Shows the drawn world instead of the camera. */
  draw() {
    this.#asked = null;
    this.place?.drawInstead();
  }

  point() {
    this.place?.setTarget(this.walking.target?.position);
  }

  // A field, because the template tells a new function from the one before.
  /** @param {Element | undefined} element */
  holder = async (element) => {
    if (!element) return this.end();
    if (this.place) return;
    try {
      const { PlaceView } = await import('../view/place-view.js');
      if (!element.isConnected || this.place) return;
      this.place = new PlaceView(/** @type {HTMLElement} */ (element), {
        realm: publicRealm,
        tour: this.tour().id,
        onSelect: () => {},
        changed: () => this.view.update(),
        cameraFailed: (error) => this.#failed(error),
        distance,
        moved: (at) => this.#moved(at),
      });
      this.point();
      if (this.#asked) return await this.#useCamera();
      await this.place.walkFrom(this.#start);
    } catch (error) {
      complain(error);
    }
  };

  /** Where the drawn world begins: where one is, else where the tour does. */
  get #start() {
    const { here } = this.walking;
    return here ? { lat: here[1], lon: here[0] } : this.tour().start;
  }

  /** @param {{lat: number, lon: number, heading: number}} at */
  #moved(at) {
    if (this.mode !== 'synthetic') return;
    simulate({ lat: at.lat, lon: at.lon, accuracy: 1, heading: at.heading, isDrawn: true });
    if (!this.walking.endFollowing) this.walking.follow();
  }

  /** Without the camera, the drawn world. @param {unknown} error */
  #failed(error) {
    complain(error);
    if (this.place?.walker) return;
    this.place?.walkFrom(this.#start).catch(complain);
  }

  /** The camera, by the browser's own AR where there is one. */
  async #useCamera() {
    const asked = this.#asked;
    this.#asked = null;
    const video = /** @type {HTMLVideoElement | null} */ (
      this.view.root.querySelector('.walk-stage video')
    );
    const answer = await asked ?? {};
    if (!video || !this.place) return void answer.session?.end();
    simulate(null);
    try {
      const { refusal } = await this.place.useDevice(video, answer);
      if (refusal) notice(t('tours.xrRefused'));
      this.walking.follow();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Walks to the next stop in the drawn world. */
  walkThere() {
    const { here, target } = this.walking;
    const tour = this.tour();
    if (!here || !target) return;
    const route = /** @type {LonLat[]} */ (tour.route.coordinates);
    const there = /** @type {LonLat} */ ([target.position.lon, target.position.lat]);
    this.place?.walkAlong(wayTo(route, here, there).map(([lon, lat]) => ({ lat, lon })));
  }

  stage() {
    return html`
      <div class="walk-stage stage" tabindex="0" role="group" aria-label=${t(
        'tours.arLabel',
      )} ${ref(this.holder)}>
        <video playsinline muted aria-hidden="true"></video>
      </div>
    `;
  }

  end() {
    // What was walked in the drawn world is not where one is.
    if (this.mode === 'synthetic' && this.walking.isReal) simulate(null);
    this.place?.end();
    this.place = null;
  }
}
