// The synthetic world around a spot: ground, houses, trees, sky.

import { Fog, Group } from 'three';
import { Ground } from './ground.js';
import { makeHouses } from './houses.js';
import { distanceToRing, loadLandscape } from './landscape.js';
import { Sky } from './sky.js';
import { isInside, makeTrees, plant } from './trees.js';

/** @typedef {import('../frames.js').LocalFrame} LocalFrame */
/** @typedef {import('./landscape.js').Landscape} Landscape */
/** @typedef {import('./ground.js').HeightGrid} HeightGrid */

/** Metres to each side that are drawn. */
export const worldReach = 1000;

/** Lets the page answer between two pieces of work. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

export class World {
  /**
   * @param {LocalFrame} frame @param {Landscape} land @param {HeightGrid} heights
   * @param {Date} time
   */
  constructor(frame, land, heights, time) {
    this.frame = frame;
    this.land = land;
    this.heights = heights;
    this.group = new Group();
    /** @type {Ground | undefined} */
    this.ground = undefined;
    this.sky = new Sky();
    this.time = time;
    this.fog = new Fog('#eef1ea', 250, worldReach * 0.95);
    this.sky.dome.scale.setScalar(worldReach * 1.6);
    this.group.add(this.sky.dome, this.sky.lights.sun, this.sky.lights.sky);
    this.setTime(time);
  }

  /**
   * Makes the world around a frame's origin, in pieces.
   *
   * @param {LocalFrame} frame
   * @param {HeightGrid} heights of the ground, as far as the world reaches
   * @param {(path: string) => Promise<ArrayBuffer>} load
   * @param {{time?: Date, size?: number}} [options] size: pixels of a side of the ground's textures
   * @returns {Promise<World>}
   */
  static async make(frame, heights, load, options = {}) {
    const land = await loadLandscape(frame, worldReach, load);
    const world = new World(frame, land, heights, options.time ?? new Date());
    const ground = (/** @type {number} */ x, /** @type {number} */ z) => heights.at(x, z);
    await pause();
    const plain = new Ground(heights, land, { size: options.size ?? 2048, near: 140 });
    plain.mesh.material.color.setScalar(world.brightness);
    world.ground = plain;
    world.group.add(plain.mesh);
    await pause();
    const { mesh, edges } = makeHouses(land.houses, ground);
    world.group.add(mesh, edges);
    await pause();
    world.group.add(...makeTrees(plant(land, worldReach * 0.7), ground));
    return world;
  }

  /** The sky and the light of a time. @param {Date} time */
  setTime(time) {
    this.time = time;
    const mood = this.sky.set(time, this.frame.origin.lat, this.frame.origin.lon);
    this.brightness = mood.brightness;
    this.fog.color.copy(mood.horizon);
    this.ground?.mesh.material.color.setScalar(mood.brightness);
  }

  /** Metres of the ground above the frame's origin. @param {number} x @param {number} z */
  groundAt(x, z) {
    return this.heights.at(x, z);
  }

  /** Whether a point is within a house that one cannot pass below. @param {number} x @param {number} z */
  isInHouse(x, z) {
    return this.land.houses.some((house) =>
      house.base < 2 && isInside(house.rings[0], x, z) &&
      !house.rings.slice(1).some((ring) => isInside(ring, x, z))
    );
  }

  /** Whether a house stands at a spot, or some metres from it. @param {number} x @param {number} z */
  hasHouseNear(x, z, metres = 25) {
    return this.land.houses.some(({ rings: [outline] }) =>
      isInside(outline, x, z) || distanceToRing(outline, x, z) <= metres
    );
  }

  /** Follows the camera. @returns {boolean} whether something has to be drawn anew */
  moveTo(/** @type {{x: number, y: number, z: number}} */ eye) {
    this.sky.dome.position.set(eye.x, eye.y, eye.z);
    return this.ground?.moveTo(eye.x, eye.z) ?? false;
  }

  dispose() {
    this.group.traverse((/** @type {import('three').Object3D} */ node) => {
      node.geometry?.dispose();
      node.material?.map?.dispose();
      node.material?.dispose();
    });
    this.ground?.dispose();
  }
}
