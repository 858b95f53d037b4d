// WebXR: whether the browser has an AR of its own, and how it is asked for. Small, because the asking
// belongs to a tap, which may not wait until the drawing is loaded.

/** @typedef {any} XRSession any: WebXR is not among the types of the browser */
/** @typedef {any} XRFrame any: as above */
/**
 * @typedef {Object} XRSystem
 * @property {(mode: string) => Promise<boolean>} isSessionSupported
 * @property {(mode: string, options: object) => Promise<XRSession>} requestSession
 */
/** @typedef {{session?: XRSession, refusal?: 'refused' | 'missing'}} XRAnswer */

const system = () => /** @type {{xr?: XRSystem}} */ (navigator).xr;

let isOffered = false;

/** Looks whether this browser has an AR of its own, once before it is asked for. */
export async function learnXR() {
  try {
    isOffered = await system()?.isSessionSupported('immersive-ar') ?? false;
  } catch {
    // The policy of an embedding page may refuse even the question.
    isOffered = false;
  }
  return isOffered;
}

/** Whether this browser has an AR of its own, as far as has been learnt. */
export const offersXR = () => isOffered;

/**
 * Asks for the browser's AR; call it in a tap. The page's own controls, labels and words lie over it.
 *
 * @returns {Promise<XRAnswer>} never fails; neither member where the browser has no AR
 */
export async function askXR() {
  if (!isOffered) return {};
  try {
    const session = await system()?.requestSession('immersive-ar', {
      requiredFeatures: ['local-floor'],
      optionalFeatures: ['dom-overlay', 'hit-test'],
      domOverlay: { root: document.body },
    });
    return { session };
  } catch (error) {
    const isRefused = error instanceof DOMException &&
      ['NotAllowedError', 'SecurityError'].includes(error.name);
    return { refusal: isRefused ? 'refused' : 'missing' };
  }
}
