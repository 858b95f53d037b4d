import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { changeLanguage } from '../data/account.js';
import { choice } from '../parts/tabs.js';
import { complain } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { change, settings } from '../shell/settings.js';
import { languageBy, t } from '../shell/texts.js';
import { heading } from './way.js';

/** How the pages look on this device. @param {import('../shell/view.js').View} view */
export default function page(view) {
  /** @param {Partial<import('../shell/settings.js').Settings>} changes */
  const set = (changes) => {
    change(changes);
    view.update();
  };
  /** @param {'theme' | 'contrast' | 'motion' | 'units' | 'language'} name @param {string[]} values */
  const setting = (name, values) =>
    html`
      <section class="setting">
        <h2>${t(`me.${name}`)}</h2>
        <div>${choice({
          label: t(`me.${name}`),
          value: settings[name],
          options: values.map((value) => ({ value, text: t(`me.${name}-${value || 'auto'}`) })),
          choose: (value) => name === 'language' ? speak(value) : set({ [name]: value }),
        })}</div>
      </section>
    `;
  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.display'))}
      <section class="setting"><h2><label for="size">${t('me.size')}</label></h2>
        <div class="size-row"><input id="size" type="range" min="100" max="200" step="10" .value=${
      live(String(settings.size))
    }
          aria-valuetext="${settings.size} %"
          @input=${(/** @type {Event} */ event) =>
      set({ size: Number(/** @type {HTMLInputElement} */ (event.target).value) })}>
          <output class="figure">${settings.size} %</output></div>
        <p class="sample">${t('me.sample')}</p></section>
      <section class="setting"><h2>${t('me.simple')}</h2>
        <div class="check"><input type="checkbox" id="simple" .checked=${live(settings.simple)}
            @change=${(/** @type {Event} */ event) =>
      set({ simple: /** @type {HTMLInputElement} */ (event.target).checked })}>
          <label for="simple">${t('me.simpleText')}</label></div></section>
      ${setting('theme', ['system', 'light', 'dark'])}
      ${setting('contrast', ['system', 'high'])}
      ${setting('motion', ['system', 'less'])}
      ${setting('units', ['', 'metric', 'imperial'])}
      ${setting('language', ['', 'en', 'de'])}
    </div>`
  );
}

/** Has the pages speak another language, and mails and pushes, too. @param {string} chosen empty for the browser's */
async function speak(chosen) {
  const language = languageBy(chosen);
  const { account } = session;
  change({ language: chosen });
  if (account && account.locale?.slice(0, 2) !== language) {
    // Where it is refused, as to who is suspended, the pages speak it all the same.
    await changeLanguage(language, t('me.language')).catch(complain);
  }
  location.reload();
}
