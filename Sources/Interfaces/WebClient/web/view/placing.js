// Placing an object in the view: moved, turned and resized by handles, keys and numbers.

import { Box3, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { compass, facingAs, poseToScene } from './frames.js';
import { project } from './frustum.js';

/** @typedef {import('./place-view.js').PlaceView} PlaceView */
/**
 * @typedef {Object} Placement
 * @property {number} lat
 * @property {number} lon
 * @property {number} lift metres above the ground
 * @property {number} heading degrees that it faces
 * @property {number} scale
 */

export const limits = { scale: { min: 0.01, max: 100 }, lift: { min: -50, max: 500 } };

/** A placement within its limits. @param {Placement} placement @returns {Placement} */
export function within(placement) {
  const number = (/** @type {number} */ value, /** @type {number} */ otherwise) =>
    Number.isFinite(value) ? value : otherwise;
  return {
    lat: Math.min(90, Math.max(-90, number(placement.lat, 0))),
    lon: Math.min(180, Math.max(-180, number(placement.lon, 0))),
    lift: Math.min(limits.lift.max, Math.max(limits.lift.min, number(placement.lift, 0))),
    heading: compass(number(placement.heading, 0)),
    scale: Math.min(limits.scale.max, Math.max(limits.scale.min, number(placement.scale, 1))),
  };
}

/**
 * What a key does to a placement; undefined if it does nothing.
 *
 * @param {Placement} placement @param {{key: string, shiftKey: boolean}} event
 * @param {number} heading that the person looks at
 * @param {{lat: number, lon: number}} lengths metres of a degree
 */
export function byKey(placement, { key, shiftKey }, heading, lengths) {
  const move = (/** @type {number} */ ahead, /** @type {number} */ side) => {
    const metres = shiftKey ? 1 : 0.1;
    const angle = (heading * Math.PI) / 180;
    const east = (ahead * Math.sin(angle) + side * Math.cos(angle)) * metres;
    const north = (ahead * Math.cos(angle) - side * Math.sin(angle)) * metres;
    return within({
      ...placement,
      lat: placement.lat + north / lengths.lat,
      lon: placement.lon + east / lengths.lon,
    });
  };
  const by = shiftKey ? 15 : 5;
  switch (key) {
    case 'ArrowUp':
      return move(1, 0);
    case 'ArrowDown':
      return move(-1, 0);
    case 'ArrowLeft':
      return move(0, -1);
    case 'ArrowRight':
      return move(0, 1);
    case ',':
    case '<':
      return within({ ...placement, heading: placement.heading - by });
    case '.':
    case '>':
      return within({ ...placement, heading: placement.heading + by });
    case '+':
      return within({ ...placement, scale: placement.scale * 1.1 });
    case '-':
      return within({ ...placement, scale: placement.scale / 1.1 });
    case 'PageUp':
      return within({ ...placement, lift: placement.lift + (shiftKey ? 1 : 0.1) });
    case 'PageDown':
      return within({ ...placement, lift: placement.lift - (shiftKey ? 1 : 0.1) });
    default:
      return undefined;
  }
}

/** The object to be placed, on the stage of a view. */
export class Placing {
  /**
   * @param {PlaceView} view @param {{id: string, content: string, boundingBox: {min: number[], max: number[]}}} object
   * @param {Placement} placement @param {(placement: Placement) => void} changed
   * @param {import('./frames.js').Quaternion} [before] how it was turned, if it stood somewhere
   */
  constructor(view, object, placement, changed, before) {
    this.before = before;
    this.view = view;
    this.object = object;
    this.placement = within(placement);
    this.changed = changed;
    this.node = new Group();
    /** @type {import('./stage.js').Stage | undefined} */
    this.stage = undefined;
    const control = new AbortController();
    this.control = control;
    const { holder } = view;
    this.handles = {
      turn: handle('↻', 'stage-handle'),
      size: handle('⤢', 'stage-handle'),
    };
    for (const element of Object.values(this.handles)) holder.append(element);
    this.grab(this.handles.turn, (dx) => this.set({ heading: this.placement.heading - dx * 0.8 }));
    this.grab(
      this.handles.size,
      (dx, dy) => this.set({ scale: this.placement.scale * Math.exp((dx - dy) * 0.008) }),
    );
    holder.addEventListener('pointerdown', (event) => this.press(event), {
      signal: control.signal,
      capture: true,
    });
    holder.addEventListener('keydown', (event) => this.key(event), {
      signal: control.signal,
      capture: true,
    });
    this.draw = () => this.drawHandles();
    this.attach();
  }

  /** Puts the object on the present stage of the view. */
  attach() {
    const { stage } = this.view;
    if (!stage || this.stage === stage) return;
    this.stage = stage;
    stage.isPickingOff = true;
    stage.scene.add(this.node);
    stage.onDraw.push(this.draw);
    stage.models.get(this.object.content, this.object.boundingBox).then((model) => {
      if (this.control.signal.aborted) return;
      this.node.clear();
      this.node.add(model, ring(this.object.boundingBox));
      this.place();
    });
    this.place();
  }

  /** @param {Partial<Placement>} change */
  set(change) {
    this.placement = within({ ...this.placement, ...change });
    this.place();
    this.changed(this.placement);
  }

  place() {
    const { frame, stage } = this.view;
    if (!frame || !stage) return;
    if (stage !== this.stage) return this.attach();
    const at = frame.scene({ ...this.placement, h: frame.origin.h });
    const turn = poseToScene(facingAs(this.placement.heading, this.before));
    this.node.position.set(at.x, this.view.groundAt(at.x, at.z) + this.placement.lift, at.z);
    this.node.quaternion.set(turn.x, turn.y, turn.z, turn.w);
    this.node.scale.setScalar(this.placement.scale);
    stage.invalidate();
  }

  /** The pose to be stored: metres above the ellipsoid. */
  pose() {
    const { frame } = this.view;
    const { lat, lon, lift, heading } = this.placement;
    const at = frame?.scene({ lat, lon, h: frame.origin.h }) ?? { x: 0, y: 0, z: 0 };
    const h = (frame?.origin.h ?? 0) + this.view.groundAt(at.x, at.z) + lift;
    return {
      position: { lat, lon, h: Math.round(h * 1000) / 1000 },
      quaternion: facingAs(heading, this.before),
    };
  }

  /** Turning and sizing by a knob. @param {HTMLElement} element @param {(dx: number, dy: number) => void} moved */
  grab(element, moved) {
    element.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      let [x, y] = [event.clientX, event.clientY];
      const move = (/** @type {PointerEvent} */ now) => {
        moved(now.clientX - x, now.clientY - y);
        [x, y] = [now.clientX, now.clientY];
      };
      element.addEventListener('pointermove', move);
      const end = () => element.removeEventListener('pointermove', move);
      element.addEventListener('pointerup', end, { once: true });
      element.addEventListener('pointercancel', end, { once: true });
    });
  }

  /** The object follows the pointer along the ground. @param {PointerEvent} event */
  press(event) {
    const { stage, frame, holder } = this.view;
    if (!stage || !frame || event.button !== 0 || event.target !== stage.canvas) return;
    const around = stage.canvas.getBoundingClientRect();
    const hits = stage.ray(event.clientX - around.left, event.clientY - around.top).intersectObject(
      this.node,
      true,
    );
    if (!hits.length) return;
    event.stopPropagation();
    const move = (/** @type {PointerEvent} */ now) => {
      const point = stage.groundPoint(now.clientX - around.left, now.clientY - around.top);
      if (!point) return;
      const { lat, lon } = frame.place(point);
      this.set({ lat, lon });
    };
    const end = () => {
      holder.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel']) holder.removeEventListener(name, end);
    };
    holder.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) holder.addEventListener(name, end);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      event.target !== this.view.holder || event.ctrlKey || event.metaKey || event.altKey ||
      !this.view.frame
    ) return;
    const next = byKey(this.placement, event, this.view.heading, this.view.frame.lengths);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(next);
  }

  drawHandles() {
    const { stage } = this.view;
    if (!stage) return;
    const box = new Box3().setFromObject(this.node);
    const view = stage.view();
    const middle = {
      x: this.node.position.x,
      y: (box.min.y + box.max.y) / 2,
      z: this.node.position.z,
    };
    const point = project(view, Number.isFinite(middle.y) ? middle : this.node.position);
    const size = Math.min(
      160,
      Math.max(34, (((box.max.y - box.min.y) || 1) * view.height) / Math.max(0.5, point.depth)),
    );
    const isSeen = point.depth > 0.3;
    this.put(this.handles.turn, isSeen, point.x - size / 2 - 28, point.y);
    this.put(this.handles.size, isSeen, point.x + size / 2 + 28, point.y);
  }

  /** @param {HTMLElement} element @param {boolean} isSeen @param {number} x @param {number} y */
  put(element, isSeen, x, y) {
    element.hidden = !isSeen;
    element.style.transform = `translate(${x.toFixed(0)}px, ${y.toFixed(0)}px)`;
  }

  end() {
    this.control.abort();
    const { stage } = this;
    if (stage) {
      stage.isPickingOff = false;
      stage.scene.remove(this.node);
      stage.onDraw = stage.onDraw.filter((body) => body !== this.draw);
      if (!stage.isGone) stage.invalidate();
    }
    for (const element of Object.values(this.handles)) element.remove();
  }
}

/** @param {string} sign @param {string} look */
function handle(sign, look) {
  const element = document.createElement('div');
  element.className = look;
  element.textContent = sign;
  // The numbers and keys beside do the same for those who do not point.
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** A ring around what is being placed. @param {{min: number[], max: number[]}} box */
function ring({ min, max }) {
  const radius = Math.max(max[0] - min[0], max[1] - min[1], 0.4) * 0.7;
  const mesh = new Mesh(
    new RingGeometry(radius, radius * 1.12, 48).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({
      color: '#1f6b4f',
      transparent: true,
      opacity: 0.85,
      depthWrite: false,
    }),
  );
  mesh.position.y = min[2] + 0.03;
  return mesh;
}
