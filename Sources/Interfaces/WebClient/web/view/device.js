// How the device is turned, and what its camera sees.

import { alignmentAt, deviceTurn, feelStep, fuseHeading, keepAlignment } from './fusion.js';

/** @typedef {import('./frames.js').Quaternion} Quaternion */
/** @typedef {{x: number | null, y: number | null, z: number | null}} Acceleration metres per second squared */
/**
 * @typedef {Object} Reading how the device is turned, in degrees
 * @property {string} type
 * @property {boolean} [absolute]
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number | null} gamma
 * @property {number} [webkitCompassHeading]
 */

/**
 * A sensor, where the device has it; some browsers ask for it.
 *
 * @param {string} name of its event @returns {{requestPermission?: () => Promise<string>} | undefined}
 */
const sensor = (name) => Reflect.get(globalThis, name);

const key = 'wayside.alignments';

/** @returns {import('./fusion.js').Alignment[]} */
function readAlignments() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Follows the steps of whoever carries the device. */
export class Steps {
  /** @param {() => void} taken at each step */
  constructor(taken) {
    /** @type {import('./fusion.js').Gait | undefined} */
    let gait;
    this.take = (/** @type {{acceleration: Acceleration | null}} */ { acceleration }) => {
      if (!acceleration) return;
      const { x, y, z } = acceleration;
      if (x === null || y === null || z === null) return;
      const strength = Math.hypot(x, y, z);
      if (!Number.isFinite(strength)) return;
      const felt = feelStep(gait, strength, performance.now());
      gait = felt.gait;
      if (felt.isStep) taken();
    };
  }

  /** Asks for the sensor; call it after a tap. */
  async start() {
    const kind = sensor('DeviceMotionEvent');
    if (!kind) return;
    if (typeof kind.requestPermission === 'function') {
      await kind.requestPermission().catch(() => 'denied');
    }
    addEventListener('devicemotion', this.take);
  }

  end() {
    removeEventListener('devicemotion', this.take);
  }
}

/** Follows how the device is turned: gyro for the moment, compass for the truth. */
export class Orientation {
  /** @param {(turn: Quaternion) => void} moved */
  constructor(moved) {
    this.moved = moved;
    /** @type {import('./fusion.js').HeadingState | undefined} */
    this.state = undefined;
    /** Degrees that are added to what the compass says, by aligning or for this spot. */
    this.correction = 0;
    this.hasCompass = false;
    this.alignments = readAlignments();
    this.take = (/** @type {Reading} */ event) => this.read(event);
  }

  /** Asks for the sensors; call it after a tap. @returns {Promise<'granted' | 'denied' | 'missing'>} */
  async start() {
    const kind = sensor('DeviceOrientationEvent');
    if (!kind) return 'missing';
    const answer = typeof kind.requestPermission === 'function'
      ? await kind.requestPermission().catch(() => 'denied')
      : 'granted';
    addEventListener('deviceorientationabsolute', this.take);
    addEventListener('deviceorientation', this.take);
    return answer === 'granted' ? 'granted' : 'denied';
  }

  /** @param {Reading} event */
  read(event) {
    const { alpha, beta, gamma } = event;
    if (typeof alpha !== 'number' || typeof beta !== 'number' || typeof gamma !== 'number') return;
    const now = performance.now();
    // Absolute readings are the compass; the relative ones, where there are both, the gyro.
    if (event.type === 'deviceorientationabsolute' || event.absolute) {
      this.hasCompass = true;
      this.absolute = alpha;
      if (this.relative === undefined || now - (this.relativeAt ?? 0) > 500) {
        this.tell({ beta, gamma }, alpha);
      }
      return;
    }
    this.relative = alpha;
    this.relativeAt = now;
    const truth = typeof event.webkitCompassHeading === 'number'
      ? 360 - event.webkitCompassHeading
      : this.absolute;
    if (truth !== undefined) {
      this.hasCompass = true;
      this.state = fuseHeading(this.state, alpha, truth, now);
    }
    this.tell({ beta, gamma }, alpha + (this.state?.offset ?? 0));
  }

  /** @param {{beta: number, gamma: number}} event @param {number} alpha */
  tell(event, alpha) {
    const screen = globalThis.screen?.orientation?.angle ?? 0;
    this.moved(deviceTurn(alpha - this.correction, event.beta, event.gamma, screen));
  }

  /** Takes the correction that was kept for a spot. @param {{lat: number, lon: number}} spot */
  standAt(spot) {
    this.correction = alignmentAt(this.alignments, spot);
  }

  /** Keeps the correction for a spot. @param {{lat: number, lon: number}} spot @param {number} heading degrees */
  keep(spot, heading) {
    this.correction = heading;
    this.alignments = keepAlignment(this.alignments, { ...spot, heading, at: Date.now() });
    try {
      localStorage.setItem(key, JSON.stringify(this.alignments));
    } catch {
      // Without storage it holds until the page is closed.
    }
  }

  end() {
    removeEventListener('deviceorientationabsolute', this.take);
    removeEventListener('deviceorientation', this.take);
  }
}

/**
 * The camera's picture in a video element; call it after a tap.
 *
 * @param {HTMLVideoElement} video
 * @returns {Promise<() => void>} what ends it
 * @throws {DOMException} NotAllowedError if refused, NotFoundError without a camera
 */
export async function startCamera(video) {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('no camera', 'NotFoundError');
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  return () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}

/** Degrees between the lower and upper side of the picture, of the usual main camera of a phone. */
export function cameraFieldOfView(/** @type {number} */ width, /** @type {number} */ height) {
  // About 67 degrees along the longer side; the picture is cut to the page.
  const longer = 67;
  if (height >= width) return longer;
  return (2 * Math.atan((Math.tan((longer * Math.PI) / 360) * height) / width) * 180) / Math.PI;
}
