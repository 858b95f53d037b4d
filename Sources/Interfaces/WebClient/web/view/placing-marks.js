// What is seen of a placement beside the object: its foot on the ground with its shadow and front, how
// high it hangs, its size, and the knobs around it.

import { render } from 'lit-html';
import {
  BufferGeometry,
  CircleGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Shape,
  ShapeGeometry,
} from 'three';
import { icon } from '../parts/icon.js';

/** @typedef {{min: number[], max: number[]}} BoundingBox */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Rectangle pixels */

/** Pixels: half a knob, and between a knob and the object. */
const knob = { half: 24, gap: 8 };

/** Metres around the foot of an object, unscaled. @param {BoundingBox} box */
const footRadius = ({ min, max }) => Math.max(max[0] - min[0], max[1] - min[1], 0.4) * 0.7;

/**
 * The foot of an object of scale 1 that faces south: a ring with a mark at its front, and a shadow.
 *
 * @param {BoundingBox} box
 */
export function makeFoot(box) {
  const radius = footRadius(box);
  const paint = (/** @type {string} */ color, /** @type {number} */ opacity) =>
    new MeshBasicMaterial({ color, transparent: true, opacity, depthWrite: false });
  const flat = (
    /** @type {BufferGeometry} */ geometry,
    /** @type {MeshBasicMaterial} */ look,
    /** @type {number} */ up,
  ) => {
    const mesh = new Mesh(geometry.rotateX(-Math.PI / 2), look);
    mesh.position.y = up;
    return mesh;
  };
  const tip = new Shape();
  tip.moveTo(-radius * 0.3, -radius * 1.18);
  tip.lineTo(radius * 0.3, -radius * 1.18);
  tip.lineTo(0, -radius * 1.62);
  return new Group().add(
    flat(new CircleGeometry(radius * 0.8, 32), paint('#1f1a10', 0.4), 0.02),
    // Light around dark: seen on grass and on snow.
    flat(new RingGeometry(radius * 0.97, radius * 1.18, 48), paint('#fffdf8', 0.9), 0.025),
    flat(new RingGeometry(radius, radius * 1.13, 48), paint('#1f6b4f', 1), 0.03),
    flat(new ShapeGeometry(tip), paint('#1f6b4f', 1), 0.03),
  );
}

/** A line from the foot to what hangs above it or lies below; a metre long until it is scaled. */
export function makeStem() {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 0, 1, 0], 3));
  const stem = new Line(geometry, new LineBasicMaterial({ color: '#1f6b4f' }));
  stem.visible = false;
  return stem;
}

/** Frees what a mark holds. @param {import('three').Object3D} mark */
export function disposeOf(mark) {
  mark.traverse((/** @type {import('three').Object3D} */ node) => {
    node.geometry?.dispose();
    node.material?.dispose();
  });
}

/** The knobs to turn, size and lift by one finger or the mouse, and the words with the size. */
export class Knobs {
  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.turn = element('stage-handle', icon('rotate-cw'));
    this.size = element('stage-handle', icon('maximize-2'));
    this.lift = element('stage-handle', icon('move-vertical'));
    this.words = element('stage-size');
    this.all = [this.turn, this.size, this.lift, this.words];
    holder.append(...this.all);
  }

  /**
   * Puts them around the object, but never out of what is free of the picture.
   *
   * @param {Rectangle | undefined} object in the picture; undefined: none of it is seen
   * @param {{x: number, y: number}} foot @param {Rectangle} free
   */
  put(object, foot, free) {
    for (const one of this.all) one.hidden = !object;
    if (!object) return;
    const middle = (free.left + free.right) / 2;
    const within = (/** @type {number} */ x, /** @type {number} */ y, half = knob.half) => ({
      x: Math.min(Math.max(x, free.left + half), Math.max(middle, free.right - half)),
      y: Math.min(Math.max(y, free.top + knob.half), free.bottom - knob.half),
    });
    const away = knob.half + knob.gap;
    const centre = (object.left + object.right) / 2;
    // Apart also where the object is small, and where it is larger than the picture.
    const left = Math.min(object.left, centre - 36) - away;
    const right = Math.max(object.right, centre + 36) + away;
    // The words stand below the foot; the knobs beside it leave them room.
    const level = Math.min(foot.y, free.bottom - 2 * knob.half - 32);
    move(this.turn, within(left, level));
    move(this.size, within(right, level));
    move(this.lift, within(centre, Math.min(object.top - away, level - 2 * away)));
    const half = this.words.offsetWidth / 2 + 4;
    move(this.words, within(foot.x, level + away + 8, half));
  }

  /** @param {string} text */
  say(text) {
    if (this.words.textContent !== text) this.words.textContent = text;
  }

  remove() {
    for (const one of this.all) one.remove();
  }
}

/** @param {string} look @param {unknown} [sign] */
function element(look, sign) {
  const made = document.createElement('div');
  made.className = look;
  // Numbers and keys do the same for those who do not point.
  made.setAttribute('aria-hidden', 'true');
  if (sign) render(sign, made);
  return made;
}

/** @param {HTMLElement} one @param {{x: number, y: number}} to */
function move(one, { x, y }) {
  one.style.transform = `translate(${x.toFixed(0)}px, ${y.toFixed(0)}px)`;
}
