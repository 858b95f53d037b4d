import { html, nothing } from 'lit-html';
import { duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';
import { keep, progress, steps } from './progress.js';

/** Where each step is tried: a place of the sample, nothing of it is kept. @type {Record<string, string>} */
const tries = {
  look: '/around?simulate=47.1390,9.5215,20',
  place: '/inventory',
  tour: '/tours',
  day: '/calendar',
  people: '/people',
};

/** Wayside in five steps; can be left and gone on with. @param {import('../shell/view.js').View} view */
export default function page(view) {
  let { step, seconds } = progress();
  let begun = Date.now();
  /** @param {number} to */
  const go = (to) => {
    if (to > step) seconds[step] = Math.round((Date.now() - begun) / 1000);
    begun = Date.now();
    step = to;
    keep(step, seconds);
    view.update();
    view.root.querySelector('h1')?.focus();
  };
  const again = () => {
    seconds = [];
    go(0);
  };
  view.draw(() => {
    const name = steps[step];
    if (!name) return done();
    return html`
      <div class="stack loose tutorial">
        <p class="soft">${t('help.step', { step: step + 1, steps: steps.length })}</p>
        <progress max=${steps.length} .value=${step} aria-label=${t('help.tutorial')}></progress>
        <h1 tabindex="-1">${t(`help.step-${name}`)}</h1>
        <p class="lead">${t(`help.step-${name}Text`)}</p>
        <ul>${t(`help.step-${name}How`).split('\n').map((line) => html`<li>${line}</li>`)}</ul>
        <div><a class="button" href=${tries[name]}>${icon('hand')}${t('help.try')}</a></div>
        <div class="row">
              <button class="button main" @click=${() => go(step + 1)}>${t('help.next')}</button>
              ${step > 0
                ? html`<button class="button" @click=${() => go(step - 1)}>${
                  t('shell.back')
                }</button>`
                : nothing}
              <a class="button quiet" href="/help">${t('help.leave')}</a>
            </div>
      </div>
    `;
  });

  function done() {
    const total = seconds.reduce((sum, one) => sum + (one ?? 0), 0);
    return html`
      <div class="stack loose tutorial">
        <h1 tabindex="-1">${t('help.done')}</h1>
        <p class="lead">${t('help.doneText', { time: duration(total) })}</p>
        <div class="row"><a class="button main" href="/around">${t('shell.lookAround')}</a>
              <button class="button" @click=${again}>${t('help.again')}</button></div>
      </div>
    `;
  }
}
