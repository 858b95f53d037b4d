// The last answers of the server with their ETags, in memory and on the device.

/** @typedef {{data: unknown, etag: string | null}} CachedAnswer */
/** @typedef {Pick<typeof import('./store.js'), 'read' | 'write' | 'remove' | 'all' | 'clear'>} Store */

/** So many answers are kept; older ones are dropped. */
export const mostAnswers = 300;
/** After so many the device is looked through for those that are too many: it reads them all. */
const trimEvery = 50;

/** Whether an address says where somebody is, which is not kept on the device. @param {string} path */
export function holdsPosition(path) {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return query.has('lat') || query.has('lon') ||
    [...query.values()].some((value) => /^-?[\d.]+,\s*-?[\d.]+/.test(value));
}

export class AnswerCache {
  #store;
  #shown;
  /** The oldest first. @type {Map<string, CachedAnswer>} */
  #answers = new Map();
  /** Addresses that a change of ours may have touched. @type {Set<string>} */
  #outdated = new Set();
  #written = 0;

  /** @param {Store} store of the device @param {() => Iterable<string>} shown addresses that pages show */
  constructor(store, shown) {
    this.#store = store;
    this.#shown = shown;
  }

  /** @param {string} path */
  get(path) {
    return this.#answers.get(path);
  }

  /** The ETag of the last answer of an address. @param {string} path */
  etag(path) {
    return this.#answers.get(path)?.etag ?? null;
  }

  /** What the device has kept, also from earlier visits. @param {string} path @returns {Promise<unknown>} or null */
  async stored(path) {
    return (await this.#store.read('answers', path))?.data ?? null;
  }

  /** @param {string} path @param {unknown} data @param {string | null} etag */
  keep(path, data, etag) {
    // Anew, so that the oldest is the first.
    this.#answers.delete(path);
    this.#answers.set(path, { data, etag });
    if (this.#answers.size > mostAnswers) this.#dropOldest();
    if (holdsPosition(path)) return;
    this.#store.write('answers', { path, data, etag, at: Date.now() });
    if (++this.#written % trimEvery === 0) this.trim();
  }

  /** Drops the oldest answer in memory that no page shows: those may be changed, by their ETag. */
  #dropOldest() {
    const shown = new Set(this.#shown());
    const oldest = [...this.#answers.keys()].find((path) => !shown.has(path));
    if (oldest !== undefined) this.#answers.delete(oldest);
  }

  /** Drops from the device the oldest answers, and positions that earlier versions kept. */
  async trim() {
    const all = (await this.#store.all('answers')).sort((a, b) => b.at - a.at);
    const superfluous = all.filter(({ path }, index) =>
      index >= mostAnswers || holdsPosition(path)
    );
    for (const { path } of superfluous) await this.#store.remove('answers', path);
  }

  /** What was deleted is not known any more. @param {string} path */
  drop(path) {
    this.#answers.delete(path);
  }

  /**
   * Has what begins like this read whole the next time: not all that an answer shows counts in its version.
   *
   * @param {string[]} beginnings
   */
  outdate(beginnings) {
    for (const path of this.#answers.keys()) {
      if (beginnings.some((beginning) => path.startsWith(beginning))) this.#outdated.add(path);
    }
  }

  /** The ETag to ask with, unless the whole is to be read; asked once. @param {string} path */
  takeEtag(path) {
    return this.#outdated.delete(path) ? null : this.etag(path);
  }

  /** Forgets everything, also on the device. */
  async clear() {
    this.#answers.clear();
    this.#outdated.clear();
    await this.#store.clear('answers');
  }
}
