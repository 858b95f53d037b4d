import { html } from 'lit-html';
import { emptyState } from '../parts/states.js';
import { t } from '../shell/texts.js';

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  view.draw(() =>
    html`<h1>${t('people.title')}</h1>
      ${emptyState({ icon: 'users', text: t('people.soon') })}`
  );
}
