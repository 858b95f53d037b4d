// Whether it is easy to use: asked once on a device, some days after its first use; who answers is not kept.

import { html, nothing } from 'lit-html';
import { answerEase } from '../data/operator.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

const key = 'wayside.ease';
/** Milliseconds between the first use and the question: three days. */
const wait = 3 * 86_400_000;

/** Whether it is to be asked now; notes the first use. */
function isDue() {
  try {
    const since = localStorage.getItem(key);
    if (since === null) localStorage.setItem(key, String(Date.now()));
    return since !== null && since !== 'asked' && Date.now() - Number(since) >= wait;
  } catch {
    // What cannot be remembered is not asked, or it would be asked for ever.
    return false;
  }
}

/** It is asked no more on this device. */
function end() {
  try {
    localStorage.setItem(key, 'asked');
  } catch {
    // As above.
  }
}

/** The question, if its time has come. @param {import('../shell/view.js').View} view */
export function easeQuestion(view) {
  if (!isDue()) return nothing;
  /** @param {boolean | null} easy null for no answer */
  const answer = async (easy) => {
    end();
    view.update();
    if (easy === null) return;
    try {
      await answerEase(easy);
      notice(t('shell.easeThanks'));
    } catch (error) {
      complain(error);
    }
  };
  return html`
    <section class="card stack tight" aria-label=${t('shell.ease')}>
      <h2>${t('shell.ease')}</h2>
      <p>${t('shell.easeText')}</p>
      <div class="row"><button class="button" @click=${() => answer(true)}>${t(
        'shell.easeYes',
      )}</button>
        <button class="button" @click=${() => answer(false)}>${t('shell.easeNo')}</button>
        <button class="button quiet" @click=${() => answer(null)}>${t(
          'shell.easeLeave',
        )}</button></div>
    </section>
  `;
}
