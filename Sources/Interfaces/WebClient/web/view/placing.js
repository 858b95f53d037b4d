// Placing an object in the view: moved, turned, sized and lifted by fingers, mouse, keys and numbers.

import { Group } from 'three';
import { compass, facing, facingAs, poseToScene } from './frames.js';
import { focal, inPicture, project } from './frustum.js';
import { reachOf, risen, settled, spotAlong } from './gestures.js';
import { byKey, within } from './placement.js';
import { Hands } from './placing-hands.js';
import { disposeOf, Knobs, makeFoot, makeStem } from './placing-marks.js';

/** @typedef {import('./place-view.js').PlaceView} PlaceView */
/** @typedef {import('./placement.js').Placement} Placement */
/**
 * @typedef {Object} PlacingOptions
 * @property {import('./frames.js').Quaternion} [before] how it was turned, if it stood somewhere
 * @property {(size: Size) => string} [words] the size, and how high it hangs, as it is shown
 * @property {() => import('./placing-marks.js').Rectangle | undefined} [free] what is free of the picture
 */
/** @typedef {{width: number, depth: number, height: number, lift: number, distance: number}} Size metres */

/** The object to be placed, on the stage of a view. */
export class Placing {
  /**
   * @param {PlaceView} view @param {{id: string, content: string, boundingBox: {min: number[], max: number[]}}} object
   * @param {Placement} placement
   * @param {(placement: Placement, before: Placement, kind: string) => void} changed `kind`: what changed
   *   it, the same for all of one gesture
   * @param {PlacingOptions} [options]
   */
  constructor(view, object, placement, changed, options = {}) {
    this.view = view;
    this.object = object;
    this.placement = within(placement);
    this.changed = changed;
    this.options = options;
    this.node = new Group();
    this.foot = makeFoot(object.boundingBox);
    this.stem = makeStem();
    /** @type {import('./stage.js').Stage | undefined} */
    this.stage = undefined;
    this.gesture = 0;
    /** The placement when the gesture began. */
    this.held = this.placement;
    const { holder } = view;
    this.handles = new Knobs(holder);
    this.control = new AbortController();
    this.hands = this.makeHands(holder);
    this.grabKnobs();
    holder.addEventListener('keydown', (event) => this.key(event), {
      signal: this.control.signal,
      capture: true,
    });
    this.draw = () => this.drawMarks();
    this.attach();
  }

  /** @param {HTMLElement} holder */
  makeHands(holder) {
    return new Hands(holder, {
      canvas: () => this.view.stage?.canvas,
      holds: (at) => this.holds(at),
      begin: () => this.begin(),
      drag: (by) => this.drag(by),
      tap: (at) => this.tap(at),
      pinch: ({ ratio, twist }) =>
        this.set({
          scale: this.held.scale * ratio,
          heading: this.held.heading + twist,
        }, `gesture ${this.gesture}`),
      wheel: ({ steps, turns }) =>
        this.set(
          turns
            ? { heading: this.placement.heading + steps * 5 }
            : { scale: this.placement.scale * 1.1 ** steps },
          turns ? 'wheel turn' : 'wheel size',
        ),
      takeOver: () => this.view.walker?.letGo(),
    });
  }

  /** Puts the object on the present stage of the view. */
  attach() {
    const { stage } = this.view;
    if (!stage || this.stage === stage) return;
    this.stage = stage;
    stage.isPickingOff = true;
    stage.scene.add(this.node, this.foot, this.stem);
    stage.onDraw.push(this.draw);
    stage.models.get(this.object.content, this.object.boundingBox).then((model) => {
      if (this.control.signal.aborted) return;
      this.node.clear();
      this.node.add(model);
      this.place();
    });
    this.place();
  }

  /** @param {Partial<Placement>} change @param {string} [kind] */
  set(change, kind = 'set') {
    const before = this.placement;
    this.placement = within({ ...before, ...change });
    this.place();
    this.changed(this.placement, before, kind);
  }

  place() {
    const { frame, stage } = this.view;
    if (!frame || !stage) return;
    if (stage !== this.stage) return this.attach();
    const { heading, lift, scale } = this.placement;
    const at = frame.scene({ ...this.placement, h: frame.origin.h });
    const ground = this.view.groundAt(at.x, at.z);
    const turn = poseToScene(facingAs(heading, this.options.before));
    this.node.position.set(at.x, ground + lift, at.z);
    this.node.quaternion.set(turn.x, turn.y, turn.z, turn.w);
    this.node.scale.setScalar(scale);
    const front = poseToScene(facing(heading));
    this.foot.position.set(at.x, ground, at.z);
    this.foot.quaternion.set(front.x, front.y, front.z, front.w);
    this.foot.scale.setScalar(scale);
    const gap = lift + this.object.boundingBox.min[2] * scale;
    this.stem.position.copy(this.foot.position);
    this.stem.scale.set(1, gap || 1, 1);
    this.stem.visible = Math.abs(gap) > 0.05;
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
      quaternion: facingAs(heading, this.options.before),
    };
  }

  /** How large it is, how high it hangs and how far it is. @returns {Size} */
  get size() {
    const { min, max } = this.object.boundingBox;
    const { scale, lift } = this.placement;
    const [width, depth, height] = max.map((value, side) => (value - min[side]) * scale);
    const eye = this.stage?.view().position ?? this.node.position;
    const distance = Math.hypot(this.node.position.x - eye.x, this.node.position.z - eye.z);
    return { width, depth, height, lift, distance };
  }

  // By hand

  begin() {
    this.gesture++;
    this.held = this.placement;
    const { stage } = this.view;
    this.heldFoot = stage && project(stage.view(), this.foot.position);
  }

  /** Whether a finger has hold of the object: it is as wide as a finger at least. @param {{x: number, y: number}} at */
  holds(at) {
    // Nothing else is dragged in the picture of a camera.
    if (this.view.mode !== 'synthetic') return true;
    return this.covers(at);
  }

  /** @param {{x: number, y: number}} at */
  covers(at) {
    const around = this.inPicture();
    if (!around) return false;
    const grow = (/** @type {number} */ length) => Math.max(6, (48 - length) / 2);
    const [x, y] = [grow(around.right - around.left), grow(around.bottom - around.top)];
    return at.x >= around.left - x && at.x <= around.right + x && at.y >= around.top - y &&
      at.y <= around.bottom + y;
  }

  /** The foot goes as far over the picture as the finger. @param {{x: number, y: number}} by */
  drag(by) {
    const foot = this.heldFoot;
    if (!foot || foot.depth < 0.1) return;
    const spot = this.spotAt({ x: foot.x + by.x, y: foot.y + by.y });
    if (spot) this.set(spot, `gesture ${this.gesture}`);
  }

  /** @param {{x: number, y: number}} at */
  tap(at) {
    if (this.covers(at)) return;
    const spot = this.spotAt(at);
    if (spot) this.set(spot, `gesture ${this.gesture}`);
  }

  /** Puts it ahead, its foot in the picture, so far that all of it is seen. @param {number} metres at least */
  comeIntoPicture(metres) {
    const { stage } = this.view;
    if (!stage) return;
    // A low picture has the bar nearer to its middle.
    const y = stage.height * (stage.height < 500 ? 0.66 : 0.78);
    const spot = this.spotAt({ x: stage.width / 2, y }, metres);
    if (spot) this.set(spot);
  }

  /** Where the picture is drawn, one looks so that the foot is in what is free of it. */
  lookAtFoot() {
    const { stage, walker } = this.view;
    const free = this.options.free?.();
    if (!stage || !walker || !free) return;
    const view = stage.view();
    const foot = project(view, this.foot.position);
    const isSeen = foot.depth > 0.3 && foot.x > free.left && foot.x < free.right &&
      foot.y > free.top && foot.y < free.bottom - 72;
    if (isSeen || foot.depth < 0.3) return;
    const turned = (/** @type {number} */ pixels) =>
      (Math.atan(pixels / focal(view)) * 180) / Math.PI;
    const { stand } = walker;
    const middle = {
      x: (free.left + free.right) / 2,
      y: free.top + (free.bottom - free.top) * 0.7,
    };
    const across = turned(foot.x - view.width / 2) - turned(middle.x - view.width / 2);
    const down = turned(foot.y - view.height / 2) - turned(middle.y - view.height / 2);
    walker.set({
      ...stand,
      heading: compass(stand.heading + across),
      pitch: Math.max(-80, stand.pitch - down),
    });
  }

  /**
   * The place on the ground below a point of the picture.
   *
   * @param {{x: number, y: number}} at @param {number} [least] metres away
   */
  spotAt({ x, y }, least = 0) {
    const { stage, frame } = this.view;
    if (!stage || !frame) return undefined;
    const { nearest, farthest } = reachOf(this.size);
    const spot = spotAlong(stage.ray(x, y).ray, (east, south) => this.view.groundAt(east, south), {
      nearest: Math.max(nearest, least),
      farthest: Math.max(farthest, least),
      isBlocked: (east, south) => stage.isBlocked(east, south),
    });
    if (!spot) return undefined;
    const { lat, lon } = frame.place(spot);
    return { lat, lon };
  }

  grabKnobs() {
    const { turn, size, lift } = this.handles;
    const kind = () => `gesture ${this.gesture}`;
    this.grab(turn, (dx) => this.set({ heading: this.held.heading - dx * 0.8 }, kind()));
    this.grab(
      size,
      (dx, dy) => this.set({ scale: this.held.scale * Math.exp((dx - dy) * 0.008) }, kind()),
    );
    this.grab(lift, (_, dy) => {
      const { stage } = this.view;
      if (!stage) return;
      const view = stage.view();
      const metre = focal(view);
      const { depth } = project(view, this.foot.position);
      const up = this.held.lift + risen(-dy, depth, metre);
      this.set({ lift: settled(up, risen(8, depth, metre)) }, kind());
    });
  }

  /** Something by a knob. @param {HTMLElement} element @param {(dx: number, dy: number) => void} moved since it was taken */
  grab(element, moved) {
    element.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.begin();
      const [x, y] = [event.clientX, event.clientY];
      const move = (/** @type {PointerEvent} */ now) => {
        if (now.pointerId === event.pointerId) moved(now.clientX - x, now.clientY - y);
      };
      element.addEventListener('pointermove', move);
      const end = () => element.removeEventListener('pointermove', move);
      element.addEventListener('lostpointercapture', end, { once: true });
    });
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
    this.set(next, `key ${event.key}`);
  }

  // Marks

  /** Where the object is in the picture; undefined outside of it. */
  inPicture() {
    const { stage } = this.view;
    if (!stage) return undefined;
    const { min, max } = this.object.boundingBox;
    return inPicture(stage.view(), {
      position: this.node.position,
      turn: this.node.quaternion,
      scale: this.placement.scale,
      min: { x: min[0], y: min[2], z: -max[1] },
      max: { x: max[0], y: max[2], z: -min[1] },
    });
  }

  drawMarks() {
    const { stage } = this.view;
    if (!stage) return;
    const whole = { left: 0, top: 0, right: stage.width, bottom: stage.height };
    this.handles.say(this.options.words?.(this.size) ?? '');
    this.handles.put(
      this.inPicture(),
      project(stage.view(), this.foot.position),
      this.options.free?.() ?? whole,
    );
  }

  end() {
    this.control.abort();
    this.hands.end();
    const { stage } = this;
    if (stage) {
      stage.isPickingOff = false;
      stage.scene.remove(this.node, this.foot, this.stem);
      stage.onDraw = stage.onDraw.filter((body) => body !== this.draw);
      if (!stage.isGone) stage.invalidate();
    }
    disposeOf(this.foot);
    disposeOf(this.stem);
    this.handles.remove();
  }
}
