// Answers in place of the server's, for instance while somebody tries things out.

/**
 * @typedef {Object} Diversion what answers in place of the server
 * @property {(path: string) => unknown} read undefined asks the server
 * @property {(path: string, data: unknown) => unknown} seen what the server answers, as it is shown
 * @property {(method: string, path: string, body: unknown) => Promise<{answer: unknown} | null>} change
 *   null sends it to the server
 */

/** Holds the diversion that is on. */
export class Diverter {
  /** @type {Diversion | null} */
  #diversion = null;

  get isOn() {
    return this.#diversion !== null;
  }

  /** @param {Diversion | null} diversion */
  set(diversion) {
    this.#diversion = diversion;
  }

  /** @param {string} path */
  read(path) {
    return this.#diversion?.read(path);
  }

  /** @param {string} path @param {unknown} data */
  seen(path, data) {
    return this.#diversion ? this.#diversion.seen(path, data) : data;
  }

  /** @param {string} method @param {string} path @param {unknown} body */
  async change(method, path, body) {
    return await this.#diversion?.change(method, path, body) ?? null;
  }
}
