// AR objects for stops: chosen from the inventory, and called by their names.

import { readInventory } from '../data/objects.js';
import { html } from 'lit-html';
import { reason } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { emptyState, errorState, loading } from '../parts/states.js';
import { objectOf } from '../view/server.js';

/** @typedef {import('../data/objects.js').InventoryItem} InventoryItem */

/** @type {Map<string, string>} */
const names = new Map();

/** What an object is called; empty until it is known. @param {string} id @param {import('../shell/view.js').View} view */
export function nameOf(id, view) {
  const known = names.get(id);
  if (known === undefined) {
    names.set(id, '');
    objectOf(id).then((object) => {
      names.set(id, object.name);
      view.update();
    }, () => names.set(id, t('studio.objectGone')));
  }
  return known || t('studio.object');
}

/**
 * Lets somebody choose an object of the inventory.
 *
 * @param {import('../shell/view.js').View} view @param {import('../shell/view.js').At} at
 * @returns {Promise<InventoryItem | undefined>}
 */
export function chooseObject(view, at) {
  /** @type {InventoryItem[] | null} */
  let items = null;
  /** @type {unknown} */
  let failure = null;
  return openDialog({
    at,
    title: t('studio.inventory'),
    body: (close, update) => {
      const load = async () => {
        failure = null;
        try {
          items = await readInventory(view.signal);
        } catch (error) {
          failure = error;
        }
        update();
      };
      if (!items && !failure) load();
      if (failure) return errorState(reason(failure), load);
      if (!items) return loading();
      const more = html`
        <a class="button" href="/inventory?add=scan" @click=${() => close()}>${icon('scan')}${t(
          'studio.scan',
        )}</a>
        <a class="button" href="/inventory" @click=${() => close()}>${t('studio.openInventory')}</a>
      `;
      if (items.length === 0) {
        return emptyState({ icon: 'box', text: t('studio.noObjects'), action: more });
      }
      return html`
        <p>${t('studio.chooseObject')}</p>
        <ul class="list plain-list">${items.map((object) =>
          html`<li><button class="studio-choice" @click=${() => close(object)}>${icon('box')}<span
            class="row-body"><span>${object.name}</span></span></button></li>`
        )}</ul>
        <div class="row">${more}</div>
      `;
    },
  });
}
