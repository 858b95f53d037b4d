import { html, nothing } from 'lit-html';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';
import { progress } from './progress.js';

const questions = [
  'position',
  'camera',
  'compass',
  'offline',
  'report',
  'groups',
  'tours',
  'screen',
  'late',
  'account',
  'erase',
];

/** Questions, the tutorial, and whom to ask. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const { step, isDone } = progress();
  let wanted = '';
  const found = () =>
    questions.filter((name) =>
      `${t(`help.${name}`)} ${t(`help.${name}Text`)}`.toLowerCase().includes(wanted.toLowerCase())
    );
  view.draw(() =>
    html`
      <div class="stack loose">
        <h1>${t('help.title')}</h1>
        <section class="card stack">
          <h2>${t('help.tutorial')}</h2>
          <p>${t('help.tutorialText')}</p>
          <div><a class="button main" href="/help/tutorial">${icon('graduation-cap')}${isDone
            ? t('help.again')
            : step > 0
            ? t('help.goOn')
            : t('help.begin')}</a></div>
        </section>
        <section class="stack"><h2>${t('help.questions')}</h2>
              <div class="field"><label for="help-search">${t('shell.search')}</label>
                <div class="field-box">${icon('search')}<input id="help-search" type="search"
                  @input=${(/** @type {Event} */ event) => {
                    wanted = /** @type {HTMLInputElement} */ (event.target).value;
                    view.update();
                  }}></div></div>
              ${found().map((name) =>
                html`
                  <details class="question">
                    <summary>${t(`help.${name}`)}</summary>
                    <p>${t(`help.${name}Text`)}</p>
                  </details>
                `
              )}
              ${found().length === 0
                ? html`<p role="status">${t('shell.noResults', { text: wanted })}</p>`
                : nothing}
            </section>
        <section class="stack tight">
          <h2>${t('help.contact')}</h2>
          <p>${t('help.contactText')}</p>
          <p><a class="button main" href="/help/contact">${icon('mail')}${t('help.write')}</a></p>
          <p><a class="button" href="/me/organization">${icon('building-2')}${t(
            'help.organization',
          )}</a></p>
          <p><a href="/about">${t('help.terms')}</a></p>
          <p><a href="/help/accessibility">${t('help.accessibility')}</a></p>
        </section>
      </div>
    `
  );
}
