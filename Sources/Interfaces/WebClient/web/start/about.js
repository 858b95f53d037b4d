import { html } from 'lit-html';
import { t } from '../shell/texts.js';

const sections = ['what', 'terms', 'privacy', 'age', 'operator'];

/** Terms and privacy in plain words. @param {import('../shell/view.js').View} view */
export default function page(view) {
  view.draw(() =>
    html`<article class="stack loose">
      <h1>${t('start.about')}</h1>
      ${
      sections.map((name) =>
        html`<section class="stack tight" id=${name}><h2>${t(`start.${name}Title`)}</h2>
        ${t(`start.${name}Text`).split('\n').map((line) => html`<p>${line}</p>`)}</section>`
      )
    }
      <p><a href="/licenses" target="_blank" rel="noopener">${t('shell.licenses')}</a></p>
    </article>`
  );
}
