// What one's own pages begin with: the way back, and the heading.

import { html } from 'lit-html';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

/** @param {string} title */
export const heading = (title) =>
  html`<div class="way"><a class="button quiet" href="/me">${icon('arrow-left')}${t('me.title')}</a>
    <h1>${title}</h1></div>`;
