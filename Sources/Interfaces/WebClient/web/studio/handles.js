// What can be taken hold of on the map: points that are dragged, lines that are bent. Tells what the
// hand does; what follows from it is the page's business.

/** @typedef {import('./lines.js').Point} Point */
/**
 * @typedef {Object} Grip
 * @property {() => {id: number, at: Point}[]} points that can be dragged
 * @property {() => {line: Point[], isClosed: boolean} | null} line that can be bent
 * @property {(id: number, at: Point) => void} dragging a point is on its way
 * @property {(id: number, at: Point) => void} moved a point was let go elsewhere
 * @property {(id: number) => void} chosen a point was tapped
 * @property {(after: number, at: Point) => void} bending a new point behind another is on its way
 * @property {(after: number, at: Point) => void} bent it was let go
 * @property {(at: Point) => void} tapped the map was tapped where nothing is
 */

/** @typedef {{x: number, y: number}} Pixel */
/**
 * @typedef {Object} Touched what the map says of a hand
 * @property {string} type
 * @property {Pixel} point
 * @property {Pixel[]} points of all fingers
 * @property {{lng: number, lat: number}} lngLat
 * @property {{button: number}} originalEvent
 * @property {() => void} preventDefault
 */

/** Pixels around a point, and around a line, that count as on it. */
const reach = { mouse: 12, touch: 24, line: 9 };

export class Handles {
  /** @type {{kind: 'point' | 'bend', id: number, from: {x: number, y: number}, isMoved: boolean} | null} */
  #drag = null;
  #isBusy = false;
  /** @type {Grip | null} */
  grip = null;

  /** @param {import('../map/map.js').WaysideMap} map */
  constructor(map) {
    this.map = map;
    map.ready.then(() => {
      const own = map.map;
      if (!own) return;
      own.on('mousedown', this.#down);
      own.on('touchstart', this.#down);
      own.on('mousemove', this.#hover);
      own.on('click', this.#click);
    }, () => {});
  }

  /** @param {Point} at */
  #pixel([lon, lat]) {
    return this.map.map.project([lon, lat]);
  }

  /** @param {{x: number, y: number}} pixel @param {boolean} isTouch */
  #find(pixel, isTouch) {
    if (!this.grip) return null;
    let best = isTouch ? reach.touch : reach.mouse;
    let found = null;
    for (const { id, at } of this.grip.points()) {
      const place = this.#pixel(at);
      const away = Math.hypot(place.x - pixel.x, place.y - pixel.y);
      if (away <= best) {
        best = away;
        found = { kind: /** @type {const} */ ('point'), id };
      }
    }
    if (found) return found;
    const path = this.grip.line();
    if (!path || path.line.length < 2) return null;
    const line = path.isClosed ? [...path.line, path.line[0]] : path.line;
    best = isTouch ? reach.touch : reach.line;
    let before = this.#pixel(line[0]);
    for (let i = 1; i < line.length; i++) {
      const next = this.#pixel(line[i]);
      const away = fromSegment(pixel, before, next);
      if (away <= best) {
        best = away;
        found = { kind: /** @type {const} */ ('bend'), id: i - 1 };
      }
      before = next;
    }
    return found;
  }

  #down = (/** @type {Touched} */ event) => {
    const isTouch = event.type === 'touchstart';
    if (isTouch ? event.points.length > 1 : event.originalEvent.button !== 0) return;
    const found = this.#find(event.point, isTouch);
    if (!found) return;
    event.preventDefault();
    this.#drag = { ...found, from: event.point, isMoved: false };
    const own = this.map.map;
    const [move, end] = isTouch ? ['touchmove', 'touchend'] : ['mousemove', 'mouseup'];
    own.on(move, this.#move);
    own.once(end, (/** @type {Touched} */ up) => {
      own.off(move, this.#move);
      this.#up(up);
    });
  };

  #move = (/** @type {Touched} */ event) => {
    const drag = this.#drag;
    if (!drag) return;
    drag.isMoved ||= Math.hypot(event.point.x - drag.from.x, event.point.y - drag.from.y) > 3;
    if (!drag.isMoved) return;
    const at = place(event);
    if (drag.kind === 'point') this.grip?.dragging(drag.id, at);
    else this.grip?.bending(drag.id, at);
  };

  /** @param {Touched} event */
  #up(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    // The tap that ends a drag is none on the map.
    this.#isBusy = true;
    setTimeout(() => this.#isBusy = false, 50);
    const at = place(event);
    if (!drag.isMoved) {
      if (drag.kind === 'point') this.grip?.chosen(drag.id);
      else this.grip?.bent(drag.id, at);
    } else if (drag.kind === 'point') this.grip?.moved(drag.id, at);
    else this.grip?.bent(drag.id, at);
  }

  #click = (/** @type {Touched} */ event) => {
    if (this.#isBusy || !this.grip) return;
    this.grip.tapped(place(event));
  };

  #hover = (/** @type {Touched} */ event) => {
    if (this.#drag || !this.grip) return;
    const found = this.#find(event.point, false);
    this.map.map.getCanvas().style.cursor = found
      ? found.kind === 'point' ? 'grab' : 'copy'
      : 'crosshair';
  };
}

/** @param {Touched} event @returns {Point} */
const place = (event) => [event.lngLat.lng, event.lngLat.lat];

/**
 * Pixels from a point to a segment.
 *
 * @param {{x: number, y: number}} p @param {{x: number, y: number}} a @param {{x: number, y: number}} b
 */
function fromSegment(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const part = length === 0
    ? 0
    : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - part * dx, p.y - a.y - part * dy);
}
