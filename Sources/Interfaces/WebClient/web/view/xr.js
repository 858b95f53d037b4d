// WebXR: the browser tracks the device, we turn its space to north.

import { Group } from 'three';
import { cameraAngles, wrap } from './frames.js';

/** Whether this browser has an AR of its own. */
export async function hasXR() {
  try {
    return await /** @type {any} */ (navigator).xr?.isSessionSupported('immersive-ar') ?? false;
  } catch {
    return false;
  }
}

/**
 * Starts AR on a stage; call it after a tap.
 *
 * @param {import('./stage.js').Stage} stage
 * @param {HTMLElement} overlay the page's own controls
 * @param {{heading: () => number | undefined, eye: () => import('./frames.js').Vector, ended: () => void}} options
 *   heading of the device by its compass; where it stands in the scene
 * @returns {Promise<() => void>} what ends it
 */
export async function startXR(stage, overlay, options) {
  const { renderer } = stage;
  const session = await /** @type {any} */ (navigator).xr.requestSession('immersive-ar', {
    requiredFeatures: ['local-floor'],
    optionalFeatures: ['dom-overlay', 'light-estimation'],
    domOverlay: { root: overlay },
  });
  renderer.xr.enabled = true;
  renderer.xr.setReferenceSpaceType('local-floor');
  await renderer.xr.setSession(session);
  // The scene hangs in a group that is turned and moved, for the browser places the camera.
  const hanger = new Group();
  const children = [...stage.scene.children];
  hanger.add(...children);
  stage.scene.add(hanger);
  let isAligned = false;
  const place = () => {
    const heading = options.heading();
    if (heading === undefined) return;
    const { quaternion, position } = renderer.xr.getCamera();
    const tracked = cameraAngles(quaternion).heading;
    const off = wrap(heading - tracked);
    const eye = options.eye();
    hanger.rotation.y = (off * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(hanger.rotation.y), Math.cos(hanger.rotation.y)];
    hanger.position.set(
      position.x - (eye.x * cosine + eye.z * sine),
      -(eye.y - 1.6),
      position.z - (-eye.x * sine + eye.z * cosine),
    );
    isAligned = true;
  };
  renderer.setAnimationLoop((/** @type {number} */ now) => {
    if (!isAligned) place();
    stage.draw(now);
  });
  session.addEventListener('end', () => {
    renderer.setAnimationLoop(null);
    renderer.xr.enabled = false;
    stage.scene.remove(hanger);
    stage.scene.add(...children);
    options.ended();
  });
  return () => session.end();
}
