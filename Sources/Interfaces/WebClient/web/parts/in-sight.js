// What opens beside a field stands where it can be seen: above the bar and the keyboard, else above the field.

/** Pixels between a field and what opens beside it, and at the edges. */
const gap = 4;
/** Pixels below which there is too little room below a field. */
const least = 200;

/** Where what can be seen ends: at the keyboard, or at the bar that lies at the lower edge. */
function lowerEdge() {
  const screen = globalThis.visualViewport;
  const bottom = screen ? screen.offsetTop + screen.height : innerHeight;
  const bar = document.querySelector('.nav')?.getBoundingClientRect();
  // Beside wider pages it is a rail.
  const isBar = bar && bar.height > 0 && bar.width > bar.height && bar.top > 0;
  return isBar && bar.top < bottom ? bar.top : bottom;
}

/** @param {HTMLElement} element within its field, which is positioned */
function place(element) {
  const field = element.parentElement?.getBoundingClientRect();
  if (!field) return;
  // Dialogs lie above the bar.
  const end = element.closest('dialog')
    ? globalThis.visualViewport?.height ?? innerHeight
    : lowerEdge();
  const below = end - field.bottom - 2 * gap;
  const above = field.top - 2 * gap;
  const isAbove = below < least && above > below;
  element.classList.toggle('above', isAbove);
  element.style.maxHeight = `${
    Math.max(120, Math.min(innerHeight * 0.6, isAbove ? above : below))
  }px`;
}

/**
 * Keeps what has opened where it can be seen; given to `ref`, which says when it is there and when it is gone.
 *
 * @returns {(element: Element | undefined) => void}
 */
export function inSight() {
  /** @type {AbortController | null} */
  let followed = null;
  return (element) => {
    followed?.abort();
    followed = null;
    if (!(element instanceof HTMLElement)) return;
    followed = new AbortController();
    const { signal } = followed;
    const again = () => place(element);
    globalThis.visualViewport?.addEventListener('resize', again, { signal });
    addEventListener('scroll', again, { signal, passive: true });
    // Once it stands in its field.
    queueMicrotask(again);
  };
}
