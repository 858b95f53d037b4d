// A place as somebody writes it: degrees in any usual form, a plus code, an address.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { coordinates, findPlaces } from '../parts/finding.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {{lat: number, lon: number}} Position */

/**
 * Where a text is; null if nobody knows. Degrees need no server.
 *
 * @param {string} text @returns {Promise<Position | null>}
 */
async function placeOf(text) {
  const point = coordinates(text);
  if (point) return point;
  const [first] = await findPlaces(text.trim(), new AbortController().signal);
  return first?.lat !== undefined && first.lon !== undefined
    ? { lat: first.lat, lon: first.lon }
    : null;
}

/** A place as the server and people write it. @param {Position} position */
const written = ({ lat, lon }) => `${lat.toFixed(6)}, ${lon.toFixed(6)}`;

/** The field for the place of a point or a stop. */
export class CoordinateField {
  /** @type {string | null} what is being typed */
  #typing = null;
  /** @type {((found: Position) => unknown) | null} moves what the typed text is the place of */
  #move = null;
  /** @type {Promise<boolean>} */
  #turn = Promise.resolve(true);

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Leaves what is being typed. */
  forget() {
    this.#typing = null;
  }

  /** Takes what has been typed, and waits for its place. @returns {Promise<boolean>} whether there is one */
  settled() {
    const text = this.#typing;
    if (text === null) return this.#turn;
    this.#typing = null;
    // Another point or stop may be shown until the place is found.
    const move = this.#move;
    const turn = this.#turn.then(async () => {
      let isFound = false;
      try {
        const found = await placeOf(text);
        if (found) {
          await move?.(found);
          this.page.map.reveal([found.lon, found.lat]);
          isFound = true;
        } else notice(t('studio.noSuchPlace', { text }), { bad: true });
      } catch (error) {
        complain(error);
      }
      this.page.view.update();
      // Who asks later asks about something else.
      if (this.#turn === turn) this.#turn = Promise.resolve(true);
      return isFound;
    });
    this.#turn = turn;
    return turn;
  }

  /**
   * @param {Object} about
   * @param {string} about.id
   * @param {Position} about.position
   * @param {(found: Position) => unknown} about.move
   * @param {string} [about.error] @param {string} [about.help]
   */
  draw({ id, position, move, error, help }) {
    const type = (/** @type {Event} */ event) => {
      this.#typing = /** @type {HTMLInputElement} */ (event.target).value;
      this.#move = move;
    };
    return html`
      <form class="field"
        @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.settled();
        }}><label for=${id}>${t('studio.place')}</label><div class="field-box">
                  <input id=${id} autocomplete="off" aria-describedby=${help
                    ? `${id}-help`
                    : nothing} aria-invalid=${error ? 'true' : nothing} .value=${live(
                      this.#typing ?? written(position),
                    )} @input=${type} @change=${() => this.settled()}></div>
                  ${error ? html`<p class="field-error">${error}</p>` : nothing}
                  ${help ? html`<p class="field-help" id="${id}-help">${help}</p>` : nothing}</form>
    `;
  }
}
