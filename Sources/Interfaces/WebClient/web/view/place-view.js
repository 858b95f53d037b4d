// The AR view as a whole: a stage with what stands around, seen by the device's camera or walked in
// the synthetic world. Pages give it a place and draw what it tells.

import { cameraAngles, cameraTurn, compass, course, LocalFrame } from './frames.js';
import { biasAt, fusePosition, goneOn, stepLength, unbiased } from './fusion.js';
import { clock } from './frustum.js';
import { HouseAlignment } from './align.js';
import { devicePosition, lastPosition } from '../map/position.js';
import { beginUse } from '../shell/in-use.js';
import { t } from '../shell/texts.js';
import { cameraFieldOfView, Orientation, startCamera, Steps } from './device.js';
import { groundAround, load } from './server.js';
import { Stage } from './stage.js';
import { Tracking } from './tracking.js';
import { Visible } from './visible.js';
import { freeStand, Led, Walker } from './walk.js';
import { HeightGrid } from './world/ground.js';
import { standsInKnown } from './footprints.js';
import { worldTime } from './world/daylight.js';
import { World, worldReach } from './world/world.js';

/** @typedef {import('./stage.js').Thing} Thing */
/** @typedef {{lat: number, lon: number, heading?: number | null}} Spot */
/** @typedef {{thing: Thing, name: string, distance: number, bearing: number, hour: number}} Item */
/** @typedef {'synthetic' | 'camera' | 'xr'} Mode */
/**
 * What stands in the place of what the server says: the view itself asks it for no more.
 *
 * @typedef {Pick<Visible, 'answered' | 'known' | 'follow' | 'jumped' | 'setRealm' | 'reset' | 'end'> & {
 *   isLoading?: boolean, learn: (spot: Spot) => Promise<Pick<Thing, 'pose'>[]>}} Shown
 */
/**
 * @typedef {Object} PlaceViewOptions
 * @property {string} realm
 * @property {string} [tour] that the person is on
 * @property {(id: string) => void} onSelect
 * @property {() => void} changed called when something that is told has changed
 * @property {(metres: number) => string} distance
 * @property {Date} [time] of the synthetic sky; now unless given
 * @property {(place: {lat: number, lon: number, heading: number}) => void} [moved]
 * @property {(error: unknown) => void} [cameraFailed] after the browser's AR the camera could not be shown
 * @property {(changed: (things: Thing[]) => void) => Shown} [visible] what is shown in the place of what
 *   the server says, for instance a draft
 */

const eyeHeight = 1.6;
/** Metres from the middle of the world after which it is made anew. */
const renewal = 500;
/** Metres to which outlines are brought onto houses. */
const alignedTo = 1;

export class PlaceView {
  /** @param {HTMLElement} holder focusable; filled by the view @param {PlaceViewOptions} options */
  constructor(holder, options) {
    this.holder = holder;
    this.options = options;
    /** @type {Mode} */
    this.mode = 'synthetic';
    /** @type {Item[]} */
    this.items = [];
    this.isLoading = true;
    /** @type {number | undefined} metres */
    this.accuracy = undefined;
    /** Where the device is. @type {import('./fusion.js').Fix | undefined} */
    this.fix = undefined;
    /** What the receiver was found to err by. @type {import('./fusion.js').Bias | undefined} */
    this.bias = undefined;
    /** While the outlines of houses are shown. @type {HouseAlignment | undefined} */
    this.alignment = undefined;
    this.hasCompass = true;
    /** @type {'' | 'noMap' | 'noTiles'} */
    this.lack = '';
    this.heading = 0;
    this.isGone = false;
    /** Whether the frame is the one of the place that is shown. */
    this.isSettled = false;
    this.turns = 0;
    /** Counts what `walkAlong` was asked for. */
    this.guided = 0;
    /** What the list last said. */
    this.told = '';
    const changed = (/** @type {Thing[]} */ things) => {
      this.stage?.setThings(things);
      this.listSoon();
    };
    this.visible = /** @type {Visible} */ (
      options.visible?.(changed) ?? new Visible({
        realm: options.realm,
        tour: options.tour,
        changed,
        told: () => this.options.changed(),
      })
    );
    this.isInThing = standsInKnown(
      () => this.visible.known,
      () => this.frame,
      (x, z) => this.groundAt(x, z),
    );
    /** @type {{lat: number, lon: number, h?: number} | undefined} */
    this.target = undefined;
  }

  /** The stage, made when it is first needed. @param {boolean} transparent */
  makeStage(transparent) {
    this.stage?.dispose();
    this.stage = new Stage(this.holder, {
      load,
      transparent,
      onSelect: this.options.onSelect,
      distance: this.options.distance,
    });
    this.stage.ground = (x, z) => this.groundAt(x, z);
    this.stage.onDraw.push(() => this.follow());
    return this.stage;
  }

  /** What is asked of the server after each drawing. */
  follow() {
    if (!this.stage || !this.frame || !this.isSettled) return;
    this.visible.follow(
      this.stage.view(),
      this.frame,
      Math.max(0.3, this.stage.eye.y - this.groundAt(this.stage.eye.x, this.stage.eye.z)),
    );
    this.listSoon();
  }

  /** @param {number} x @param {number} z */
  groundAt(x, z) {
    return this.heights?.at(x, z) ?? 0;
  }

  /** The frame around a spot, with what is known of its ground. @param {Spot} spot */
  async settle(spot) {
    this.isSettled = false;
    const flat = new LocalFrame({ lat: spot.lat, lon: spot.lon, h: 0 });
    const [known, ground] = await Promise.all([
      this.visible.learn(spot),
      groundAround(flat, worldReach),
    ]);
    const points = known.filter((thing) => thing.pose.position.h !== undefined)
      .map((thing) => flat.scene(thing.pose.position));
    // Without imported heights things tell where the ground is. Heights count from the ground here,
    // so that numbers stay small.
    const here = ground
      ? HeightGrid.of(ground, worldReach).at(0, 0)
      : points.length
      ? new HeightGrid(points, worldReach, 40).at(0, 0)
      : 0;
    this.frame = new LocalFrame({ lat: spot.lat, lon: spot.lon, h: here });
    this.heights = ground
      ? HeightGrid.of(ground.map((height) => height - here), worldReach)
      : new HeightGrid(points.map((point) => ({ ...point, y: point.y - here })), worldReach);
    this.isSettled = true;
    return this.frame;
  }

  // The synthetic world

  /** Stands at a spot of the synthetic world. @param {Spot} spot */
  async walkFrom(spot) {
    const turn = ++this.turns;
    this.leaveMode();
    this.mode = 'synthetic';
    this.isLoading = true;
    this.accuracy = undefined;
    this.options.changed();
    const stage = this.stage && !this.isTransparent ? this.stage : this.makeStage(false);
    this.isTransparent = false;
    stage.setFieldOfView(60);
    const frame = await this.settle(spot);
    if (turn !== this.turns || this.isGone) return;
    stage.setFrame(frame);
    this.walker = new Walker(this.holder, {
      stand: { x: 0, z: 0, heading: spot.heading ?? this.heading, pitch: 3 },
      isBlocked: (x, z) => this.isBlocked(x, z),
      moved: (stand) => this.stand(stand),
      perPixel: () => 60 / stage.height,
    });
    this.stand(this.walker.stand);
    const size = matchMedia('(pointer: coarse)').matches || stage.width < 600 ? 1024 : 2048;
    const world = await World.make(frame, this.heights ?? new HeightGrid([], worldReach), load, {
      time: this.options.time ?? worldTime(new Date(), spot, devicePosition()),
      size,
    });
    if (turn !== this.turns || this.isGone) return world.dispose();
    this.lack = world.land.tiles === 0
      ? 'noTiles'
      : world.land.roads.length + world.land.houses.length === 0
      ? 'noMap'
      : '';
    stage.setWorld(world);
    this.isLoading = false;
    this.free(this.walker);
    this.pointTarget();
    this.options.changed();
  }

  /** @param {import('./walk.js').Stand} stand */
  stand(stand) {
    if (!this.frame || !this.stage) return;
    const eye = { x: stand.x, y: this.groundAt(stand.x, stand.z) + eyeHeight, z: stand.z };
    this.heading = stand.heading;
    this.stage.setCamera(eye, cameraTurn({ ...stand, roll: 0 }));
    this.options.moved?.({ ...this.frame.place(eye), heading: stand.heading });
    const isFar = Math.hypot(stand.x, stand.z) > renewal;
    if (isFar && !this.isLoading) {
      this.walkFrom({ ...this.frame.place(eye), heading: stand.heading });
    }
  }

  /** Whether somebody who stands there stands in a house or in a thing. @param {number} x @param {number} z */
  isBlocked(x, z) {
    return (this.stage?.world?.isInHouse(x, z) ?? false) || this.isInThing(x, z);
  }

  /**
   * Where one stands instead of in a house or in a thing, from where nobody sees anything: before the
   * house, looking away from it; before the thing, looking at it.
   *
   * @param {import('./walk.js').Stand} stand
   */
  freed(stand) {
    const free = freeStand(stand, (x, z) => this.isBlocked(x, z));
    const isBeforeThing = free !== stand && !this.stage?.world?.isInHouse(stand.x, stand.z);
    return isBeforeThing ? { ...free, heading: compass(free.heading + 180) } : free;
  }

  /** Brings a walker to where one stands free. @param {Walker} walker */
  free(walker) {
    const stand = this.freed(walker.stand);
    // What was seen from within is listed until the server says what is seen from there.
    if (stand !== walker.stand) this.visible.jumped();
    walker.set(stand);
  }

  /** A step or a turn by a button: forward, back, turnLeft, turnRight. @param {string} what */
  nudge(what) {
    this.walker?.nudge(what);
  }

  /**
   * Walks by itself through spots of the synthetic world, at once where motion is not wanted; ends
   * there, or as soon as the person walks or looks by hand.
   *
   * @param {{lat: number, lon: number}[]} spots
   */
  walkAlong(spots) {
    if (!this.frame || !this.walker || spots.length === 0) return;
    const mine = ++this.guided;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const { stand } = this.walker;
    const end = this.frame.scene({ ...spots[spots.length - 1], h: 0 });
    // Some seconds, however far.
    const pace = Math.min(40, Math.max(4, Math.hypot(end.x - stand.x, end.z - stand.z) / 5));
    const led = new Led(spots);
    let last = performance.now();
    const go = (/** @type {number} */ now) => {
      const { frame, walker } = this;
      if (mine !== this.guided || this.isGone || this.mode !== 'synthetic') return;
      // While the world is made anew, a new walker comes, and the way goes on.
      if (!this.isLoading && frame && walker) {
        if (led.isOff(walker)) return;
        const metres = isStill ? Infinity : pace * Math.min(0.25, (now - last) / 1000);
        led.walk(walker, (spot) => frame.scene({ ...spot, h: 0 }), metres);
        if (led.left.length === 0) {
          // What is told of stands often in a house.
          this.free(walker);
          return;
        }
      }
      last = now;
      requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }

  /** Looks at a thing that is shown or known. @param {string} id */
  lookAt(id) {
    const thing = [...this.visible.answered, ...this.visible.known].find((one) => one.id === id);
    this.stage?.highlight(id);
    if (!thing || !this.frame || !this.walker) return;
    const at = this.frame.scene(thing.pose.position);
    const { stand } = this.walker;
    const [dx, dz] = [at.x - stand.x, at.z - stand.z];
    const middle = ((thing.boundingBox.min[2] + thing.boundingBox.max[2]) / 2) * thing.scale;
    const rise = at.y + middle - (this.groundAt(stand.x, stand.z) + eyeHeight);
    this.walker.set({
      ...stand,
      heading: compass((Math.atan2(dx, -dz) * 180) / Math.PI),
      pitch: Math.min(60, Math.max(-60, (Math.atan2(rise, Math.hypot(dx, dz)) * 180) / Math.PI)),
    });
  }

  // The device

  /**
   * Shows the camera's picture; call it after a tap.
   *
   * @param {HTMLVideoElement} video
   * @returns {Promise<'granted' | 'denied' | 'missing'>} whether the device says how it is turned
   */
  async useCamera(video) {
    this.turns++;
    // The sensors are asked for first: on iOS the question belongs to the tap.
    const orientation = new Orientation((turn) => this.turned(turn));
    const steps = new Steps(() => this.stepped());
    const [answer] = await Promise.all([orientation.start(), steps.start()]);
    let endCamera;
    try {
      endCamera = await startCamera(video);
    } catch (error) {
      orientation.end();
      steps.end();
      throw error;
    }
    this.leaveMode();
    this.mode = 'camera';
    this.isLoading = true;
    this.orientation = orientation;
    this.steps = steps;
    const endUse = beginUse('camera', () => this.drawInstead());
    this.endCamera = () => {
      endUse();
      endCamera();
    };
    const stage = this.makeStage(true);
    this.isTransparent = true;
    stage.setFieldOfView(cameraFieldOfView(stage.width, stage.height));
    this.fix = undefined;
    this.options.changed();
    return answer;
  }

  /** The camera is no longer wanted: the drawn world, from where one is. */
  drawInstead() {
    const here = lastPosition() ?? this.frame?.origin;
    if (here) this.walkFrom({ lat: here.lat, lon: here.lon });
    else this.leaveMode();
  }

  /** The device is somewhere. @param {{lat: number, lon: number, accuracy: number}} position */
  async positioned(position) {
    if (this.mode === 'synthetic' || !this.stage) return;
    const reading = unbiased({ ...position, at: Date.now() }, this.bias, Date.now());
    // What tracking has gone is known better than any reading.
    const before = this.tracking && this.fix && this.frame && this.isSettled
      ? { ...this.fix, ...this.frame.place(this.tracking.goal), at: reading.at }
      : this.fix;
    this.fix = fusePosition(before, reading);
    // Readings of the same spot err alike: many of them are not as good as one that is exact.
    this.accuracy = this.tracking
      ? Math.max(this.fix.accuracy, reading.accuracy / 2)
      : this.fix.accuracy;
    const isFirst = this.isLoading;
    if (!this.frame || this.isLoading) {
      if (this.isSettling) return;
      this.isSettling = true;
      const frame = await this.settle(this.fix);
      this.isSettling = false;
      this.stage?.setFrame(frame);
      this.isLoading = false;
      this.orientation?.standAt(this.fix);
      this.pointTarget();
    }
    this.standAtFix(isFirst);
    this.options.changed();
  }

  /** A step was taken the way one looks: the view goes along, until the position is read anew. */
  stepped() {
    if (this.mode !== 'camera' || !this.fix || !this.frame || this.isLoading || !this.hasCompass) {
      return;
    }
    this.fix = goneOn(this.fix, this.heading, stepLength);
    this.standAtFix();
  }

  /** Puts the eye where the device is. @param {boolean} isFirst whether it has not stood in this frame */
  standAtFix(isFirst = false) {
    const at = this.fix && this.frame?.scene({ ...this.fix, h: this.frame.origin.h });
    if (!at || !this.stage) return;
    if (this.tracking) return this.tracking.standAt(at, isFirst);
    const eye = { x: at.x, y: this.groundAt(at.x, at.z) + eyeHeight, z: at.z };
    const { x, y, z, w } = this.stage.camera.quaternion;
    this.stage.setCamera(eye, { x, y, z, w });
  }

  /** The device is turned. @param {import('./frames.js').Quaternion} turn */
  turned(turn) {
    if (!this.stage || this.mode === 'synthetic') return;
    this.hasCompass = this.orientation?.hasCompass ?? false;
    if (this.mode === 'xr') {
      if (this.hasCompass) this.tracking?.compass(cameraAngles(turn).heading, performance.now());
      return;
    }
    this.heading = cameraAngles(turn).heading;
    this.stage.setCamera(this.stage.eye, turn);
  }

  /**
   * Shows what stands around by the best that the device has: the browser's own AR, whose tracking
   * moves the eye from where one stands; else the camera. Call it after a tap.
   *
   * @param {HTMLVideoElement} video
   * @param {import('./xr.js').XRAnswer} answer of the browser, which was asked in the tap
   * @returns {Promise<{sensors: 'granted' | 'denied' | 'missing', refusal?: 'refused' | 'missing'}>}
   *   whether the device says how it is turned, and why it is not the browser's AR
   */
  async useDevice(video, { session, refusal }) {
    if (!session) return { sensors: await this.useCamera(video), refusal };
    this.turns++;
    const orientation = new Orientation((turn) => this.turned(turn));
    const sensors = await orientation.start();
    this.leaveMode();
    this.orientation = orientation;
    const stage = this.makeStage(true);
    this.isTransparent = true;
    this.mode = 'xr';
    this.isLoading = true;
    this.fix = undefined;
    this.endCamera = beginUse('camera', () => this.drawInstead());
    const tracking = new Tracking(stage, session, {
      moved: () => this.heading = cameraAngles(stage.view().turn).heading,
      told: () => this.options.changed(),
      ended: () => {
        this.tracking = undefined;
        this.backToCamera(video);
      },
    });
    this.tracking = tracking;
    try {
      await tracking.start();
    } catch {
      this.tracking = undefined;
      return { sensors: await this.useCamera(video), refusal: 'missing' };
    }
    this.options.changed();
    return { sensors };
  }

  /** The browser's AR was left: the camera shows what it showed. @param {HTMLVideoElement} video */
  async backToCamera(video) {
    const { fix } = this;
    try {
      await this.useCamera(video);
      // The receiver may not speak again while one stands still.
      if (fix) await this.positioned({ ...fix, accuracy: this.accuracy ?? fix.accuracy });
    } catch (error) {
      this.options.cameraFailed?.(error);
    }
  }

  /** Whether tracking has not been turned to north yet. */
  get isUnturned() {
    return this.tracking !== undefined && this.tracking.turn === undefined;
  }

  // Align by houses

  /** Shows the outlines of the houses around. @returns {Promise<boolean>} whether there are any */
  async startAligning() {
    const { stage, frame } = this;
    if (!stage || !frame) return false;
    const alignment = await HouseAlignment.begin(stage, frame, () => this.options.changed());
    if (!alignment || stage !== this.stage || this.isGone) {
      alignment?.end();
      return false;
    }
    this.alignment = alignment;
    if (this.walker) this.walker.isOff = true;
    return true;
  }

  /** Ends aligning. @param {boolean} isKept whether heading and position are corrected by it */
  stopAligning(isKept) {
    const { alignment } = this;
    if (!alignment) return;
    this.alignment = undefined;
    alignment.end();
    if (this.walker) this.walker.isOff = false;
    if (isKept) this.correct(alignment);
    this.options.changed();
  }

  /** What the outlines have shown of compass and receiver. @param {HouseAlignment} alignment */
  correct({ fit, isMoved, eye, stage: { eye: said } }) {
    if (!this.orientation || !this.fix || !this.frame) return;
    if (isMoved) {
      const { fix } = this;
      const { lat, lon } = this.frame.place({ ...eye, y: 0 });
      this.bias = biasAt({ lat, lon }, said, eye, this.bias);
      this.fix = { lat, lon, accuracy: Math.min(fix.accuracy, alignedTo), at: Date.now() };
      this.accuracy = this.fix.accuracy;
    }
    // Outlines that had to go to the right stood too far left: the device looks more to the left.
    this.orientation.keep(this.fix, this.orientation.correction - fit.degrees);
    this.tracking?.correct(-fit.degrees);
    if (!isMoved) return;
    this.tracking?.moveTo(eye);
    this.standAtFix();
  }

  // What is told

  /** @param {string} realm */
  setRealm(realm) {
    this.items = [];
    this.told = '';
    this.visible.setRealm(realm);
    this.stage?.invalidate();
  }

  /** A place to be led to. @param {{lat: number, lon: number, h?: number} | undefined} target */
  setTarget(target) {
    this.target = target;
    this.pointTarget();
  }

  /**
   * What is told of a house may be missing on the map: that none is drawn is said at its place.
   *
   * @param {{x: number, z: number}} position
   */
  noteOn({ x, z }) {
    const world = this.mode === 'synthetic' && !this.isLoading ? this.stage?.world : undefined;
    if (!world || world.land.tiles === 0 || world.hasHouseNear(x, z)) return undefined;
    return t('shell.noHouseDrawn');
  }

  pointTarget() {
    if (!this.frame || !this.stage) return;
    const position = this.target && this.frame.scene(this.target);
    if (position && this.target?.h === undefined) {
      position.y = this.groundAt(position.x, position.z) + 1;
    }
    this.stage.setTarget(position ? { position, note: this.noteOn(position) } : undefined);
  }

  /** Where the eye is. @returns {{lat: number, lon: number, h: number} | undefined} */
  get place() {
    return this.stage && this.frame ? this.frame.place(this.stage.eye) : undefined;
  }

  listSoon() {
    if (this.listing || this.isGone) return;
    this.listing = setTimeout(() => {
      this.listing = undefined;
      this.list();
    }, 250);
  }

  /** Says what is in the picture, nearest first. */
  list() {
    if (!this.stage || !this.frame || this.isGone) return;
    // Nothing is known yet of where one has come to.
    if (this.visible.isLoading && this.items.length > 0) return;
    const here = this.frame.place(this.stage.eye);
    const { heading } = cameraAngles(this.stage.view().turn);
    const items = this.stage.inView().map((thing) => {
      const way = course(here, thing.pose.position);
      return { thing, name: thing.label ?? '', ...way, hour: clock(way.bearing, heading) };
    }).sort((a, b) => a.distance - b.distance);
    const words = JSON.stringify(
      items.map((
        item,
      ) => [item.thing.id, item.name, item.thing.message, Math.round(item.distance), item.hour]),
    );
    if (words === this.told) return;
    this.told = words;
    this.items = items;
    this.options.changed();
  }

  leaveMode() {
    this.stopAligning(false);
    this.walker?.end();
    this.walker = undefined;
    this.orientation?.end();
    this.orientation = undefined;
    this.steps?.end();
    this.steps = undefined;
    this.endCamera?.();
    this.endCamera = undefined;
    this.tracking?.end();
    this.tracking = undefined;
    this.visible.reset();
  }

  end() {
    this.isGone = true;
    this.turns++;
    clearTimeout(this.listing);
    this.leaveMode();
    this.visible.end();
    this.stage?.dispose();
  }
}
