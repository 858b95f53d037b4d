// The editor by keys: steps back and forth, saving, and what is chosen on the map.

import { t } from '../shell/texts.js';
import { rounded } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./editor-page.js').EditorPage} EditorPage */

/** Metres, in pixels of the map, of one step, and of one with the shift key. */
const steps = { small: 8, large: 40 };

/** Which way arrows lead, east and north. @type {Record<string, [number, number]>} */
const ways = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Keys anywhere in the page. @param {EditorPage} page @param {KeyboardEvent} event */
export function shortcut(page, event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.matches?.('input:not([type=radio], [type=checkbox]), textarea');
  const key = event.key.toLowerCase();
  if (key === 's') {
    event.preventDefault();
    page.save();
  } else if ((key === 'z' || key === 'y') && !isTyping && !target.closest?.('dialog')) {
    event.preventDefault();
    if (key === 'y' || event.shiftKey) page.editor.redo();
    else page.editor.undo();
  }
}

/**
 * Keys while the map has the focus.
 *
 * @param {EditorPage} page @param {KeyboardEvent} event @returns {boolean} whether it was used
 */
export function mapKey(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Enter') return page.addInMiddle();
  if (event.key === 'Escape') {
    const was = page.point >= 0 || page.corner >= 0 || page.tool !== '';
    page.point = -1;
    page.corner = -1;
    if (page.tool) page.setTool('');
    page.view.update();
    return was;
  }
  if (event.key === 'Delete' || event.key === 'Backspace') return page.removeChosen();
  const way = ways[event.key];
  if (!way) return false;
  return move(page, way, page.map.metres(event.shiftKey ? steps.large : steps.small));
}

/** Moves what is chosen. @param {EditorPage} page @param {[number, number]} way @param {number} metres */
function move(page, way, metres) {
  const moved = (/** @type {Point} */ [lon, lat]) => /** @type {Point} */ ([
    lon + (way[0] * metres) / (111_320 * Math.max(0.01, Math.cos(lat * Math.PI / 180))),
    lat + (way[1] * metres) / 111_195,
  ]);
  const { doc } = page.editor;
  if (page.part === 'route' && page.tool === '' && doc.route[page.point]) {
    const at = rounded(moved(doc.route[page.point]));
    const route = doc.route.map((one, index) => index === page.point ? at : one);
    page.editor.change({ ...doc, route }, t('studio.didMovePoint'), `point-${page.point}`);
    return true;
  }
  const { ring, corner } = page;
  if (ring?.[corner]) {
    page.setRing(ring.map((one, index) => index === corner ? rounded(moved(one)) : one));
    page.corner = corner;
    return true;
  }
  const stop = doc.stops.find(({ key }) => key === page.stopKey);
  if (!stop) return false;
  const [lon, lat] = rounded(moved([stop.position.lon, stop.position.lat]));
  page.stops.set(
    stop.key,
    { position: { ...stop.position, lon, lat } },
    t('studio.didMoveStop'),
    'nudge',
  );
  return true;
}
