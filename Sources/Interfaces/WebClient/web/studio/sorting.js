// A list whose order is changed by dragging handles.

import { complain } from '../shell/notices.js';

/** @typedef {{item: HTMLElement, oldDraggableIndex: number, newDraggableIndex: number}} Dragged */

export class Sorting {
  /** @type {{destroy: () => void} | null} */
  #sortable = null;

  /**
   * @param {string} handle selector of what a row is held by
   * @param {(from: number, to: number) => void} move
   */
  constructor(handle, move) {
    this.handle = handle;
    this.move = move;
  }

  end() {
    this.#sortable?.destroy();
    this.#sortable = null;
  }

  /** The list, as a template refers to it. @param {Element | undefined} element */
  list = (element) => {
    this.end();
    if (element) this.#begin(/** @type {HTMLElement} */ (element)).catch(complain);
  };

  /** @param {HTMLElement} element */
  async #begin(element) {
    const { Sortable } = await import('sortablejs');
    if (!element.isConnected || this.#sortable) return;
    /** @type {ChildNode | null} */
    let behind = null;
    this.#sortable = Sortable.create(element, {
      handle: this.handle,
      animation: 150,
      onStart: (/** @type {Dragged} */ { item }) => behind = item.nextSibling,
      onEnd: (/** @type {Dragged} */ { item, oldDraggableIndex, newDraggableIndex }) => {
        // The page draws its own order: the row goes back to where the page knows it.
        element.insertBefore(item, behind);
        this.move(oldDraggableIndex, newDraggableIndex);
      },
    });
  }
}
