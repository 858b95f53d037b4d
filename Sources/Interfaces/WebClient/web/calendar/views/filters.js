// Which entries of the calendar are shown: by kind and by sub-realm, remembered on this device.

import { html, nothing } from 'lit-html';
import { watchGroups } from '../../data/groups.js';
import { t } from '../../shell/texts.js';
import { kindIcons, kindOf, kinds } from './kinds.js';

/** @typedef {import('api-types').CalendarLine} CalendarLine */
/** @typedef {{kinds: string[], realms: string[]}} Chosen */

const key = 'wayside.calendar';
export class Filters {
  /** @type {Chosen} */
  #chosen = { kinds: [], realms: [] };
  /** @type {Map<string, string>} the names of the sub-realms that one is in */
  #names = new Map();

  /** @param {import('../../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    try {
      const { kinds: chosenKinds = [], realms = [] } = JSON.parse(
        localStorage.getItem(key) ?? '{}',
      );
      this.#chosen = { kinds: chosenKinds, realms };
    } catch {
      // Everything is shown.
    }
    if (this.#chosen.realms.length > 0) {
      watchGroups(view, ({ data }) => {
        if (!data) return;
        for (const { id, name } of data.items) this.#names.set(id, name);
        // What somebody else has chosen on this device, or one has left.
        const realms = this.#chosen.realms.filter((id) => this.#names.has(id));
        if (realms.length < this.#chosen.realms.length && !data.next) this.#choose({ realms });
      });
    }
  }

  /** Whether anything is hidden. */
  get isOn() {
    return this.#chosen.kinds.length + this.#chosen.realms.length > 0;
  }

  /** What is shown of them. @param {CalendarLine[]} lines */
  of(lines) {
    const { kinds, realms } = this.#chosen;
    return lines.filter((line) =>
      (kinds.length === 0 || kinds.includes(kindOf(line))) &&
      (realms.length === 0 || realms.includes(line.realm?.id ?? ''))
    );
  }

  /** Shows everything again. */
  clear() {
    this.#choose({ kinds: [], realms: [] });
  }

  /** @param {Partial<Chosen>} change */
  #choose(change) {
    this.#chosen = { ...this.#chosen, ...change };
    try {
      localStorage.setItem(key, JSON.stringify(this.#chosen));
    } catch {
      // It holds until the page is left.
    }
    this.view.update();
  }

  /** @param {'kinds' | 'realms'} list @param {string} value */
  #toggle(list, value) {
    const now = this.#chosen[list];
    this.#choose({
      [list]: now.includes(value) ? now.filter((one) => one !== value) : [...now, value],
    });
  }

  /** The choices that these entries give, and those that were made. @param {CalendarLine[]} lines */
  draw(lines) {
    const { kinds: chosenKinds, realms: chosenRealms } = this.#chosen;
    const found = new Set([...lines.map(kindOf), ...chosenKinds]);
    /** @type {Map<string, string>} */
    const realms = new Map();
    for (const id of chosenRealms) {
      const name = this.#names.get(id);
      if (name) realms.set(id, name);
    }
    for (const { realm } of lines) if (realm) realms.set(realm.id, realm.name);
    if (!this.isOn && found.size + realms.size < 2) return nothing;
    return html`
      <div class="choice calendar-filters" role="group" data-scrolls
        aria-label=${t('calendar.shown')}>${chip(
          !this.isOn,
          t('calendar.shownAll'),
          () => this.clear(),
        )}${kinds.filter((kind) => found.has(kind)).map((kind) =>
          chip(
            chosenKinds.includes(kind),
            t(`calendar.kinds-${kind}`),
            () => this.#toggle('kinds', kind),
            kindIcons[kind],
            `calendar-kind kind-${kind}`,
          )
        )}${[...realms].sort(([, a], [, b]) => a.localeCompare(b)).map(([id, name]) =>
          chip(chosenRealms.includes(id), name, () => this.#toggle('realms', id))
        )}</div>
    `;
  }
}

/**
 * One choice among the filters.
 *
 * @param {boolean} isOn @param {unknown} words @param {() => void} run @param {unknown} [symbol] @param {string} [look]
 */
const chip = (isOn, words, run, symbol = nothing, look = '') =>
  html`
    <button type="button" class="button ${look}" aria-pressed=${isOn}
      @click=${run}>${symbol}${words}</button>
  `;
