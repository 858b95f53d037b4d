// Editing the route: points set, moved, put in and taken out, straight or along the paths of the
// imported map. One after the other, for each waits for its paths.

import { readFootpath } from '../data/footpaths.js';
import { notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { neighbour, rounded, spliced } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */

export class RouteEdit {
  /** Whether new lines follow paths. */
  isSnapping = true;
  isBusy = false;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #isTold = false;

  /** @param {import('./editor.js').Editor} editor @param {() => void} update */
  constructor(editor, update) {
    this.editor = editor;
    this.update = update;
  }

  /** Until nothing is under way. */
  get settled() {
    return this.#turn;
  }

  /** Runs steps in their order. @param {() => Promise<void>} step */
  #inTurn(step) {
    this.#turn = this.#turn.then(async () => {
      this.isBusy = true;
      this.update();
      try {
        await step();
      } finally {
        this.isBusy = false;
        this.update();
      }
    });
    return this.#turn;
  }

  /**
   * The points of a path between two places, both ends with them; null where there is none.
   *
   * @param {Point} from @param {Point} to @returns {Promise<Point[] | null>}
   */
  async path(from, to) {
    try {
      /** @type {Point[]} */
      const line = await readFootpath(from, to);
      return line.length >= 2 ? line.map(rounded) : null;
    } catch {
      return null;
    }
  }

  /**
   * What lies between two set points, without them; where the second should stand then.
   *
   * @param {Point} from @param {Point} to @returns {Promise<{between: Point[], to: Point}>}
   */
  async #between(from, to) {
    if (!this.isSnapping) return { between: [], to };
    const line = await this.path(from, to);
    if (!line) {
      if (!this.#isTold) notice(t('studio.noPath'));
      this.#isTold = true;
      return { between: [], to };
    }
    const end = line[line.length - 1];
    return { between: line.slice(1, -1).map(([lon, lat]) => [lon, lat, 1]), to: end };
  }

  /** @param {Point[]} route @param {string} label */
  #set(route, label) {
    this.editor.change({ ...this.editor.doc, route }, label);
  }

  /** Adds a point at the end. @param {Point} at */
  append(at) {
    return this.#inTurn(async () => {
      const { route } = this.editor.doc;
      const end = rounded(at);
      if (route.length === 0) return this.#set([end], t('studio.didAddPoint'));
      const { between, to } = await this.#between(route[route.length - 1], end);
      const now = this.editor.doc.route;
      this.#set([...now, ...between, to], t('studio.didAddPoint'));
    });
  }

  /**
   * A set point stands elsewhere; what lies beside it is drawn anew.
   *
   * @param {number} index @param {Point} at @param {string} [label]
   */
  move(index, at, label = t('studio.didMovePoint')) {
    return this.#inTurn(async () => {
      let { route } = this.editor.doc;
      if (!route[index]) return;
      let place = rounded(at);
      const [left, right] = [neighbour(route, index, -1), neighbour(route, index, 1)];
      /** @type {Point[]} */
      let before = [];
      /** @type {Point[]} */
      let after = [];
      if (left >= 0) {
        const part = await this.#between(route[left], place);
        before = part.between;
        place = [part.to[0], part.to[1]];
      }
      if (right >= 0) after = (await this.#between(place, route[right])).between;
      route = [
        ...route.slice(0, left + 1),
        ...before,
        place,
        ...after,
        ...(right >= 0 ? route.slice(right) : []),
      ];
      this.#set(route, label);
    });
  }

  /** A new point behind another. @param {number} after index @param {Point} at */
  insert(after, at) {
    const pressed = this.editor.doc.route;
    return this.#inTurn(async () => {
      const { route } = this.editor.doc;
      // What was edited before its turn may have drawn another line there.
      const place = route.indexOf(pressed[after]);
      if (place < 0 || route[place + 1] !== pressed[after + 1]) return;
      if (!this.isSnapping) {
        const line = [...route.slice(0, place + 1), rounded(at), ...route.slice(place + 1)];
        return this.#set(line, t('studio.didInsertPoint'));
      }
      const left = route[place][2] ? neighbour(route, place, -1) : place;
      const right = neighbour(route, place, 1);
      if (left < 0 || right < 0) return;
      const first = await this.#between(route[left], rounded(at));
      const second = await this.#between(first.to, route[right]);
      const between = [...first.between, first.to, ...second.between];
      this.#set(spliced(route, left, right, between), t('studio.didInsertPoint'));
    });
  }

  /** @param {number} index */
  remove(index) {
    return this.#inTurn(async () => {
      const { route } = this.editor.doc;
      if (!route[index]) return;
      const [left, right] = [neighbour(route, index, -1), neighbour(route, index, 1)];
      if (left < 0 || right < 0) {
        const rest = left < 0 ? (right < 0 ? [] : route.slice(right)) : route.slice(0, left + 1);
        return this.#set(rest, t('studio.didRemovePoint'));
      }
      // Points of a track stand close: there the line goes straight on.
      const isTrack = left === index - 1 && right === index + 1;
      const { between } = isTrack
        ? { between: [] }
        : await this.#between(route[left], route[right]);
      this.#set(spliced(route, left, right, between), t('studio.didRemovePoint'));
    });
  }

  /** Draws the route from stop to stop. */
  throughStops() {
    return this.#inTurn(async () => {
      const places = this.editor.doc.stops.map(({ position }) =>
        rounded([position.lon, position.lat])
      );
      if (places.length < 2) return;
      /** @type {Point[]} */
      const route = [places[0]];
      for (const place of places.slice(1)) {
        const { between } = await this.#between(route[route.length - 1], place);
        route.push(...between, place);
      }
      this.#set(route, t('studio.didThroughStops'));
    });
  }
}
