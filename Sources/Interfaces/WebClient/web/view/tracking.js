// The eye of the stage, moved by the browser's world tracking (WebXR). Its space begins anywhere and
// is turned anyhow: a rig around the camera lays it where the device stands, turned to north.

import { Group } from 'three';
import { cameraAngles } from './frames.js';
import { anchor, fuseHeading } from './fusion.js';

/** @typedef {import('./frames.js').Vector} Vector */
/** @typedef {import('./xr.js').XRFrame} XRFrame */
/**
 * @typedef {Object} TrackingOptions
 * @property {() => void} moved after each frame, when the stage's eye is where the device is
 * @property {() => void} told when tracking is lost or found
 * @property {() => void} ended by the person or the browser
 */

/** Metres a second by which the eye is brought to where a better position says. */
const shiftSpeed = 0.4;
/** Metres below the device where its floor may be. */
const floorReach = { least: 0.4, most: 2.4 };
/** Milliseconds without tracking after which it is said. */
const patience = 700;
/** Steeper than so many degrees, the compass is not believed. */
const steepest = 60;

export class Tracking {
  /**
   * @param {import('./stage.js').Stage} stage
   * @param {import('./xr.js').XRSession} session
   * @param {TrackingOptions} options
   */
  constructor(stage, session, options) {
    this.stage = stage;
    this.session = session;
    this.options = options;
    this.rig = new Group();
    /** Where the tracked space is laid: what of it lies under which point of the scene. */
    this.held = { tracked: { x: 0, y: 0, z: 0 }, eye: { x: 0, y: 0, z: 0 } };
    /** Metres that the eye has still to be brought along. */
    this.shift = { x: 0, z: 0 };
    /** The height in the scene of where the tracked space begins: its floor. */
    this.height = 0;
    /** @type {import('./fusion.js').HeadingState | undefined} */
    this.turn = undefined;
    /** After aligning by houses the compass is no longer asked. */
    this.isAligned = false;
    this.isLost = false;
    this.isOver = false;
  }

  /** Begins; fails with the browser's reason where the session cannot be used. */
  async start() {
    const { stage, session, rig } = this;
    const { xr } = stage.renderer;
    session.addEventListener('end', () => this.over());
    try {
      xr.enabled = true;
      xr.setReferenceSpaceType('local-floor');
      await xr.setSession(session);
      this.space = xr.getReferenceSpace();
      // After a loss the space may begin elsewhere: the eye stays where it was.
      this.space.addEventListener?.('reset', () => this.isNew = true);
      this.isNew = true;
      this.hits = await this.hitSource();
    } catch (error) {
      this.end();
      throw error;
    }
    if (this.isOver) return;
    stage.holder.classList.add('is-immersive');
    rig.add(stage.camera);
    stage.scene.add(rig);
    stage.renderer.setAnimationLoop((/** @type {number} */ now, /** @type {XRFrame} */ frame) =>
      this.frame(now, frame)
    );
  }

  /** What finds the floor ahead, where the browser can. */
  async hitSource() {
    try {
      const space = await this.session.requestReferenceSpace('viewer');
      return await this.session.requestHitTestSource?.({ space });
    } catch {
      // An optional feature: without it the floor is where tracking began.
      return undefined;
    }
  }

  /** @param {number} now milliseconds @param {XRFrame} frame */
  frame(now, frame) {
    if (this.isOver || !frame) return;
    this.watch(now, frame);
    const { stage, rig } = this;
    const { xr } = stage.renderer;
    const seen = xr.getCamera();
    if (seen.cameras.length > 0) {
      const { x, y, z } = seen.position;
      const tracked = { x, y, z };
      if (this.isNew) {
        this.held = { tracked, eye: { ...stage.eye } };
        this.height = stage.eye.y - tracked.y;
        this.isNew = false;
      }
      this.findFloor(frame, tracked);
      this.bring(now);
      const degrees = this.turn?.offset ?? 0;
      const laid = anchor(this.held.tracked, degrees, this.held.eye);
      rig.rotation.y = (-degrees * Math.PI) / 180;
      rig.position.set(laid.x, this.height, laid.z);
      rig.updateMatrixWorld(true);
      // What is asked, listed and labelled goes by where the eye is in this frame.
      seen.projectionMatrixInverse.copy(seen.cameras[0].projectionMatrixInverse);
      xr.updateCamera(stage.camera);
      stage.eye = { ...stage.view().position };
      // Turning to north is about the eye.
      this.held = { tracked, eye: { ...stage.eye } };
      this.options.moved();
    }
    stage.draw(now);
  }

  /** Whether the device still knows where it is. @param {number} now @param {XRFrame} frame */
  watch(now, frame) {
    const pose = frame.getViewerPose(this.space);
    if (pose && !pose.emulatedPosition) this.knownAt = now;
    this.knownAt ??= now;
    const isLost = now - this.knownAt > patience;
    if (isLost === this.isLost) return;
    this.isLost = isLost;
    this.options.told();
  }

  /**
   * Brings the map's ground to the floor that the device sees ahead; where it cannot tell, what it
   * climbs is believed.
   *
   * @param {XRFrame} frame @param {Vector} tracked
   */
  findFloor(frame, tracked) {
    if (!this.hits) return;
    const pose = frame.getHitTestResults(this.hits)[0]?.getPose(this.space);
    if (!pose) return;
    // The second column: where the surface faces.
    const isLevel = pose.transform.matrix[5] > 0.95;
    const depth = tracked.y - pose.transform.position.y;
    if (!isLevel || depth < floorReach.least || depth > floorReach.most) return;
    const { eye } = this.held;
    const height = this.stage.groundAt(eye.x, eye.z) - pose.transform.position.y;
    this.height += (height - this.height) * 0.1;
  }

  /** Brings the eye nearer to where it is said to be. @param {number} now milliseconds */
  bring(now) {
    const metres = Math.hypot(this.shift.x, this.shift.z);
    const step = Math.min(
      1,
      (shiftSpeed * Math.min(250, now - (this.last ?? now))) / 1000 / metres,
    );
    this.last = now;
    if (metres === 0) return;
    const { x, z } = this.shift;
    this.held.eye = {
      ...this.held.eye,
      x: this.held.eye.x + x * step,
      z: this.held.eye.z + z * step,
    };
    this.shift = { x: x * (1 - step), z: z * (1 - step) };
  }

  /**
   * The device is known to be somewhere.
   *
   * @param {{x: number, z: number}} at @param {boolean} isAtOnce not little by little
   */
  standAt(at, isAtOnce) {
    if (isAtOnce) {
      this.stage.eye = { ...this.stage.eye, x: at.x, z: at.z };
      this.held.eye = { ...this.stage.eye };
      this.height = this.stage.groundAt(at.x, at.z);
      this.shift = { x: 0, z: 0 };
    } else this.shift = { x: at.x - this.stage.eye.x, z: at.z - this.stage.eye.z };
  }

  /** Where the eye will be when it has been brought along. */
  get goal() {
    const { eye } = this.stage;
    return { x: eye.x + this.shift.x, y: eye.y, z: eye.z + this.shift.z };
  }

  /** What the compass says, degrees clockwise from north. @param {number} heading @param {number} now milliseconds */
  compass(heading, now) {
    const seen = this.stage.renderer.xr.getCamera();
    if (this.isAligned || this.isLost || seen.cameras.length === 0) return;
    const tracked = cameraAngles(seen.quaternion);
    if (Math.abs(tracked.pitch) > steepest) return;
    this.turn = fuseHeading(this.turn, tracked.heading, heading, now);
  }

  /** Turns what the device is said to look at, for good. @param {number} degrees clockwise */
  correct(degrees) {
    const turn = this.turn ?? { offset: 0, at: 0, readings: 1 };
    this.turn = { ...turn, offset: turn.offset + degrees };
    this.isAligned = true;
  }

  /** Brings the eye at once to where it is known to be; what is known of the floor stays. @param {{x: number, z: number}} at */
  moveTo({ x, z }) {
    this.stage.eye = { ...this.stage.eye, x, z };
    this.held.eye = { ...this.stage.eye };
    this.shift = { x: 0, z: 0 };
  }

  /** Ends the session; `ended` is not called for it. */
  end() {
    this.isEnding = true;
    this.over();
    // It may have ended by itself meanwhile.
    this.session.end().catch(() => {});
  }

  over() {
    if (this.isOver) return;
    this.isOver = true;
    const { stage, rig } = this;
    const { renderer } = stage;
    renderer.setAnimationLoop(null);
    renderer.xr.enabled = false;
    rig.remove(stage.camera);
    stage.scene.remove(rig);
    stage.holder.classList.remove('is-immersive');
    if (!this.isEnding) this.options.ended();
  }
}
