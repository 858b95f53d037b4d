// What is in the picture: boxes against the camera's frustum, and where they are on the screen.

import { inverse, turn } from './frames.js';

/** @typedef {import('./frames.js').Vector} Vector */
/** @typedef {import('./frames.js').Quaternion} Quaternion */
/**
 * @typedef {Object} Camera
 * @property {Vector} position in the scene
 * @property {Quaternion} turn in the scene; looks along -z
 * @property {number} vertical degrees between the lower and upper side of the picture
 * @property {number} width pixels
 * @property {number} height pixels
 */
/** @typedef {{x: number, y: number, depth: number}} ScreenPoint pixels; depth in metres, > 0 ahead */
/** @typedef {{position: Vector, turn: Quaternion, scale: number, min: Vector, max: Vector}} Box */
/** @typedef {{left: number, top: number, right: number, bottom: number, depth: number}} Rectangle */

const near = 0.1;

/** Pixels of a metre at a metre's depth. */
export const focal = (/** @type {Camera} */ camera) =>
  camera.height / 2 / Math.tan((camera.vertical * Math.PI) / 360);

/** Degrees between the left and right side of the picture. */
export const horizontal = (/** @type {Camera} */ camera) =>
  (2 * Math.atan(camera.width / 2 / focal(camera)) * 180) / Math.PI;

/** Where a point of the scene is in the picture; beyond its sides too. @returns {ScreenPoint} */
export function project(/** @type {Camera} */ camera, /** @type {Vector} */ point) {
  const seen = turn(inverse(camera.turn), {
    x: point.x - camera.position.x,
    y: point.y - camera.position.y,
    z: point.z - camera.position.z,
  });
  const depth = -seen.z;
  const scale = focal(camera) / Math.max(depth, near);
  return { x: camera.width / 2 + seen.x * scale, y: camera.height / 2 - seen.y * scale, depth };
}

/** The eight corners of a box, in the scene. @returns {Vector[]} */
export function corners(/** @type {Box} */ box) {
  const all = [];
  for (let number = 0; number < 8; number++) {
    const corner = turn(box.turn, {
      x: (number & 1 ? box.max.x : box.min.x) * box.scale,
      y: (number & 2 ? box.max.y : box.min.y) * box.scale,
      z: (number & 4 ? box.max.z : box.min.z) * box.scale,
    });
    all.push({
      x: corner.x + box.position.x,
      y: corner.y + box.position.y,
      z: corner.z + box.position.z,
    });
  }
  return all;
}

/**
 * The rectangle around what is ahead of a box, cut at the picture's sides; undefined if the box is
 * outside of the picture or behind the camera.
 *
 * @param {Camera} camera @param {Box} box @returns {Rectangle | undefined}
 */
export function inPicture(camera, box) {
  const around = {
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
    depth: Infinity,
  };
  for (const corner of corners(box)) {
    const point = project(camera, corner);
    if (point.depth < near) continue;
    around.left = Math.min(around.left, point.x);
    around.right = Math.max(around.right, point.x);
    around.top = Math.min(around.top, point.y);
    around.bottom = Math.max(around.bottom, point.y);
    around.depth = Math.min(around.depth, point.depth);
  }
  const cut = {
    left: Math.max(0, around.left),
    top: Math.max(0, around.top),
    right: Math.min(camera.width, around.right),
    bottom: Math.min(camera.height, around.bottom),
    depth: around.depth,
  };
  return cut.left < cut.right && cut.top < cut.bottom ? cut : undefined;
}

/**
 * Where the arrow to a target stands, at the picture's edge, and which way it points; undefined
 * while the target is in the picture.
 *
 * @param {Camera} camera @param {Vector} target @param {number} margin pixels from the edge
 * @returns {{x: number, y: number, angle: number} | undefined} angle clockwise from up, degrees
 */
export function edgeArrow(camera, target, margin) {
  const point = project(camera, target);
  const [middleX, middleY] = [camera.width / 2, camera.height / 2];
  const isAhead = point.depth > near;
  if (
    isAhead && point.x >= margin && point.x <= camera.width - margin && point.y >= margin &&
    point.y <= camera.height - margin
  ) return undefined;
  let [dx, dy] = [point.x - middleX, point.y - middleY];
  // What is behind is shown at the side that one turns to, never above or below.
  if (!isAhead) [dx, dy] = [dx >= 0 ? middleX : -middleX, 0];
  if (dx === 0 && dy === 0) dx = middleX;
  const [reachX, reachY] = [middleX - margin, middleY - margin];
  const shrink = Math.min(
    reachX / Math.max(Math.abs(dx), 1e-9),
    reachY / Math.max(Math.abs(dy), 1e-9),
  );
  return {
    x: middleX + dx * shrink,
    y: middleY + dy * shrink,
    angle: (Math.atan2(dx, -dy) * 180) / Math.PI,
  };
}

/** The hour at which something stands when 12 is ahead: 1 to 12. */
export function clock(/** @type {number} */ bearing, /** @type {number} */ heading) {
  const hour = Math.round((((bearing - heading) % 360) + 360) % 360 / 30) % 12;
  return hour === 0 ? 12 : hour;
}
