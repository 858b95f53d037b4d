// The end of a trial without an account: what an account adds, and how to get one.

import { html } from 'lit-html';
import { t } from '../shell/texts.js';
import { leaveTrial, trial } from '../shell/trial.js';
import { openDialog } from './dialog.js';

/** What an account adds, and the ways to one. @param {string} next where one goes on with it @param {unknown} [other] */
export const accountAdds = (next, other) => {
  const query = `next=${encodeURIComponent(next)}`;
  return html`
    <p>${t('shell.accountAddsText')}</p>
    <ul>${t('shell.accountAddsList').split('\n').map((line) => html`<li>${line}</li>`)}</ul>
    <div class="row">
      <a class="button main" href="/signup?${query}">${t('shell.signUp')}</a>
      <a class="button" href="/login?${query}">${t('shell.logIn')}</a>
      ${other}
    </div>
  `;
};

/** Throws away what was tried, shows the tour's own page, and says what an account adds. @param {(path: string) => void} go */
export async function endTrial(go) {
  const page = `/t/${trial.tour}`;
  await leaveTrial();
  go(page);
  await openDialog({
    title: t('shell.trialOver'),
    body: (close) =>
      html`
        <div class="stack" @click=${(/** @type {Event} */ event) => {
          if (/** @type {Element} */ (event.target).closest('a')) close();
        }}>
          <h3>${t('shell.accountAdds')}</h3>
          ${accountAdds(
            page,
            html`
              <button class="button quiet" @click=${() => close()}>${t('shell.notYet')}</button>
            `,
          )}
        </div>
      `,
  });
}
