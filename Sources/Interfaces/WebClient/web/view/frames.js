// Frames of the view: places on the earth, metres around a spot, what the camera turns.
//
// The scene's axes are x east, y up, z south (three.js and glTF: right-handed, y up), so that an
// unturned glTF model faces south as everywhere in Wayside. A GeoPose's quaternion turns
// x east, y north, z up; a heading is degrees clockwise from north, 90 minus yaw.

/** @typedef {{lat: number, lon: number, h: number}} Position degrees, metres above the ellipsoid */
/** @typedef {{x: number, y: number, z: number, w: number}} Quaternion */
/** @typedef {{x: number, y: number, z: number}} Vector */
/** @typedef {{heading: number, pitch: number, roll: number}} Angles degrees; pitch is up */

const radians = Math.PI / 180;

/** Metres of a degree of latitude and of longitude at a latitude (WGS 84 ellipsoid). */
export function degreeLengths(/** @type {number} */ lat) {
  const sine = Math.sin(lat * radians);
  const root = Math.sqrt(1 - 0.0066943799901413165 * sine * sine);
  const major = 6378137;
  return {
    lat: (radians * major * (1 - 0.0066943799901413165)) / (root * root * root),
    lon: (radians * major * Math.cos(lat * radians)) / root,
  };
}

/** An angle in degrees, brought to -180 up to but not including 180. */
export function wrap(/** @type {number} */ degrees) {
  const turned = (((degrees + 180) % 360) + 360) % 360;
  return turned - 180;
}

/** An angle in degrees, brought to 0 up to but not including 360. */
export function compass(/** @type {number} */ degrees) {
  return ((degrees % 360) + 360) % 360;
}

/** Metres east, north and up of a spot; good to a centimetre within some kilometres. */
export class LocalFrame {
  /** @param {Position} origin */
  constructor(origin) {
    this.origin = { ...origin };
    this.lengths = degreeLengths(origin.lat);
  }

  /** @param {{lat: number, lon: number, h?: number}} place @returns {Vector} in the scene's axes */
  scene(place) {
    const lengths = degreeLengths((place.lat + this.origin.lat) / 2);
    return {
      x: wrap(place.lon - this.origin.lon) * lengths.lon,
      y: (place.h ?? this.origin.h) - this.origin.h,
      z: -(place.lat - this.origin.lat) * lengths.lat,
    };
  }

  /** @param {Vector} point in the scene's axes @returns {Position} */
  place(point) {
    let lat = this.origin.lat - point.z / this.lengths.lat;
    const lengths = degreeLengths((lat + this.origin.lat) / 2);
    lat = this.origin.lat - point.z / lengths.lat;
    return {
      lat,
      lon: wrap(this.origin.lon + point.x / lengths.lon),
      h: this.origin.h + point.y,
    };
  }
}

/** Distance along the ground and bearing from one place to another, metres and degrees. */
export function course(
  /** @type {{lat: number, lon: number}} */ from,
  /** @type {{lat: number, lon: number}} */ to,
) {
  const offset = new LocalFrame({ ...from, h: 0 }).scene({ ...to, h: 0 });
  return {
    distance: Math.hypot(offset.x, offset.z),
    bearing: compass(Math.atan2(offset.x, -offset.z) / radians),
  };
}

// Quaternions

/** The turn `a` after the turn `b`. @param {Quaternion} a @param {Quaternion} b @returns {Quaternion} */
export function multiply(a, b) {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

/** A turn of some degrees about an axis. */
export function about(/** @type {'x' | 'y' | 'z'} */ axis, /** @type {number} */ degrees) {
  const half = (degrees * radians) / 2;
  const turn = { x: 0, y: 0, z: 0, w: Math.cos(half) };
  turn[axis] = Math.sin(half);
  return turn;
}

/** A vector turned. @param {Quaternion} q @param {Vector} v @returns {Vector} */
export function turn(q, v) {
  const tx = 2 * (q.y * v.z - q.z * v.y);
  const ty = 2 * (q.z * v.x - q.x * v.z);
  const tz = 2 * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + q.y * tz - q.z * ty,
    y: v.y + q.w * ty + q.z * tx - q.x * tz,
    z: v.z + q.w * tz + q.x * ty - q.y * tx,
  };
}

/** @param {Quaternion} q @returns {Quaternion} */
export const inverse = (q) => ({ x: -q.x, y: -q.y, z: -q.z, w: q.w });

/** @param {Quaternion} q @returns {Quaternion} of length 1; no turn where there is none */
export function normal(q) {
  const length = Math.hypot(q.x, q.y, q.z, q.w);
  if (!(length > 1e-9)) return { x: 0, y: 0, z: 0, w: 1 };
  return { x: q.x / length, y: q.y / length, z: q.z / length, w: q.w / length };
}

/** Part of the way from one turn to another. @param {Quaternion} a @param {Quaternion} b */
export function between(a, b, /** @type {number} */ part) {
  const dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  const sign = dot < 0 ? -1 : 1;
  return normal({
    x: a.x + (sign * b.x - a.x) * part,
    y: a.y + (sign * b.y - a.y) * part,
    z: a.z + (sign * b.z - a.z) * part,
    w: a.w + (sign * b.w - a.w) * part,
  });
}

/** A GeoPose's turn of a model, as a turn in the scene. @param {Quaternion} q */
export const poseToScene = (q) => ({ x: q.x, y: q.z, z: -q.y, w: q.w });

/** A turn of a model in the scene, as a GeoPose's. @param {Quaternion} q */
export const sceneToPose = (q) => ({ x: q.x, y: -q.z, z: q.y, w: q.w });

/** A GeoPose's turn of a camera (looking along -z, `axes: "backwardZ"`) from its turn in the scene. */
export const cameraToPose = (/** @type {Quaternion} */ q) => multiply(about('x', 90), q);

/** The camera's turn in the scene: unturned it looks north. @param {Angles} angles @returns {Quaternion} */
export function cameraTurn({ heading, pitch, roll }) {
  return multiply(multiply(about('y', -heading), about('x', pitch)), about('z', -roll));
}

/** Heading, pitch and roll of a camera. @param {Quaternion} q @returns {Angles} */
export function cameraAngles(q) {
  const forward = turn(q, { x: 0, y: 0, z: -1 });
  const right = turn(q, { x: 1, y: 0, z: 0 });
  const up = turn(q, { x: 0, y: 1, z: 0 });
  const pitch = Math.asin(Math.min(1, Math.max(-1, forward.y))) / radians;
  // Straight up or down, the top of the picture says where one faces.
  const flat = Math.abs(forward.y) < 0.999
    ? forward
    : { x: -up.x * Math.sign(forward.y), y: 0, z: -up.z * Math.sign(forward.y) };
  return {
    heading: compass(Math.atan2(flat.x, -flat.z) / radians),
    pitch,
    roll: Math.atan2(-right.y, up.y) / radians,
  };
}

/** Heading in degrees of a model that was turned about the vertical only: unturned it faces south. */
export function modelHeading(/** @type {Quaternion} */ pose) {
  const faces = turn(poseToScene(pose), { x: 0, y: 0, z: 1 });
  return compass(Math.atan2(faces.x, -faces.z) / radians);
}

/** The pose's turn of a model that faces a heading. */
export const facing = (/** @type {number} */ heading) => about('z', 180 - heading);

/**
 * A model's quaternion in a pose that faces there: the one it had, with its tilt, as long as it is
 * not turned.
 *
 * @param {number} heading degrees @param {Quaternion} [before]
 */
export const facingAs = (heading, before) =>
  before && Math.abs(wrap(modelHeading(before) - heading)) < 1e-6 ? before : facing(heading);
