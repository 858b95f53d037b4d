// What the hand does on the map, for the part that is edited: the route, an area, the stops.

import { t } from '../shell/texts.js';
import { rounded } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./handles.js').Grip} Grip */
/** @typedef {import('./editor-page.js').EditorPage} EditorPage */

/** @param {EditorPage} page @returns {Grip} */
export function routeGrip(page) {
  const { editor, map } = page;
  const { route } = editor.doc;
  const put = (/** @type {Point[]} */ line) => map.show({ route: line });
  return {
    points: () => editor.doc.route.map((at, id) => ({ id, at })).filter(({ at }) => !at[2]),
    line: () => ({ line: editor.doc.route, isClosed: false }),
    dragging: (id, at) => put(route.map((one, index) => index === id ? at : one)),
    moved: (id, at) => {
      map.show(null);
      page.point = id;
      page.routeEdit.move(id, at);
    },
    chosen: (id) => {
      page.point = page.point === id ? -1 : id;
      page.view.update();
    },
    bending: (after, at) => put([...route.slice(0, after + 1), at, ...route.slice(after + 1)]),
    bent: (after, at) => {
      map.show(null);
      page.routeEdit.insert(after, at);
    },
    tapped: (at) => {
      page.point = -1;
      page.routeEdit.append(at);
    },
  };
}

/** @param {EditorPage} page @returns {Grip} */
export function ringGrip(page) {
  const { map } = page;
  /** @type {Point[]} */
  const ring = page.ring ?? [];
  return {
    points: () => (page.ring ?? []).map((at, id) => ({ id, at })),
    line: () => ring.length >= 3 ? { line: ring, isClosed: true } : null,
    dragging: (id, at) => map.show({ area: ring.map((one, i) => i === id ? at : one) }),
    moved: (id, at) => {
      map.show(null);
      page.setRing(ring.map((one, i) => i === id ? rounded(at) : one));
    },
    chosen: (id) => {
      page.corner = page.corner === id ? -1 : id;
      page.view.update();
    },
    bending: (after, at) =>
      map.show({ area: [...ring.slice(0, after + 1), at, ...ring.slice(after + 1)] }),
    bent: (after, at) => {
      map.show(null);
      page.setRing([...ring.slice(0, after + 1), rounded(at), ...ring.slice(after + 1)]);
    },
    tapped: (at) => page.setRing([...ring, rounded(at)]),
  };
}

/** @param {EditorPage} page @returns {Grip} */
export function stopGrip(page) {
  const { editor, map } = page;
  const stop = (/** @type {number} */ id) => editor.doc.stops[id];
  return {
    points: () =>
      editor.doc.stops.map(({ position }, id) => ({ id, at: [position.lon, position.lat] })),
    line: () => null,
    dragging: (id, at) => map.show({ stop: { key: stop(id).key, at } }),
    moved: (id, at) => {
      map.show(null);
      map.moveStop(stop(id).key, at, t('studio.didMoveStop'));
    },
    chosen: (id) => page.openStop(stop(id).key),
    bending: () => {},
    bent: () => {},
    tapped: (at) => {
      if (page.tool === 'add') page.addStop(at);
      else if (page.stopKey) page.show('stops');
    },
  };
}
