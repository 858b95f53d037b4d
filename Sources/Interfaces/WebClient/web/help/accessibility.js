import { html } from 'lit-html';
import { heading } from '../parts/heading.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

/** What the pages promise to whoever cannot see, hear or press as others do. @param {import('../shell/view.js').View} view */
export default function page(view) {
  view.draw(() =>
    html`
      <article class="stack loose">
        ${heading(t('help.accessibility'), '/help', t('help.title'))}
        <div class="stack tight">${t('help.accessibilityText').split('\n').map((line) =>
          html`<p>${line}</p>`
        )}</div>
        <div class="row">
          <a class="button main" href="/help/contact">${icon('mail')}${t('help.tellBarrier')}</a>
          <a class="button" href="/me/display">${icon('eye')}${t('help.changeDisplay')}</a>
        </div>
      </article>
    `
  );
}
