// Walking and looking in the synthetic world by keys, mouse, touch and gamepad.

import { compass } from './frames.js';

/** @typedef {{x: number, z: number, heading: number, pitch: number}} Stand */

const speed = { walk: 2.4, run: 9, turn: 75 };
/** @type {Record<string, string>} */
const keys = {
  KeyW: 'forward',
  ArrowUp: 'forward',
  KeyS: 'back',
  ArrowDown: 'back',
  KeyA: 'left',
  KeyD: 'right',
  ArrowLeft: 'turnLeft',
  ArrowRight: 'turnRight',
  KeyQ: 'turnLeft',
  KeyE: 'turnRight',
  PageUp: 'up',
  PageDown: 'down',
};

/**
 * One step, kept out of houses but never stuck in one.
 *
 * @param {Stand} stand @param {{forward: number, side: number, turn: number, look: number}} push -1 to 1
 * @param {number} seconds @param {boolean} isRunning
 * @param {(x: number, z: number) => boolean} isBlocked
 * @returns {Stand}
 */
export function step(stand, push, seconds, isRunning, isBlocked) {
  const heading = compass(stand.heading + push.turn * speed.turn * seconds);
  const pitch = Math.min(80, Math.max(-80, stand.pitch + push.look * 45 * seconds));
  const pace = (isRunning ? speed.run : speed.walk) * seconds /
    Math.max(1, Math.hypot(push.forward, push.side));
  const [sine, cosine] = [Math.sin((heading * Math.PI) / 180), Math.cos((heading * Math.PI) / 180)];
  const x = stand.x + (push.forward * sine + push.side * cosine) * pace;
  const z = stand.z + (-push.forward * cosine + push.side * sine) * pace;
  const isStuck = isBlocked(stand.x, stand.z);
  if (isStuck || !isBlocked(x, z)) return { x, z, heading, pitch };
  // Along the wall.
  if (!isBlocked(x, stand.z)) return { x, z: stand.z, heading, pitch };
  if (!isBlocked(stand.x, z)) return { x: stand.x, z, heading, pitch };
  return { x: stand.x, z: stand.z, heading, pitch };
}

/** Metres that whoever is put before a house stands away from its walls. */
const clearance = 3;

/**
 * Where somebody stands who would stand in a house: on the nearest free spot, looking away from it;
 * as before if that is free, or if nothing is free within some metres.
 *
 * @param {Stand} stand @param {(x: number, z: number) => boolean} isBlocked
 * @param {number} [reach] metres
 * @returns {Stand}
 */
export function freeStand(stand, isBlocked, reach = 80) {
  if (!isBlocked(stand.x, stand.z)) return stand;
  const around = (/** @type {number} */ x, /** @type {number} */ z, /** @type {number} */ radius) =>
    Array.from({ length: 16 }, (_, part) => ({
      x: x + radius * Math.sin((part * Math.PI) / 8),
      z: z - radius * Math.cos((part * Math.PI) / 8),
      heading: part * 22.5,
    }));
  for (let radius = 2; radius <= reach; radius += 2) {
    for (const spot of around(stand.x, stand.z, radius)) {
      if (isBlocked(spot.x, spot.z)) continue;
      if (around(spot.x, spot.z, clearance).some(({ x, z }) => isBlocked(x, z))) continue;
      return { ...stand, ...spot };
    }
  }
  return stand;
}

/**
 * Some metres further through points, looking ahead; points that are reached are left out.
 *
 * @param {Stand} stand @param {{x: number, z: number}[]} points @param {number} metres
 * @returns {{stand: Stand, left: {x: number, z: number}[]}} `left`: nothing once it is there
 */
export function along(stand, points, metres) {
  let { x, z, heading } = stand;
  let next = 0;
  while (next < points.length) {
    const [dx, dz] = [points[next].x - x, points[next].z - z];
    const length = Math.hypot(dx, dz);
    if (length > 0.01) heading = compass((Math.atan2(dx, -dz) * 180) / Math.PI);
    if (length > metres) {
      x += (dx * metres) / length;
      z += (dz * metres) / length;
      break;
    }
    metres -= length;
    ({ x, z } = points[next]);
    next++;
  }
  return { stand: { x, z, heading, pitch: stand.pitch }, left: points.slice(next) };
}

/** Somebody who is led through spots, until walking or looking by hand. */
export class Led {
  /** Who was moved last, and to where. @type {{walker: {stand: Stand}, stand: Stand} | undefined} */
  #moved;

  /** @param {{lat: number, lon: number}[]} spots those that are left */
  constructor(spots) {
    this.left = spots;
  }

  /** Whether somebody else has moved this walker since; a new one has not been moved. @param {{stand: Stand}} walker */
  isOff(walker) {
    return this.#moved?.walker === walker && walker.stand !== this.#moved.stand;
  }

  /**
   * Some metres further.
   *
   * @param {{stand: Stand, set: (stand: Stand) => void}} walker
   * @param {(spot: {lat: number, lon: number}) => {x: number, z: number}} place where a spot is in the walker's frame
   * @param {number} metres
   */
  walk(walker, place, metres) {
    const next = along(walker.stand, this.left.map(place), metres);
    this.left = this.left.slice(this.left.length - next.left.length);
    this.#moved = { walker, stand: next.stand };
    walker.set(next.stand);
  }
}

export class Walker {
  /**
   * @param {HTMLElement} surface takes the keys and the pointer
   * @param {{stand: Stand, isBlocked: (x: number, z: number) => boolean, moved: (stand: Stand) => void,
   *   perPixel: () => number}} options perPixel: degrees of a pixel
   */
  constructor(surface, options) {
    this.surface = surface;
    this.options = options;
    this.stand = options.stand;
    /** @type {Set<string>} */
    this.held = new Set();
    this.isRunning = false;
    /** @type {{x: number, y: number, id: number} | undefined} */
    this.drag = undefined;
    /** Off while something else is dragged. */
    this.isOff = false;
    const control = new AbortController();
    this.control = control;
    const { signal } = control;
    surface.addEventListener('keydown', (event) => this.key(event, true), { signal });
    surface.addEventListener('keyup', (event) => this.key(event, false), { signal });
    surface.addEventListener('blur', () => this.release(), { signal });
    surface.addEventListener('pointerdown', (event) => this.press(event), { signal });
    surface.addEventListener('pointermove', (event) => this.look(event), { signal });
    for (const name of ['pointerup', 'pointercancel']) {
      surface.addEventListener(name, () => this.letGo(), { signal });
    }
    addEventListener('gamepadconnected', () => this.run(), { signal });
  }

  /** @param {KeyboardEvent} event @param {boolean} isDown */
  key(event, isDown) {
    const what = keys[event.code];
    this.isRunning = event.shiftKey;
    if (!what || this.isOff || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (isDown) this.hold(what);
    else this.held.delete(what);
  }

  /** Starts something as if its key was held: forward, back, left, right, turnLeft, turnRight. @param {string} what */
  hold(what) {
    this.held.add(what);
    this.run();
  }

  release() {
    this.held.clear();
  }

  /** One push of a button: a metre or two, or an eighth of a turn. @param {string} what */
  nudge(what) {
    const push = pushOf(new Set([what]));
    const seconds = push.turn ? 0.6 : 0.8;
    this.set(step(this.stand, push, seconds, false, this.options.isBlocked));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (
      this.isOff || event.button !== 0 || /** @type {Element} */
      (event.target).closest('button, a, input, label')
    ) return;
    this.drag = { x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  /** The pointer that looks around does so no longer. */
  letGo() {
    this.drag = undefined;
  }

  /** @param {PointerEvent} event */
  look(event) {
    if (!this.drag || this.isOff || event.pointerId !== this.drag.id) return;
    const scale = this.options.perPixel();
    const { stand } = this;
    this.set({
      ...stand,
      heading: compass(stand.heading - (event.clientX - this.drag.x) * scale),
      pitch: Math.min(80, Math.max(-80, stand.pitch + (event.clientY - this.drag.y) * scale)),
    });
    this.drag = { x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  /** @param {Stand} stand */
  set(stand) {
    this.stand = stand;
    this.options.moved(stand);
  }

  run() {
    if (this.isWalking) return;
    this.isWalking = true;
    let last = performance.now();
    const frame = (/** @type {number} */ now) => {
      const push = pushOf(this.held);
      const pad = padOf();
      push.forward += pad.forward;
      push.side += pad.side;
      push.turn += pad.turn;
      push.look += pad.look;
      const isMoving = push.forward || push.side || push.turn || push.look;
      if (isMoving) {
        const seconds = Math.min(0.25, (now - last) / 1000);
        this.set(step(this.stand, push, seconds, this.isRunning, this.options.isBlocked));
      }
      last = now;
      if (this.control.signal.aborted || (!this.held.size && !pad.isThere)) this.isWalking = false;
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  end() {
    this.control.abort();
    this.release();
  }
}

/** @param {Set<string>} held */
function pushOf(held) {
  const is = (/** @type {string} */ name) => held.has(name) ? 1 : 0;
  return {
    forward: is('forward') - is('back'),
    side: is('right') - is('left'),
    turn: is('turnRight') - is('turnLeft'),
    look: is('up') - is('down'),
  };
}

/** The first gamepad's sticks: left walks, right looks. */
function padOf() {
  const pad = navigator.getGamepads?.().find((one) => one?.connected);
  const dead = (/** @type {number | undefined} */ value) =>
    Math.abs(value ?? 0) < 0.15 ? 0 : value ?? 0;
  if (!pad) return { forward: 0, side: 0, turn: 0, look: 0, isThere: false };
  return {
    side: dead(pad.axes[0]),
    forward: -dead(pad.axes[1]),
    turn: dead(pad.axes[2]),
    look: -dead(pad.axes[3]),
    isThere: true,
  };
}
