import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').NotificationSetting} Setting */

/** Which notifications arrive. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const list = view.watch('/v1/notification-settings');
  /** @param {Setting} setting @param {boolean} enabled */
  const set = async (setting, enabled) => {
    setting.enabled = enabled;
    try {
      await api.send('PUT', '/v1/notification-settings', {
        body: { kind: setting.kind, enabled },
        changes: ['/v1/notification-settings'],
        queue: t('me.kinds'),
        match: null,
      });
    } catch (error) {
      setting.enabled = !enabled;
      complain(error);
      view.update();
    }
  };
  view.draw(() =>
    html`<div class="stack">${heading(t('me.kinds'))}<p class="soft">${t('me.kindsHelp')}</p>
      ${
      shown(list, ({ items }) =>
        html`<div>${
          items.map((/** @type {Setting} */ setting) =>
            html`<div class="check">
          <input type="checkbox" id="kind-${setting.kind}" .checked=${
              live(setting.enabled)
            } ?disabled=${!setting.optional}
            @change=${(/** @type {Event} */ event) =>
              set(setting, /** @type {HTMLInputElement} */ (event.target).checked)}>
          <label for="kind-${setting.kind}">${name(setting.kind)}</label>
          ${setting.optional ? '' : html`<p class="field-help">${t('me.always')}</p>`}
        </div>`
          )
        }</div>`)
    }
    </div>`
  );
}

/** What a kind is called; a kind that these pages do not know keeps its own name. @param {string} kind */
function name(kind) {
  const key = `me.kind-${kind}`;
  const text = t(key);
  return text === key ? kind.replace(/([A-Z])/g, ' $1').toLowerCase() : text;
}
