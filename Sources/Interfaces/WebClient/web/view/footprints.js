// Where things stand in one's way: the boxes around them, as far as they reach through the height of
// a person.

/** @typedef {import('./stage.js').Thing} Thing */
/** @typedef {import('./frames.js').LocalFrame} LocalFrame */

/** Metres: what is lower is stepped over, what is higher is walked under, and how near one comes. */
const person = { step: 0.3, height: 2, margin: 0.4 };

/**
 * @param {Thing[]} things @param {LocalFrame} frame
 * @param {(x: number, z: number) => number} groundAt metres above the frame's origin
 * @returns {(x: number, z: number) => boolean} whether somebody who stands there stands in a thing
 */
export function standsIn(things, frame, groundAt) {
  const boxes = things.flatMap((thing) => {
    const { min, max } = thing.boundingBox;
    const { lat, lon, h } = thing.pose.position;
    const at = frame.scene({ lat, lon, h: h ?? frame.origin.h });
    const ground = groundAt(at.x, at.z);
    const foot = h === undefined ? 0 : at.y - ground;
    const isInWay = foot + max[2] * thing.scale > person.step &&
      foot + min[2] * thing.scale < person.height;
    if (!isInWay) return [];
    const { x, y, z, w } = thing.pose.quaternion;
    const turn = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
    return [{ at, scale: thing.scale, min, max, sine: Math.sin(turn), cosine: Math.cos(turn) }];
  });
  return (x, z) =>
    boxes.some(({ at, scale, min, max, sine, cosine }) => {
      const [east, north] = [x - at.x, at.z - z];
      const [own, across] = [east * cosine + north * sine, north * cosine - east * sine];
      const { margin } = person;
      return own >= min[0] * scale - margin && own <= max[0] * scale + margin &&
        across >= min[1] * scale - margin && across <= max[1] * scale + margin;
    });
}

/**
 * The same of the things that are known at the moment: looked at anew when these are others.
 *
 * @param {() => Thing[]} known @param {() => LocalFrame | undefined} frameNow
 * @param {(x: number, z: number) => number} groundAt
 * @returns {(x: number, z: number) => boolean}
 */
export function standsInKnown(known, frameNow, groundAt) {
  /** @type {{things: Thing[], frame: LocalFrame, isIn: (x: number, z: number) => boolean} | undefined} */
  let last;
  return (x, z) => {
    const [things, frame] = [known(), frameNow()];
    if (!frame) return false;
    if (last?.things !== things || last.frame !== frame) {
      last = { things, frame, isIn: standsIn(things, frame, groundAt) };
    }
    return last.isIn(x, z);
  };
}
