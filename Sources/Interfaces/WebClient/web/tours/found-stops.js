// Tours of which a stop is called as one searches: the server knows the stops of all tours, the list does not.

import { readTours } from '../data/tours.js';
import { t } from '../shell/texts.js';

/** @typedef {{order: number, title: string}} FoundStop */

/** Milliseconds after the last key. */
const pause = 250;

export class FoundStops {
  /** @type {Map<string, FoundStop>} by tour */
  #stops = new Map();
  #text = '';
  /** @type {number | undefined} */
  #timer;
  #control = new AbortController();

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    view.onLeave(() => {
      clearTimeout(this.#timer);
      this.#control.abort();
    });
  }

  /** Looks for stops, once it is not typed any more. @param {string} typed */
  follow(typed) {
    const text = typed.trim();
    if (text === this.#text) return;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#control.abort();
    this.#stops = new Map();
    if (text.length > 1) this.#timer = setTimeout(() => this.#find(text), pause);
  }

  /** @param {string} text */
  async #find(text) {
    this.#control = new AbortController();
    const { signal } = this.#control;
    try {
      const { items } = await readTours({ limit: 200, q: text }, signal);
      if (signal.aborted) return;
      this.#stops = new Map(
        items.flatMap(({ id, stop }) =>
          stop ? [/** @type {[string, FoundStop]} */ ([id, stop])] : []
        ),
      );
    } catch {
      // What the list itself says is found all the same.
    }
    if (!signal.aborted) this.view.update();
  }

  /** Whether a stop of a tour is called so. @param {string} tour */
  has(tour) {
    return this.#stops.has(tour);
  }

  /** "Stop 3: Cathedral", of a tour that was found by it. @param {string} tour */
  words(tour) {
    const stop = this.#stops.get(tour);
    return stop && t('tours.stopFound', { number: stop.order, title: stop.title });
  }
}
