// Align by houses: the outlines of the houses around, over the camera's picture, turned and moved
// until they lie on the houses.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from 'three';
import { movedFit, moveOf, trueEye, turnedFit, unfitted } from './fit.js';
import { cameraAngles, LocalFrame } from './frames.js';
import { focal } from './frustum.js';
import { groundHit } from './gestures.js';
import { load } from './server.js';
import { loadLandscape } from './world/landscape.js';

/** @typedef {import('./gestures.js').Ground} Ground */
/** @typedef {import('./gestures.js').Point} Point */

/** Metres around the eye within which houses have outlines. */
const reach = 160;
/** Metres from the eye within which a drag has hold of the ground; above the horizon, of a house there. */
const grip = { nearest: 5, farthest: 40, usual: 20 };

/**
 * Outlines of the houses within some metres, as lines in the scene.
 *
 * @param {LocalFrame} frame @param {Ground} ground
 * @returns {Promise<{lines: LineSegments, count: number}>} count: how many houses
 */
async function houseOutlines(frame, ground) {
  const land = await loadLandscape(frame, reach, load);
  /** @type {number[]} */
  const points = [];
  let count = 0;
  for (const { rings, base, height } of land.houses) {
    const ring = rings[0];
    let isNear = false;
    for (let i = 0; i < ring.length; i += 2) isNear ||= Math.hypot(ring[i], ring[i + 1]) < reach;
    if (!isNear) continue;
    count++;
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length;
      const [y0, y1] = [ground(ring[i], ring[i + 1]), ground(ring[k], ring[k + 1])];
      points.push(ring[i], y0 + height, ring[i + 1], ring[k], y1 + height, ring[k + 1]);
      points.push(ring[i], y0 + base, ring[i + 1], ring[k], y1 + base, ring[k + 1]);
      points.push(ring[i], y0 + base, ring[i + 1], ring[i], y0 + height, ring[i + 1]);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  const lines = new LineSegments(
    geometry,
    new LineBasicMaterial({ color: '#ffbf66', depthTest: false }),
  );
  lines.renderOrder = 10;
  lines.frustumCulled = false;
  return { lines, count };
}

export class HouseAlignment {
  /**
   * The outlines of the houses around the eye; undefined where there are none.
   *
   * @param {import('./stage.js').Stage} stage @param {LocalFrame} frame @param {() => void} changed
   */
  static async begin(stage, frame, changed) {
    const eye = { ...stage.eye };
    const here = new LocalFrame({ ...frame.place(eye), h: frame.origin.h });
    const { lines, count } = await houseOutlines(
      here,
      (x, z) => stage.groundAt(x + eye.x, z + eye.z),
    );
    return count === 0 ? undefined : new HouseAlignment(stage, lines, eye, changed);
  }

  /**
   * @param {import('./stage.js').Stage} stage @param {LineSegments} lines around the eye
   * @param {import('./frames.js').Vector} pivot where the eye is @param {() => void} changed
   */
  constructor(stage, lines, pivot, changed) {
    this.stage = stage;
    this.lines = lines;
    this.pivot = pivot;
    this.changed = changed;
    this.fit = unfitted;
    this.held = { fit: unfitted, pixels: 0, depth: 0 };
    this.turning = new Group();
    this.turning.add(lines);
    this.turning.position.set(pivot.x, 0, pivot.z);
    stage.scene.add(this.turning);
    stage.isPickingOff = true;
    stage.invalidate();
  }

  get heading() {
    return cameraAngles(this.stage.view().turn).heading;
  }

  /** How far the outlines have been moved, as one sees them. */
  get moved() {
    return moveOf(this.fit, this.heading);
  }

  get isMoved() {
    return Math.hypot(this.fit.x, this.fit.z) > 0.01;
  }

  /** Where the eye is in truth, if the outlines lie on the houses. */
  get eye() {
    return trueEye(this.fit, this.pivot, this.stage.eye);
  }

  /** @param {import('./fit.js').Fit} fit */
  show(fit) {
    this.fit = fit;
    this.turning.rotation.y = (-fit.degrees * Math.PI) / 180;
    this.lines.position.set(fit.x, 0, fit.z);
    this.stage.invalidate();
    this.changed();
  }

  /** @param {number} degrees clockwise */
  turn(degrees) {
    this.show(turnedFit(this.fit, degrees));
  }

  /** @param {import('./fit.js').Move} move */
  move(move) {
    this.show(movedFit(this.fit, move, this.heading));
  }

  /** A gesture begins. @param {Point} at pixels of the stage */
  grasp(at) {
    const { stage } = this;
    const camera = stage.view();
    const hit = groundHit(stage.ray(at.x, at.y).ray, (x, z) => stage.groundAt(x, z));
    const away = hit && Math.hypot(hit.x - stage.eye.x, hit.z - stage.eye.z);
    this.held = {
      fit: this.fit,
      pixels: focal(camera),
      depth: Math.min(grip.farthest, Math.max(grip.nearest, away ?? grip.usual)),
    };
  }

  /** Turned by fingers or the mouse. @param {number} pixels to the right since the gesture began */
  dragTurn(pixels) {
    const { vertical, height } = this.stage.view();
    this.show(turnedFit(this.held.fit, (pixels * vertical) / height));
  }

  /** Moved by a finger or the mouse: upwards is away. @param {Point} by pixels since the gesture began */
  dragMove(by) {
    const metre = this.held.pixels / this.held.depth;
    const move = { right: by.x / metre, ahead: -by.y / metre };
    this.show(movedFit(this.held.fit, move, this.heading));
  }

  /** Turned by two fingers since they were down. @param {number} degrees clockwise */
  twist(degrees) {
    this.show(turnedFit(this.held.fit, degrees));
  }

  end() {
    this.stage.scene.remove(this.turning);
    this.lines.geometry.dispose();
    const { material } = this.lines;
    for (const one of Array.isArray(material) ? material : [material]) one.dispose();
    this.stage.isPickingOff = false;
    this.stage.invalidate();
  }
}
