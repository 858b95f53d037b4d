import { html, nothing } from 'lit-html';
import { t } from '../shell/texts.js';
import { endOffer, isTutorialOffered } from '../shell/welcome.js';

/** Whoever has just signed up is asked to do the tutorial, once. @param {import('../shell/view.js').View} view */
export function tutorialOffer(view) {
  if (!isTutorialOffered()) return nothing;
  const decline = () => {
    endOffer();
    view.update();
  };
  return html`
    <section class="card stack tight" aria-label=${t('shell.welcome')}>
      <h2>${t('shell.welcome')}</h2>
      <p>${t('shell.welcomeText')}</p>
      <div class="row"><a class="button main" href="/help/tutorial" @click=${endOffer}>${t(
        'shell.tutorial',
      )}</a>
        <button class="button" @click=${decline}>${t('shell.notNow')}</button></div>
    </section>
  `;
}
