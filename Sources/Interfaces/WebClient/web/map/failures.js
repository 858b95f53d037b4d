// What of a map did not come: a quiet note over it, and fetching it again.

import * as api from '../shell/api.js';
import { t } from '../shell/texts.js';

/** How often it is fetched again by itself, one failure after another, before only a press does. */
const attempts = 5;

/** What errors of fetch, of MapLibre (status 0 without an answer) and of the server have. @typedef {{name?: string, message?: string, status?: number}} Failure */

/**
 * Whether something failed for want of a network or of a server that answers.
 *
 * @param {unknown} error see {@link Failure}
 */
export function isUnreached(error) {
  if (error instanceof api.OfflineError) return true;
  const { status, message } = /** @type {Failure} */ (error ?? {});
  if (typeof status === 'number') return status === 0 || status === 429 || status >= 500;
  // Browsers have a text each for a request that got no answer.
  return /failed to fetch|networkerror|load failed|network request failed/i.test(
    String(message ?? error),
  );
}

export class Failures {
  /** @type {HTMLElement | null} */
  #note = null;
  /** @type {(() => void) | null} */
  #again = null;
  #count = 0;
  #endFollowing;

  /** @param {HTMLElement} element the map's place */
  constructor(element) {
    this.element = element;
    this.#endFollowing = api.followConnection(() => {
      if (api.connection.online && this.#again && this.#count < attempts) this.#run();
    });
  }

  /**
   * Says that something is missing, once, however much it is.
   *
   * @param {unknown} error why, see {@link isUnreached} @param {() => void} again fetches it
   */
  tell(error, again) {
    this.#again = again;
    if (this.#note) return;
    const hasAnswer = (/** @type {Failure} */ (error ?? {}).status ?? 0) > 0;
    this.#count += 1;
    const words = document.createElement('p');
    words.textContent = hasAnswer ? t('shell.mapNotWhole') : t('shell.mapMissing');
    const button = document.createElement('button');
    button.className = 'button';
    button.textContent = t('shell.tryAgain');
    button.onclick = () => {
      this.#count = 0;
      this.#run();
    };
    this.#note = document.createElement('div');
    this.#note.className = 'map-note';
    this.#note.setAttribute('role', 'status');
    this.#note.append(words, button);
    this.element.append(this.#note);
    // Whether there is a network again is found out by asking, also where the browser says nothing.
    if (!hasAnswer) api.lost();
  }

  /** Everything that was wanted is there. */
  done() {
    if (!this.#note) this.#count = 0;
  }

  #run() {
    const again = this.#again;
    this.#again = null;
    this.#note?.remove();
    this.#note = null;
    again?.();
  }

  /** The map is left. */
  end() {
    this.#endFollowing();
    this.#again = null;
    this.#note?.remove();
    this.#note = null;
  }
}
