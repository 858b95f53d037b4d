// What is to be shown: the server's answer for this picture, and between two answers what is known
// to be around, culled here.

import { cameraToPose, poseToScene } from './frames.js';
import { focal, horizontal, inPicture } from './frustum.js';
import { readCameraView } from '../data/camera.js';
import { readInstancesAround } from '../data/instances.js';
import { objectOf } from './server.js';

/** @typedef {import('./frustum.js').Camera} Camera */
/** @typedef {import('./frames.js').LocalFrame} LocalFrame */
/** @typedef {import('./stage.js').Thing} Thing */

/** Metres around the camera that are known ahead, and after which they are asked for anew. */
const around = { radius: 700, step: 150, seconds: 60 };
/** Metres, degrees and milliseconds after which the server is asked again. */
const again = { metres: 2.5, degrees: 6, least: 350, most: 8000 };
/** The server is asked for more than the picture, so that what comes into it is there already. */
const margin = 1.35;
export const range = 400;

export class Visible {
  /**
   * @param {{realm: string, tour?: string, changed: (things: Thing[]) => void, told: (state: Visible) => void}} options
   */
  constructor(options) {
    this.realm = options.realm;
    this.tour = options.tour;
    this.changed = options.changed;
    this.told = options.told;
    /** @type {Thing[]} */
    this.known = [];
    /** @type {Thing[]} */
    this.answered = [];
    /** @type {Map<string, string>} */
    this.names = new Map();
    /** @type {Error | null} */
    this.problem = null;
    this.isLoading = true;
    this.isLocal = false;
    /** @type {import('../data/camera.js').CameraView['hidden'] | undefined} */
    this.hidden = undefined;
    /** @type {AbortController | undefined} */
    this.asking = undefined;
    /** @type {{x: number, y: number, z: number, turn: Camera['turn'], at: number} | undefined} */
    this.last = undefined;
    /** @type {{lat: number, lon: number, at: number} | undefined} */
    this.middle = undefined;
    this.count = 0;
    /** @type {{camera: Camera, frame: LocalFrame} | undefined} the last picture that was asked about */
    this.seen = undefined;
  }

  /** @param {string} realm */
  setRealm(realm) {
    if (realm === this.realm) return;
    this.realm = realm;
    this.known = [];
    this.answered = [];
    this.isLoading = true;
    this.reset();
    this.show();
  }

  /** Asks anew at the next move. */
  reset() {
    this.middle = undefined;
    this.last = undefined;
    this.asking?.abort();
    this.asking = undefined;
  }

  /** One stands elsewhere at once: what was answered holds until the next answer, which is asked for. */
  jumped() {
    this.last = undefined;
    this.asking?.abort();
    this.asking = undefined;
    this.isLoading = true;
  }

  /** Everything around a place. @param {{lat: number, lon: number}} place @returns {Promise<Thing[]>} */
  async learn(place) {
    const { realm } = this;
    this.middle = { ...place, at: Date.now() };
    try {
      const known = await readInstancesAround(place, around.radius, realm);
      if (realm !== this.realm) return this.known;
      this.known = known;
      this.problem = null;
      this.name(known);
      this.addTried();
    } catch (error) {
      if (realm === this.realm) this.problem = /** @type {Error} */ (error);
    }
    this.told(this);
    return this.known;
  }

  /** Asks for the names of things that are not known yet. @param {Thing[]} things */
  name(things) {
    const missing = new Set(
      things.map((thing) => thing.object).filter((id) => !this.names.has(id)),
    );
    for (const id of missing) {
      this.names.set(id, '');
      objectOf(id).then((object) => {
        this.names.set(id, object.name);
        this.show();
      }, () => this.names.delete(id));
    }
  }

  /**
   * The camera stands somewhere: asks if it has moved enough.
   *
   * @param {Camera} camera @param {LocalFrame} frame @param {number} aboveGround metres
   */
  follow(camera, frame, aboveGround) {
    const place = frame.place(camera.position);
    if (this.middle && Date.now() - this.middle.at < around.seconds * 1000) {
      const from = frame.scene({ ...this.middle, h: frame.origin.h });
      if (Math.hypot(from.x - camera.position.x, from.z - camera.position.z) > around.step) {
        this.learn(place);
      }
    } else this.learn(place);
    const now = Date.now();
    if (this.last) {
      const moved = Math.hypot(
        this.last.x - camera.position.x,
        this.last.y - camera.position.y,
        this.last.z - camera.position.z,
      );
      const { turn } = this.last;
      const dot = Math.abs(
        turn.x * camera.turn.x + turn.y * camera.turn.y + turn.z * camera.turn.z +
          turn.w * camera.turn.w,
      );
      const turned = (2 * Math.acos(Math.min(1, dot)) * 180) / Math.PI;
      const isDue = moved > again.metres || turned > again.degrees ||
        now - this.last.at > again.most;
      if (!isDue) return;
      if (this.asking || now - this.last.at < again.least) {
        return this.later(camera, frame, aboveGround);
      }
    }
    if (this.asking) return;
    this.request(camera, frame, aboveGround);
  }

  /** @param {Camera} camera @param {LocalFrame} frame @param {number} aboveGround */
  later(camera, frame, aboveGround) {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.isEnded || this.follow(camera, frame, aboveGround),
      again.least,
    );
  }

  /** @param {Camera} camera @param {LocalFrame} frame @param {number} aboveGround */
  async request(camera, frame, aboveGround) {
    const control = new AbortController();
    this.asking = control;
    this.seen = { camera, frame };
    this.last = { ...camera.position, turn: camera.turn, at: Date.now() };
    const { lat, lon, h } = frame.place(camera.position);
    const wide = (/** @type {number} */ degrees) => Math.min(150, degrees * margin);
    const [across, up] = [wide(horizontal(camera)), wide(camera.vertical)];
    // As many pixels for a degree as the picture has.
    const scale = focal(camera);
    const side = (/** @type {number} */ degrees) =>
      Math.min(32768, Math.max(1, Math.round(2 * scale * Math.tan((degrees * Math.PI) / 360))));
    try {
      const answer = await readCameraView({
        pose: { position: { lat, lon, h }, quaternion: cameraToPose(camera.turn) },
        axes: 'backwardZ',
        fieldOfView: { horizontal: across, vertical: up },
        viewport: { width: side(across), height: side(up) },
        range,
        aboveGround: Math.max(0, Math.min(10_000, aboveGround)),
        realm: this.realm,
        ...(this.tour ? { tour: this.tour } : {}),
        previous: this.answered.filter((thing) => !thing.isTrial).slice(0, 100)
          .map((thing) => thing.id),
      }, control.signal);
      this.answered = answer.items;
      this.hidden = answer.hidden;
      this.problem = null;
      this.isLocal = false;
    } catch (error) {
      if (control.signal.aborted) return;
      // Without an answer: what is known around and in the picture, nearest first.
      this.problem = /** @type {Error} */ (error);
      this.answered = this.cull(camera, frame);
      this.isLocal = true;
    }
    this.asking = undefined;
    this.isLoading = false;
    this.count++;
    this.name(this.answered);
    if (!this.isLocal) this.addTried();
    this.show();
  }

  /** Adds what was placed in the tutorial, of which the server does not know. */
  addTried() {
    if (!this.seen) return;
    const tried = this.cull(this.seen.camera, this.seen.frame).filter((thing) => thing.isTrial);
    const others = this.answered.filter((thing) => !thing.isTrial);
    if (tried.length + others.length === 0) return;
    this.answered = [...others, ...tried];
    this.show();
  }

  /** What is known and in the picture. @param {Camera} camera @param {LocalFrame} frame @returns {Thing[]} */
  cull(camera, frame) {
    const found = [];
    for (const thing of this.known) {
      const { min, max } = thing.boundingBox;
      const position = frame.scene(thing.pose.position);
      const rectangle = inPicture(camera, {
        position,
        turn: poseToScene(thing.pose.quaternion),
        scale: thing.scale,
        min: { x: min[0], y: min[2], z: -max[1] },
        max: { x: max[0], y: max[2], z: -min[1] },
      });
      if (rectangle && rectangle.depth < range) found.push({ thing, depth: rectangle.depth });
    }
    return found.sort((a, b) => a.depth - b.depth).slice(0, 20).map(({ thing }) => thing);
  }

  show() {
    this.changed(
      this.answered.map((thing) => ({
        ...thing,
        label: thing.name || (this.names.get(thing.object) ?? ''),
      })),
    );
    this.told(this);
  }

  /** Takes a thing away at once, for instance after it was deleted. @param {string} id */
  forget(id) {
    this.known = this.known.filter((thing) => thing.id !== id);
    this.answered = this.answered.filter((thing) => thing.id !== id);
    this.show();
  }

  end() {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.asking?.abort();
  }
}
