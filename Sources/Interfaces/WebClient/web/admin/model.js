// The model that a report is about, in 3D.

import { html } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { modelAddress } from '../data/objects.js';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('./evidence.js').KeptObject} KeptObject */
/** @typedef {import('../view/preview.js').Preview} Preview */

/** Ways to it. @param {string} object @param {() => void} show */
export const modelButtons = (object, show) =>
  html`
    <div class="row">
      <button class="button" @click=${show}>${icon('box')}${t('admin.showModel')}</button>
      <a class="button quiet" href=${modelAddress(object)} download>${icon(
        'download',
      )}${t('admin.openModel')}</a>
    </div>
  `;

/**
 * The object in a dialog; what it needs is loaded for it.
 *
 * @param {string} id @param {KeptObject} about @param {import('../shell/view.js').At} at
 */
export async function showModel(id, about, at) {
  /** @type {{preview: Preview | null}} */
  const shown = { preview: null };
  let isOpen = true;
  try {
    const { Preview } = await import('../view/preview.js');
    // Admins may read the model, and of the object what was kept as evidence.
    const object = {
      name: about.name ?? '',
      alt: about.alt ?? '',
      content: modelAddress(id),
      boundingBox: about.boundingBox ?? { min: [-0.5, -0.5, 0], max: [0.5, 0.5, 1] },
    };
    const place = (/** @type {Element | undefined} */ element) => {
      if (element && !shown.preview && isOpen) {
        shown.preview = new Preview(/** @type {HTMLElement} */ (element), object);
      }
    };
    await openDialog({
      at,
      title: object.name || t('admin.kind-object'),
      wide: true,
      body: () =>
        html`<div class="model-preview" tabindex="0" role="img" aria-label=${
          object.alt || object.name
        } ${ref(place)}></div>`,
    });
  } catch (error) {
    complain(error);
  }
  isOpen = false;
  shown.preview?.end();
}
