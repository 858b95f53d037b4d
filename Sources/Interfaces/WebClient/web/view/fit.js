// How the outlines of houses have been brought onto the houses: turned about the eye, for a compass
// that errs, and moved along the ground, for a receiver that errs. Plain numbers in the scene's axes
// (x east, z south).

/** @typedef {{x: number, z: number}} Spot metres east and south */
/** @typedef {{degrees: number, x: number, z: number}} Fit moved by x and z, then turned clockwise */
/** @typedef {{right: number, ahead: number}} Move metres, as seen by somebody who looks to a heading */

/** @type {Fit} */
export const unfitted = { degrees: 0, x: 0, z: 0 };

/** A spot turned clockwise about the origin. @param {Spot} spot @param {number} degrees @returns {Spot} */
export function turnedSpot({ x, z }, degrees) {
  const turn = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return { x: x * cosine - z * sine, z: x * sine + z * cosine };
}

/** @param {Fit} fit @param {number} degrees clockwise @returns {Fit} */
export const turnedFit = (fit, degrees) => ({ ...fit, degrees: fit.degrees + degrees });

/** @param {Fit} fit @param {Move} move @param {number} heading to which one looks @returns {Fit} */
export function movedFit(fit, { right, ahead }, heading) {
  const by = turnedSpot({ x: right, z: -ahead }, heading - fit.degrees);
  return { ...fit, x: fit.x + by.x, z: fit.z + by.z };
}

/** How far the outlines have been moved. @param {Fit} fit @param {number} heading @returns {Move} */
export function moveOf(fit, heading) {
  const { x, z } = turnedSpot(fit, fit.degrees - heading);
  return { right: x, ahead: -z };
}

/**
 * Where the eye is in truth, of which the receiver said another spot.
 *
 * @param {Fit} fit @param {Spot} pivot where the eye was when the outlines were drawn
 * @param {Spot} eye where it is said to be now @returns {Spot}
 */
export function trueEye(fit, pivot, eye) {
  const gone = turnedSpot({ x: eye.x - pivot.x, z: eye.z - pivot.z }, -fit.degrees);
  return { x: pivot.x + gone.x - fit.x, z: pivot.z + gone.z - fit.z };
}
