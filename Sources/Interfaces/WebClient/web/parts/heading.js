import { html } from 'lit-html';
import { t } from '../shell/texts.js';
import { icon } from './icon.js';

/**
 * What a page within another begins with: the way back, and the heading.
 *
 * @param {unknown} title
 * @param {string} href where the way back leads
 * @param {string} text its name; "Back" as long as it is not known
 */
export const heading = (title, href, text) =>
  html`
    <div class="way">
      <a class="button quiet" href=${href}>${icon('arrow-left')}${text || t('shell.back')}</a>
      <h1>${title}</h1>
    </div>
  `;
