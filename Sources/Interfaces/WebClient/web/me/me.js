import { html } from 'lit-html';
import { icon } from '../parts/icon.js';
import { picture } from '../parts/picture.js';
import { leave } from '../shell/navigation.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';

/** One's own page. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const name = session.account?.name ?? '';
  view.draw(() =>
    html`
      <div class="stack">
        <div class="row">${picture(name, { round: true, size: 64 })}<h1>${name}</h1></div>
        <div><button class="button" @click=${leave}>${icon('log-out')}${t(
          'shell.logOut',
        )}</button></div>
      </div>
    `
  );
}
