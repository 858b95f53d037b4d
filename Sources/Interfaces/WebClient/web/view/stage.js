// The stage: one canvas with camera, world and things, and the labels over it. Draws only when
// something has changed.

import { modelAddress } from '../data/objects.js';
import {
  CircleGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  RingGeometry,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { poseToScene } from './frames.js';
import { edgeArrow, inPicture, project } from './frustum.js';
import { placeLabels } from './labels.js';
import { Models } from './models.js';
import { makeLights } from './world/sky.js';

/** @typedef {import('./frames.js').LocalFrame} LocalFrame */
/** @typedef {import('./frames.js').Vector} Vector */
/** @typedef {import('./frames.js').Quaternion} Turn */
/** @typedef {import('./frustum.js').Camera} Camera */
/**
 * @typedef {Object} Thing
 * @property {string} id
 * @property {string} object
 * @property {{position: {lat: number, lon: number, h?: number}, quaternion: Turn}} pose
 * @property {number} scale
 * @property {number} priority
 * @property {{min: number[], max: number[]}} boundingBox
 * @property {boolean} [isTrial] placed in the tutorial's sandbox
 * @property {boolean} [target]
 * @property {string} [name] of its own
 * @property {string} [message] that it carries
 * @property {boolean} [showsMessage] in the picture
 * @property {string} [label] what it is called
 * @property {'full' | 'box' | 'label'} [level]
 */
/** @typedef {{width: number, height: number}} Size pixels */
/** @typedef {{thing: Thing, node: import('three').Object3D, fade: number, wanted: boolean, label: HTMLElement, top: number}} Shown */
/**
 * @typedef {Object} StageOptions
 * @property {(path: string) => Promise<ArrayBuffer>} load
 * @property {(id: string) => void} onSelect
 * @property {(distance: number) => string} distance a distance in words
 * @property {boolean} [transparent] over the camera's picture
 * @property {number} [pixels] most pixels of the canvas
 */

const fadeTime = 220;
/** Metres to a target within which the word about it is told. */
const noteMetres = 40;

export class Stage {
  /** @param {HTMLElement} holder @param {StageOptions} options */
  constructor(holder, options) {
    this.holder = holder;
    this.options = options;
    this.renderer = new WebGLRenderer({
      antialias: true,
      alpha: options.transparent ?? false,
      powerPreference: 'low-power',
    });
    this.renderer.outputColorSpace = SRGBColorSpace;
    // A plain sky until the world is drawn.
    if (!options.transparent) this.renderer.setClearColor(0xcfdde4, 1);
    this.canvas = this.renderer.domElement;
    this.canvas.className = 'stage-canvas';
    this.canvas.setAttribute('aria-hidden', 'true');
    this.overlay = document.createElement('div');
    this.overlay.className = 'stage-labels';
    this.overlay.setAttribute('aria-hidden', 'true');
    this.arrow = document.createElement('div');
    this.arrow.className = 'stage-arrow';
    this.arrow.hidden = true;
    this.arrow.append(document.createElement('span'), document.createElement('b'));
    holder.append(this.canvas, this.overlay);
    this.overlay.append(this.arrow);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(60, 1, 0.1, 4000);
    this.things = new Group();
    this.scene.add(this.things);
    this.lights = makeLights();
    this.lights.sun.position.set(60, 100, 40);
    this.lights.sun.intensity = this.lights.sky.intensity = 2.2;
    this.scene.add(this.lights.sun, this.lights.sky);
    this.models = new Models(options.load);
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {Set<string>} */
    this.labelled = new Set();
    /** @type {Map<string, {whole: Size, short: Size}>} of labels, with their message and without */
    this.sizes = new Map();
    /** @type {string | undefined} */
    this.highlighted = undefined;
    /** @type {{position: Vector, note?: string} | undefined} */
    this.target = undefined;
    /** @type {((camera: Camera) => void)[]} */
    this.onDraw = [];
    this.scriptTimes = /** @type {number[]} */ ([]);
    this.frames = 0;
    this.width = 1;
    this.height = 1;
    /** While something else is dragged or aligned, nothing is chosen. */
    this.isPickingOff = false;
    this.isGone = false;
    this.eye = { x: 0, y: 1.6, z: 0 };
    /** The ground where no world is drawn. @type {(x: number, z: number) => number} */
    this.ground = () => this.eye.y - 1.6;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(holder);
    this.canvas.addEventListener('click', (/** @type {MouseEvent} */ event) => this.pick(event));
    this.resize();
  }

  /** Stands on another frame: everything is placed anew. @param {LocalFrame} frame */
  setFrame(frame) {
    this.frame = frame;
    for (const shown of this.shown.values()) this.place(shown);
    this.invalidate();
  }

  /** @param {import('./world/world.js').World | undefined} world */
  setWorld(world) {
    if (this.world) {
      this.scene.remove(this.world.group);
      this.world.dispose();
    }
    this.world = world;
    this.scene.remove(this.lights.sun, this.lights.sky);
    if (world) {
      this.scene.add(world.group);
      this.scene.fog = world.fog;
    } else {
      this.scene.fog = null;
      this.scene.add(this.lights.sun, this.lights.sky);
    }
    this.invalidate();
  }

  /** The height of the ground. @param {number} x @param {number} z */
  groundAt(x, z) {
    return this.world?.groundAt(x, z) ?? this.ground(x, z);
  }

  /** Where the camera is and what it looks at. @param {Vector} eye @param {Turn} turn */
  setCamera(eye, turn) {
    this.eye = eye;
    this.camera.position.set(eye.x, eye.y, eye.z);
    this.camera.quaternion.set(turn.x, turn.y, turn.z, turn.w);
    this.world?.moveTo(eye);
    this.invalidate();
  }

  /** @param {number} vertical degrees */
  setFieldOfView(vertical) {
    this.camera.fov = vertical;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** The camera as plain values, in the scene also where tracking carries it. @returns {Camera} */
  view() {
    const position = this.camera.getWorldPosition(new Vector3());
    const quaternion = this.camera.getWorldQuaternion(new Quaternion());
    return {
      position: { x: position.x, y: position.y, z: position.z },
      turn: { x: quaternion.x, y: quaternion.y, z: quaternion.z, w: quaternion.w },
      vertical: this.camera.fov,
      width: this.width,
      height: this.height,
    };
  }

  /** What is to be shown: the rest fades out, what is new fades in. @param {Thing[]} things */
  setThings(things) {
    const wanted = new Map(things.map((thing) => [thing.id, thing]));
    for (const [id, shown] of this.shown) {
      const thing = wanted.get(id);
      shown.wanted = thing !== undefined;
      if (!thing) continue;
      const hasMoved = JSON.stringify([thing.pose, thing.scale]) !==
        JSON.stringify([shown.thing.pose, shown.thing.scale]);
      shown.thing = thing;
      this.write(shown);
      if (hasMoved) this.place(shown);
    }
    for (const thing of things) if (!this.shown.has(thing.id)) this.add(thing);
    this.invalidate();
  }

  /** @param {Thing} thing */
  add(thing) {
    const label = document.createElement('div');
    label.className = 'stage-label';
    label.addEventListener('click', () => {
      if (!this.isPickingOff) this.options.onSelect(thing.id);
    });
    this.overlay.append(label);
    const node = new Group();
    node.visible = false;
    const shown = {
      thing,
      node,
      fade: 0,
      wanted: true,
      label,
      top: thing.boundingBox.max[2] * thing.scale,
    };
    this.shown.set(thing.id, shown);
    node.userData.id = thing.id;
    this.things.add(node);
    this.write(shown);
    this.place(shown);
    // What is no object is a plain box.
    const path = thing.object ? modelAddress(thing.object) : '';
    this.models.get(path, thing.boundingBox).then((model) => {
      if (this.shown.get(thing.id) !== shown) return;
      node.add(model, contactShadow(thing));
      this.dress(shown);
      this.invalidate();
    });
  }

  /** @param {Shown} shown */
  write(shown) {
    const { id, label = '', message, showsMessage } = shown.thing;
    const words = message && showsMessage ? message : '';
    const said = `${label}\n${words}`;
    if (shown.label.dataset.said === said) return;
    shown.label.dataset.said = said;
    shown.label.replaceChildren(label);
    if (words) {
      const text = document.createElement('p');
      text.textContent = words;
      shown.label.append(text);
    }
    shown.label.classList.toggle('has-message', words !== '');
    this.sizes.delete(id);
  }

  /** @param {Shown} shown */
  place(shown) {
    if (!this.frame) return;
    const { pose, scale } = shown.thing;
    const at = this.frame.scene(pose.position);
    if (pose.position.h === undefined) at.y = this.groundAt(at.x, at.z);
    const turn = poseToScene(pose.quaternion);
    shown.node.position.set(at.x, at.y, at.z);
    shown.node.quaternion.set(turn.x, turn.y, turn.z, turn.w);
    shown.node.scale.setScalar(scale);
  }

  /** Sets how clear a thing is, and whether it has a ring around it. @param {Shown} shown */
  dress(shown) {
    const { node, fade } = shown;
    node.visible = fade > 0;
    // Grows out of its place; materials are shared and stay as they are.
    node.scale.setScalar(shown.thing.scale * (0.6 + 0.4 * fade * (2 - fade)));
    const isMarked = shown.thing.id === this.highlighted || shown.thing.target === true;
    if (isMarked && !shown.node.userData.ring) {
      const { min, max } = shown.thing.boundingBox;
      const radius = Math.max(max[0] - min[0], max[1] - min[1], 0.4) * 0.75;
      const ring = new Mesh(
        new RingGeometry(radius, radius * 1.18, 40).rotateX(-Math.PI / 2).translate(
          0,
          min[2] + 0.03,
          0,
        ),
        new MeshBasicMaterial({
          color: '#e08a00',
          transparent: true,
          opacity: 0.95,
          depthWrite: false,
        }),
      );
      node.userData.ring = ring;
      node.add(ring);
    } else if (!isMarked && node.userData.ring) {
      node.remove(node.userData.ring);
      node.userData.ring.geometry.dispose();
      node.userData.ring = undefined;
    }
    shown.label.classList.toggle('is-marked', isMarked);
    shown.label.style.opacity = String(fade);
  }

  /** @param {string | undefined} id */
  highlight(id) {
    this.highlighted = id;
    for (const shown of this.shown.values()) this.dress(shown);
    this.invalidate();
  }

  /** A place to be led to, with a word about it; undefined for none. @param {{position: Vector, note?: string} | undefined} target */
  setTarget(target) {
    this.target = target;
    this.invalidate();
  }

  resize() {
    const { clientWidth, clientHeight } = this.holder;
    this.width = Math.max(1, clientWidth);
    this.height = Math.max(1, clientHeight);
    // The size of the device's own picture is the browser's business.
    if (this.renderer.xr.isPresenting) return;
    const most = Math.sqrt((this.options.pixels ?? 1_600_000) / (this.width * this.height));
    this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, 2, most));
    this.renderer.setSize(this.width, this.height, false);
    this.camera.aspect = this.width / this.height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** Has the picture drawn at the next frame. */
  invalidate() {
    if (this.isWaiting || this.isGone || this.renderer.xr.isPresenting) return;
    this.isWaiting = true;
    requestAnimationFrame((now) => {
      this.isWaiting = false;
      this.draw(now);
    });
  }

  /** @param {number} now */
  draw(now) {
    if (this.isGone) return;
    const begin = performance.now();
    const isFading = this.fade(now);
    const view = this.view();
    for (const body of this.onDraw) body(view);
    this.drawLabels(view);
    this.drawArrow(view);
    const script = performance.now() - begin;
    this.renderer.render(this.scene, this.camera);
    this.frames++;
    this.scriptTimes.push(script);
    if (this.scriptTimes.length > 200) this.scriptTimes.shift();
    this.last = isFading ? now : undefined;
    if (isFading) this.invalidate();
  }

  /** Moves what comes and goes. @param {number} now @returns {boolean} whether something still does */
  fade(now) {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const step = isStill ? 1 : Math.min(1, (now - (this.last ?? now - 16)) / fadeTime);
    let isFading = false;
    for (const [id, shown] of this.shown) {
      const goal = shown.wanted ? 1 : 0;
      if (shown.fade === goal && shown.fade > 0) continue;
      shown.fade = goal > shown.fade
        ? Math.min(goal, shown.fade + step)
        : Math.max(goal, shown.fade - step);
      this.dress(shown);
      if (shown.fade !== goal) isFading = true;
      if (shown.fade === 0 && !shown.wanted) {
        this.things.remove(shown.node);
        shown.label.remove();
        this.shown.delete(id);
        this.sizes.delete(id);
      }
    }
    return isFading;
  }

  /** @param {Camera} view */
  drawLabels(view) {
    const labels = [];
    for (const [id, shown] of this.shown) {
      const { position } = shown.node;
      const point = project(view, {
        x: position.x,
        y: position.y + shown.top + 0.25,
        z: position.z,
      });
      const isSeen = shown.fade > 0 && point.depth > 0.3 && point.x > -60 &&
        point.x < view.width + 60 &&
        point.y > -40 && point.y < view.height + 40 && shown.label.textContent !== '';
      if (!isSeen) {
        if (this.labelled.delete(id)) shown.label.style.visibility = 'hidden';
        continue;
      }
      let size = this.sizes.get(id);
      if (!size) {
        size = sizesOf(shown.label);
        if (size.whole.width) this.sizes.set(id, size);
      }
      const weight = (id === this.highlighted || shown.thing.target ? 1e6 : 0) +
        (shown.thing.priority + 20) / Math.max(point.depth, 4);
      labels.push({ id, x: point.x, y: point.y, ...size.whole, short: size.short, weight });
    }
    const placed = placeLabels(labels, view, this.labelled);
    const now = new Set();
    for (const { id, left, top, isShort } of placed) {
      const shown = this.shown.get(id);
      if (!shown) continue;
      now.add(id);
      shown.label.classList.toggle('is-short', isShort);
      shown.label.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      if (!this.labelled.has(id)) shown.label.style.visibility = 'visible';
    }
    for (const id of this.labelled) {
      const shown = this.shown.get(id);
      if (shown && !now.has(id)) shown.label.style.visibility = 'hidden';
    }
    this.labelled = now;
  }

  /** @param {Camera} view */
  drawArrow(view) {
    const at = this.target && (edgeArrow(view, this.target.position, 44) ?? this.noteAt(view));
    this.arrow.hidden = !at;
    if (!at || !this.target) return;
    const away = this.options.distance(this.targetMetres(view));
    const text = this.isNoteDue(view) ? `${away} · ${this.target.note}` : away;
    const [pointer, words] = this.arrow.children;
    if (words.textContent !== text) words.textContent = text;
    this.arrow.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
    /** @type {HTMLElement} */ (pointer).style.transform = `rotate(${at.angle.toFixed(1)}deg)`;
  }

  /** How far the target is, in metres along the ground. @param {Camera} view */
  targetMetres({ position }) {
    const there = this.target?.position ?? position;
    return Math.hypot(there.x - position.x, there.z - position.z);
  }

  /** Whether one is so near that one looks for what the word is about. @param {Camera} view */
  isNoteDue(view) {
    return Boolean(this.target?.note) && this.targetMetres(view) <= noteMetres;
  }

  /** Where the word about a target stands that is in the picture. @param {Camera} view */
  noteAt(view) {
    if (!this.target || !this.isNoteDue(view)) return undefined;
    const { x, y } = project(view, this.target.position);
    // Its words are as wide as half a phone.
    const side = Math.min(140, view.width / 2);
    return { x: Math.min(Math.max(x, side), view.width - side), y, angle: 180 };
  }

  /** The things whose boxes are in the picture, nearest first. @returns {Thing[]} */
  inView() {
    const view = this.view();
    const found = [];
    for (const shown of this.shown.values()) {
      if (!shown.wanted) continue;
      const rectangle = inPicture(view, sceneBox(shown));
      if (rectangle) found.push({ thing: shown.thing, depth: rectangle.depth });
    }
    return found.sort((a, b) => a.depth - b.depth).map(({ thing }) => thing);
  }

  /** The ray through a point of the picture. @param {number} x @param {number} y pixels */
  ray(x, y) {
    const ray = new Raycaster();
    // It may have been turned since the last picture was drawn.
    this.camera.updateWorldMatrix(true, false);
    ray.setFromCamera(
      new Vector2((x / this.width) * 2 - 1, 1 - (y / this.height) * 2),
      this.camera,
    );
    return ray;
  }

  /** Whether nothing can stand somewhere, as in a house that is drawn. @param {number} x @param {number} z */
  isBlocked(x, z) {
    return this.world?.isInHouse(x, z) ?? false;
  }

  /** @param {MouseEvent} event */
  pick(event) {
    if (this.isPickingOff) return;
    const around = this.canvas.getBoundingClientRect();
    const hit = this.ray(event.clientX - around.left, event.clientY - around.top)
      .intersectObjects(this.things.children, true)[0];
    let node = hit?.object;
    while (node && !node.userData.id) node = node.parent;
    if (node) this.options.onSelect(node.userData.id);
  }

  dispose() {
    this.isGone = true;
    this.observer.disconnect();
    this.world?.dispose();
    this.models.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
    this.overlay.remove();
  }
}

/** How large a label is with its message and without it. @param {HTMLElement} label */
function sizesOf(label) {
  const measure = (/** @type {boolean} */ isShort) => {
    label.classList.toggle('is-short', isShort);
    return { width: label.offsetWidth, height: label.offsetHeight };
  };
  const short = measure(true);
  return { short, whole: measure(false) };
}

/** The box of a thing, in the scene. @param {Shown} shown */
function sceneBox(shown) {
  const { min, max } = shown.thing.boundingBox;
  return {
    position: shown.node.position,
    turn: shown.node.quaternion,
    scale: shown.thing.scale,
    min: { x: min[0], y: min[2], z: -max[1] },
    max: { x: max[0], y: max[2], z: -min[1] },
  };
}

/** A soft dark spot where a thing stands. @param {Thing} thing */
function contactShadow(thing) {
  const { min, max } = thing.boundingBox;
  const radius = Math.max(0.15, Math.max(max[0] - min[0], max[1] - min[1]) * 0.55);
  const spot = new Mesh(
    new CircleGeometry(radius, 24).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({
      color: '#3c3426',
      transparent: true,
      opacity: 0.22,
      depthWrite: false,
    }),
  );
  spot.position.set((min[0] + max[0]) / 2, min[2] + 0.02, -(min[1] + max[1]) / 2);
  return spot;
}
