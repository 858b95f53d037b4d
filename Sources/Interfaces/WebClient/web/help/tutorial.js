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

/** Wayside in five steps; can be left and gone on with. */
class TutorialPage {
  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    const { step, seconds, begun } = progress();
    this.step = step;
    this.seconds = seconds;
    // What is tried belongs to the step: its time goes on meanwhile.
    this.begun = begun ?? Date.now();
    keep(step, seconds, this.begun);
  }

  /** @param {number} to */
  #go(to) {
    const now = Date.now();
    if (to > this.step) this.seconds[this.step] = Math.round((now - this.begun) / 1000);
    this.begun = now;
    this.step = to;
    keep(to, this.seconds, now);
    this.view.update();
    this.view.root.querySelector('h1')?.focus();
  }

  #again() {
    this.seconds = [];
    this.#go(0);
  }

  /** Ends the sandbox and goes where one wants. @param {string} path */
  async #leave(path) {
    try {
      keep(this.step, this.seconds, null);
      if (trial.isOn) await leaveTrial();
      this.view.go(path);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Event} event @param {string} path */
  #attempt(event, path) {
    event.preventDefault();
    enterTrial().then(() => this.view.go(path), complain);
  }

  draw() {
    const name = steps[this.step];
    return name ? this.#drawStep(name) : this.#drawEnd();
  }

  /** @param {string} name */
  #drawStep(name) {
    const { step } = this;
    return html`
      <div class="stack tutorial">
        <p class="soft small">${t('help.step', { step: step + 1, steps: steps.length })}</p>
        <progress max=${steps.length} .value=${step} aria-label=${t('help.tutorial')}></progress>
        <h1 tabindex="-1">${t(`help.step-${name}`)}</h1>
        <p class="lead">${t(`help.step-${name}Text`)}</p>
        <ul>${t(`help.step-${name}How`).split('\n').map((line) => html`<li>${line}</li>`)}</ul>
        <div><a class="button main" href=${tries[name]} @click=${(/** @type {Event} */ event) =>
          this.#attempt(event, tries[name])}>${icon('hand')}${t('help.try')}</a></div>
        <p class="soft small">${t('help.sandbox')}</p>
        <div class="row">
              <button class="button" @click=${() => this.#go(step + 1)}>${t('help.next')}</button>
              ${step > 0
                ? html`<button class="button" @click=${() => this.#go(step - 1)}>${
                  t('shell.back')
                }</button>`
                : nothing}
              <button class="button quiet" @click=${() => this.#leave('/help')}>${t(
                'help.leave',
              )}</button>
            </div>
      </div>
    `;
  }

  #drawEnd() {
    const { seconds } = this;
    const total = seconds.reduce((sum, one) => sum + (one ?? 0), 0);
    return html`
      <div class="stack tutorial">
        <h1 tabindex="-1">${t('help.done')}</h1>
        <p class="lead">${t('help.doneText', { time: duration(total) })}</p>
        <p>${t('help.endQuestion')}</p>
        <div class="row"><button class="button main" @click=${() => this.#leave('/around')}>${t(
          'help.end',
        )}</button>
              <a class="button" href="/around" @click=${(/** @type {Event} */ event) =>
                this.#attempt(event, '/around')}>${t('help.stay')}</a>
              <button class="button quiet" @click=${() => this.#again()}>${t(
                'help.again',
              )}</button></div>
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

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  const tutorial = new TutorialPage(view);
  view.draw(() => tutorial.draw());
}
