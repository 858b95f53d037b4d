import { html, nothing } from 'lit-html';
import { duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { enterTrial, leaveTrial, trial } from '../shell/trial.js';
import { keep, progress, steps } from './progress.js';

/** Where each step is tried, in the sandbox. @type {Record<string, string>} */
const tries = {
  look: '/around',
  place: '/inventory',
  tour: '/tours',
  day: '/calendar',
  people: '/people',
};

/** Wayside in five steps; can be left and gone on with. @param {import('../shell/view.js').View} view */
export default function page(view) {
  let { step, seconds, begun } = progress();
  // What is tried belongs to the step: its time goes on meanwhile.
  begun ??= Date.now();
  keep(step, seconds, begun);
  /** @param {number} to */
  const go = (to) => {
    const now = Date.now();
    if (to > step) seconds[step] = Math.round((now - (begun ?? now)) / 1000);
    begun = now;
    step = to;
    keep(step, seconds, begun);
    view.update();
    view.root.querySelector('h1')?.focus();
  };
  const again = () => {
    seconds = [];
    go(0);
  };
  /** Ends the sandbox and goes where one wants. @param {string} path */
  const leave = async (path) => {
    keep(step, seconds, null);
    if (trial.isOn) await leaveTrial();
    view.go(path);
  };
  /** @param {Event} event @param {string} path */
  const attempt = (event, path) => {
    event.preventDefault();
    enterTrial().then(() => view.go(path), complain);
  };
  view.draw(() => {
    const name = steps[step];
    if (!name) return done();
    return html`
      <div class="stack tutorial">
        <p class="soft small">${t('help.step', { step: step + 1, steps: steps.length })}</p>
        <progress max=${steps.length} .value=${step} aria-label=${t('help.tutorial')}></progress>
        <h1 tabindex="-1">${t(`help.step-${name}`)}</h1>
        <p class="lead">${t(`help.step-${name}Text`)}</p>
        <ul>${t(`help.step-${name}How`).split('\n').map((line) => html`<li>${line}</li>`)}</ul>
        <div><a class="button main" href=${tries[name]} @click=${(/** @type {Event} */ event) =>
          attempt(event, tries[name])}>${icon('hand')}${t('help.try')}</a></div>
        <p class="soft small">${t('help.sandbox')}</p>
        <div class="row">
              <button class="button" @click=${() => go(step + 1)}>${t('help.next')}</button>
              ${step > 0
                ? html`<button class="button" @click=${() => go(step - 1)}>${
                  t('shell.back')
                }</button>`
                : nothing}
              <button class="button quiet" @click=${() => leave('/help').catch(complain)}>${t(
                'help.leave',
              )}</button>
            </div>
      </div>
    `;
  });

  function done() {
    const total = seconds.reduce((sum, one) => sum + (one ?? 0), 0);
    return html`
      <div class="stack tutorial">
        <h1 tabindex="-1">${t('help.done')}</h1>
        <p class="lead">${t('help.doneText', { time: duration(total) })}</p>
        <p>${t('help.endQuestion')}</p>
        <div class="row"><button class="button main" @click=${() =>
          leave('/around').catch(complain)}>${t('help.end')}</button>
              <a class="button" href="/around" @click=${(/** @type {Event} */ event) =>
                attempt(event, '/around')}>${t('help.stay')}</a>
              <button class="button quiet" @click=${again}>${t('help.again')}</button></div>
        <table class="tutorial-times">
          <caption class="soft small">${t('help.timesKept')}</caption>
          <tbody>${steps.map((name, index) =>
            html`
              <tr>
                <th scope="row">${t(`help.step-${name}`)}</th>
                <td class="figure">${t('help.seconds', { count: seconds[index] ?? 0 })}</td>
              </tr>
            `
          )}</tbody>
        </table>
      </div>
    `;
  }
}
